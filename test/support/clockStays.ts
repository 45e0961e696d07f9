import { afterAll, expect } from "vitest";
import { clockOffset } from "./control.ts";

// Files share a stack. One that moves the clock sets it back: what is written in the future comes first in every list of
// the next file, and once that one sets the clock back, sessions begin before they were ended.

/** A few seconds do no harm: Stripe and Cognito count whole ones, so tests let one pass. */
const MAX_SECONDS_AHEAD = 60;

afterAll(async () => {
  expect(await clockOffset(), "the seconds by which this file left the clock ahead").toBeLessThan(
    MAX_SECONDS_AHEAD,
  );
});
