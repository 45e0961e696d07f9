import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * Modules that ask Stripe outside a reading (platform/reading.ts) and write rows all the same, each with the reason
 * why an older answer cannot replace a newer one there.
 */
const ORDERED_OTHERWISE: Readonly<Record<string, string>> = {
  "functions/checkout/holding/holdCode.ts":
    "A page's end is final, a count of redemptions only grows, and the holds are written on their version.",
  "functions/checkout/holding/holdUnit.ts":
    "A session's end is final, and only the hold that was read is released.",
  "functions/reconciliation/sweepReservations.ts":
    "A session's end is final, and only the hold that was read is released.",
  "functions/payouts/transfers/reversals.ts":
    "A reversal is final, and is credited once, on the payout's version.",
};

const ASKS = /import \{[^}]*\bstripe\b[^}]*\} from "(?:\.\.\/)+platform\/stripe\.ts"/;
const WRITES =
  /import \{[^}]*\b(?:transact|putItem|updateItem|deleteItem)\b[^}]*\} from "(?:\.\.\/)+platform\/dynamo\.ts"/;

const isBypass = (text: string) => ASKS.test(text) && WRITES.test(text);

test("code that asks Stripe and writes rows does it in a reading, or says what orders it otherwise", () => {
  const found = globSync("functions/**/*.ts", { cwd: root }).filter((file) =>
    isBypass(readFileSync(path.join(root, file), "utf8")),
  );
  expect(
    found.sort(),
    "Start a reading before you ask Stripe and store by its commit (docs/decisions/how-does-what-stripe-says-reach-our-tables.md)",
  ).toEqual(Object.keys(ORDERED_OTHERWISE).sort());
});

test("a handler that asks Stripe and stores the answer without a reading is found", () => {
  const planted = `import {
  retryOnConflict,
  transact,
} from "../platform/dynamo.ts";
import { refund, stripe } from "../platform/stripe.ts";`;
  expect(isBypass(planted)).toBe(true);
  expect(isBypass(planted.replace("transact", "getItem"))).toBe(false);
  expect(isBypass(planted.replace("platform/stripe.ts", "platform/reading.ts"))).toBe(false);
});
