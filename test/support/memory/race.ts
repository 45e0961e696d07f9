import type fc from "fast-check";
import { expect, vi } from "vitest";
import type { Network } from "./network.ts";

type World = { network: Network; errors: string[] };

export type Racing = {
  /** @returns an HTTP status */
  act: () => Promise<number>;
  /** How many calls of other acts pass before this act starts. */
  after?: number;
  /** Changes Stripe's data right before the act. */
  happened?: () => void;
};

/** Runs all acts at once in an order that the scheduler decides. Failed acts run again, as Stripe repeats webhooks. */
export async function race(
  { network, errors }: World,
  scheduler: fc.Scheduler,
  racing: Racing[],
): Promise<void> {
  network.turn = ({ service, operation }) => scheduler.schedule(Promise.resolve(), `${service} ${operation}`);
  // The loser of a race pauses before it retries. The scheduler also decides when that pause ends.
  const pauses = vi.spyOn(globalThis, "setTimeout").mockImplementation(((go: () => void) => {
    scheduler.schedule(Promise.resolve(), "pause").then(go);
  }) as unknown as typeof setTimeout);
  const start = async ({ act, after = 0, happened = () => {} }: Racing) => {
    for (let passed = 0; passed < after; passed += 1) await scheduler.schedule(Promise.resolve(), "not yet");
    happened();
    return act();
  };
  const answers = await scheduler.waitFor(Promise.all(racing.map(start)));
  network.turn = undefined;
  pauses.mockRestore();
  for (const [index, { act }] of racing.entries())
    if (answers[index] !== 200) expect(await act(), errors.join("\n")).toBe(200);
}

/**
 * Stops the first act right before its first transaction, runs the second act from start to end, and then lets the
 * first act finish. @returns the answer of the first act
 */
export async function overtake<T>(
  network: Network,
  first: () => Promise<T>,
  second: () => Promise<void>,
): Promise<T> {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let isHeld = false;
  network.turn = async ({ operation }) => {
    if (isHeld || operation !== "TransactWriteItems") return;
    isHeld = true;
    reached.resolve();
    await gate.promise;
  };
  const answer = first();
  await reached.promise;
  await second();
  gate.resolve();
  const result = await answer;
  network.turn = undefined;
  return result;
}
