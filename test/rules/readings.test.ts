import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * Modules that read from Stripe outside a reading (platform/reading.ts) but write rows, each with the reason why an
 * older answer cannot replace a newer answer.
 */
const ORDERED_OTHERWISE: Readonly<Record<string, string>> = {
  "functions/checkout/holding/holdCode.ts":
    "A page's end is final, a count of redemptions only grows, and the holds are written with a version check.",
  "functions/checkout/holding/holdUnit.ts":
    "A session's end is final, and only the hold that was read is released.",
  "functions/reconciliation/sweepReservations.ts":
    "A session's end is final, and only the hold that was read is released.",
  "functions/payouts/transfers/reversals.ts":
    "A reversal is final, and is credited once by a check of the payout's version.",
};

const ASKS = /import \{[^}]*\bstripe\b[^}]*\} from "(?:\.\.\/)+platform\/stripe\.ts"/;
const WRITES =
  /import \{[^}]*\b(?:transact|putItem|updateItem|deleteItem)\b[^}]*\} from "(?:\.\.\/)+platform\/dynamo\.ts"/;

const isBypass = (text: string) => ASKS.test(text) && WRITES.test(text);

test("code that reads from Stripe and writes rows uses a reading, or has a listed reason", () => {
  const found = globSync("functions/**/*.ts", { cwd: root }).filter((file) =>
    isBypass(readFileSync(path.join(root, file), "utf8")),
  );
  expect(
    found.sort(),
    "Start a reading before you call Stripe, and store through its commit (docs/decisions/how-does-what-stripe-says-reach-our-tables.md)",
  ).toEqual(Object.keys(ORDERED_OTHERWISE).sort());
});

test("the check finds a handler that stores an answer of Stripe without a reading", () => {
  const planted = `import {
  retryOnConflict,
  transact,
} from "../platform/dynamo.ts";
import { refund, stripe } from "../platform/stripe.ts";`;
  expect(isBypass(planted)).toBe(true);
  expect(isBypass(planted.replace("transact", "getItem"))).toBe(false);
  expect(isBypass(planted.replace("platform/stripe.ts", "platform/reading.ts"))).toBe(false);
});
