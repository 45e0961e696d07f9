let arrived = false;

/** Records that the back office was shown. From now on, /admin opens the overview, not the last visit's tab. */
export function arrive(): void {
  arrived = true;
}

export const hasArrived = (): boolean => arrived;
