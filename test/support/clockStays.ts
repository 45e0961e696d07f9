import { afterAll, expect } from "vitest";
import { clockOffset, resetClock } from "./control.ts";

// Files share a stack, and some compare the real time with the stack's clock. Therefore the clock is reset after each
// file. A file that leaves it far ahead fails, because its rows, dated in the future, would come first in the next
// file's lists.

/** Stripe and Cognito count whole seconds, so some tests let a second pass. */
const MAX_SECONDS_AHEAD = 60;

afterAll(async () => {
  const ahead = await clockOffset();
  await resetClock();
  expect(ahead, "the seconds by which this file left the clock ahead").toBeLessThan(MAX_SECONDS_AHEAD);
});
