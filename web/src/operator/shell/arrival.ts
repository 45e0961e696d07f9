let arrived = false;

/** The dashboard stands: from now on /admin is the overview, and not the tab of the last visit. */
export function arrive(): void {
  arrived = true;
}

export const hasArrived = (): boolean => arrived;
