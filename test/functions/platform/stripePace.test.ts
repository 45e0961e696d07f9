import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MINUTE } from "#shared/instant.ts";
import { keepStripePace, slowDown, takeTurn } from "../../../functions/platform/stripePace.ts";
import { mostInASecond } from "../../../scripts/bench/payouts/pace.ts";

beforeAll(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout"] }));
afterAll(() => void vi.useRealTimers());

/** Sends `count` requests to each endpoint at once. @returns the times of their start, one list per endpoint */
async function begun(endpoints: readonly string[], count: number): Promise<number[][]> {
  const times = endpoints.map(async (endpoint) => {
    const of: number[] = [];
    await Promise.all(
      Array.from({ length: count }, async () => {
        await takeTurn(endpoint);
        of.push(performance.now());
      }),
    );
    return of;
  });
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  return Promise.all(times);
}
const endpoints = (count: number) => Array.from({ length: count }, (_, index) => `GET /v1/${index}`);
const rates = (times: number[][]) => ({
  ofOne: Math.max(...times.map(mostInASecond)),
  inAll: mostInASecond(times.flat().sort((a, b) => a - b)),
});

test("calls to Stripe for customers are sent at once", async () => {
  expect(rates(await begun(endpoints(2), 100))).toEqual({ ofOne: 100, inAll: 200 });
});

test("a job sends 15 requests a second per endpoint and 50 in total, and for some time after a refusal only half of that", async () => {
  keepStripePace();
  expect(rates(await begun(endpoints(8), 100))).toEqual({ ofOne: 15, inAll: 50 });
  slowDown();
  expect(rates(await begun(endpoints(8), 40))).toEqual({ ofOne: 7, inAll: 25 });
  expect(rates(await begun(endpoints(1), 100))).toEqual({ ofOne: 15, inAll: 15 });
});
