import { afterAll, expect } from "vitest";
import { clockOffset, resetClock } from "./control.ts";

// Files share a stack. Some files compare the real time with the stack's clock, so each file begins at the real time. A
// file that moves the clock far sets it back, because rows from the future come first in the lists of the next file.

/** Stripe and Cognito count whole seconds, so some tests let a second pass. */
const MAX_SECONDS_AHEAD = 60;

afterAll(async () => {
  const ahead = await clockOffset();
  await resetClock();
  expect(ahead, "the seconds by which this file left the clock ahead").toBeLessThan(MAX_SECONDS_AHEAD);
});
