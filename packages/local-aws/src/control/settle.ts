/** A part that may have work in progress. */
export type Settling = {
  /** Resolves when it has nothing left to do. `again`: whether it was asked a moment ago. */
  settle: (again: boolean) => Promise<void>;
  /** Counts its actions: a difference means that others may have new work. */
  activity: () => number;
};

/**
 * Waits until all parts are quiet at the same time. A webhook runs a function, which sends a message, which runs
 * another, so only a round without any action counts.
 */
export async function settleAll(parts: readonly Settling[]): Promise<void> {
  for (let again = false; ; again = true) {
    const before = parts.map((part) => part.activity());
    for (const part of parts) await part.settle(again);
    if (parts.every((part, index) => part.activity() === before[index])) return;
  }
}
