/** Something that may still have work under way. */
export type Settling = {
  /** Resolves when it has nothing left to do, as far as it knows. `again`: it was asked a moment ago. */
  settle: (again: boolean) => Promise<void>;
  /** How often it has done something: a difference means that others may have got new work. */
  activity: () => number;
};

/**
 * Waits until all of them are quiet at the same time. A webhook runs a function, which sends a message, which
 * runs another; so a round counts only if nobody did anything during it.
 */
export async function settleAll(parts: readonly Settling[]): Promise<void> {
  for (let again = false; ; again = true) {
    const before = parts.map((part) => part.activity());
    for (const part of parts) await part.settle(again);
    if (parts.every((part, index) => part.activity() === before[index])) return;
  }
}
