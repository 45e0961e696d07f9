export type Settling = {
  /** Resolves when the part has nothing left to do. `again`: true from the second round on. */
  settle: (again: boolean) => Promise<void>;
  /** The number of actions so far. If this number has grown, other parts may have new work. */
  activity: () => number;
};

/**
 * Waits until all parts are quiet at the same time. A webhook may run a function whose message runs another function.
 * So only a round without any action ends the wait.
 */
export async function settleAll(parts: readonly Settling[]): Promise<void> {
  for (let again = false; ; again = true) {
    const before = parts.map((part) => part.activity());
    for (const part of parts) await part.settle(again);
    if (parts.every((part, index) => part.activity() === before[index])) return;
  }
}
