import { afterAll, expect } from "vitest";
import { clockOffset, resetClock } from "./control.ts";

// Files share a stack, so each begins at the real time, which some compare with the stack's. A file that moves the clock
// far sets it back before it writes more: rows from the future come first in every list of the next file.

/** Stripe and Cognito count whole seconds, so tests let one pass. */
const MAX_SECONDS_AHEAD = 60;

afterAll(async () => {
  const ahead = await clockOffset();
  await resetClock();
  expect(ahead, "the seconds by which this file left the clock ahead").toBeLessThan(MAX_SECONDS_AHEAD);
});
