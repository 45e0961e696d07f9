import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SECOND } from "#shared/instant.ts";
import { QUEUE_CONSUMERS } from "../../../infra/events.ts";
import { mostInASecond } from "../../../scripts/bench/payouts/pace.ts";

type Pace = typeof import("../../../functions/payouts/transfers/pace.ts");
const LIMIT = 25;
const { batchSize, mostAtOnce } = QUEUE_CONSUMERS["payouts/pay"];

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** One execution environment of the function, with a separate copy of the module. */
async function environment(): Promise<Pace> {
  vi.resetModules();
  return import("../../../functions/payouts/transfers/pace.ts");
}

/**
 * Runs as many consumers at once as AWS may run. Each handles one batch after another, and all messages of a batch at the
 * same time. The batches use the environments in turn.
 * @param answersInMs how long Stripe and the database take, by the number of the request
 * @returns the times of the requests to Stripe
 */
async function distributed(
  environments: Pace[],
  answersInMs: (request: number) => number,
): Promise<number[]> {
  const asked: number[] = [];
  let batches = 0;
  const consumer = async () => {
    while (batches < 40) {
      const { keepPace, takeTurn, BETWEEN_REQUESTS_MS } = environments[batches % environments.length] as Pace;
      batches += 1;
      keepPace(BETWEEN_REQUESTS_MS);
      const message = async () => {
        await takeTurn();
        asked.push(performance.now());
        const pause = answersInMs(asked.length);
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      };
      await Promise.all(Array.from({ length: batchSize }, message));
    }
  };
  const all = Promise.all(Array.from({ length: mostAtOnce }, consumer));
  await vi.runAllTimersAsync();
  await all;
  return asked;
}

test.each([
  ["at once", () => 0],
  ["after varying times", (request: number) => (request * 37) % 140],
  ["sometimes after two seconds", (request: number) => (request % 30 === 0 ? 2000 : 5)],
])("at most 25 requests a second reach Stripe if it answers %s", async (_how, answersInMs) => {
  const two = [await environment(), await environment()];
  const asked = await distributed(two, answersInMs);
  expect(asked).toHaveLength(40 * batchSize);
  expect(mostInASecond(asked)).toBeLessThanOrEqual(LIMIT);
});

test("at most 25 requests a second reach Stripe even if consecutive batches run in different environments", async () => {
  const many = await Promise.all(Array.from({ length: 8 }, environment));
  expect(mostInASecond(await distributed(many, () => 0))).toBeLessThanOrEqual(LIMIT);
});

test.each([5, 200, 400])(
  "the rate of requests comes close to the limit if an answer of Stripe takes %i ms",
  async (answerMs) => {
    const asked = await distributed([await environment(), await environment()], () => answerMs);
    const seconds = ((asked.at(-1) ?? 0) - (asked[0] ?? 0)) / SECOND;
    expect(asked.length / seconds).toBeGreaterThan(20);
  },
);

test("a transfer by hand does not wait", async () => {
  const { takeTurn } = await environment();
  const before = performance.now();
  for (let turn = 0; turn < 3; turn += 1) await takeTurn();
  expect(performance.now()).toBe(before);
});
