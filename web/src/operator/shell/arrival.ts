let arrived = false;

/** The dashboard has been shown: from now on /admin opens the overview, not the last visit's tab. */
export function arrive(): void {
  arrived = true;
}

export const hasArrived = (): boolean => arrived;
