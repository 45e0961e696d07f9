let arrived = false;

/**
 * Records that the back office was shown. From then on, /admin opens the overview. Before that, /admin reopens the tab
 * of the last visit.
 */
export function arrive(): void {
  arrived = true;
}

export const hasArrived = (): boolean => arrived;
