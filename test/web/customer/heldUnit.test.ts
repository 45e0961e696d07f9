import { act, createElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY, MINUTE, SECOND } from "#shared/instant.ts";
import { Hold } from "../../../web/src/customer/checkout/options/HeldUnit.tsx";
import { mounted } from "../../support/mounted.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
});
afterEach(() => void vi.useRealTimers());

test("the page reloads its data only after the hold has ended by the server's clock", async () => {
  const until = new Date(Date.now() + DAY + MINUTE).toISOString();
  let reads = 0;
  const loader = (): null => {
    reads += 1;
    return null;
  };
  const element = createElement(Hold, { until, skew: DAY, isPaying: true });
  await mounted([{ path: "/", element, loader }], "/");
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(MINUTE - SECOND);
  expect(reads).toBe(1);
  await pass(SECOND);
  expect(reads).toBe(2);
  // The server may have answered a moment too early, so the page reloads its data again.
  await pass(MINUTE);
  expect(reads).toBeGreaterThan(2);
});
