import { expect, test } from "vitest";
import { aboutOf } from "../../../functions/payments/events/table.ts";

const NOBODY = { userId: null, amountCents: null, currency: null };

test.each<[string, unknown, object]>([
  [
    "a checkout session",
    { id: "cs_1", metadata: { userId: "ann" }, amount_total: 3000, currency: "usd" },
    { userId: "ann", amountCents: 3000, currency: "usd" },
  ],
  [
    "an invoice with its subscription's metadata",
    {
      metadata: {},
      parent: { subscription_details: { metadata: { userId: "ann" } } },
      amount_due: 3000,
      currency: "usd",
    },
    { userId: "ann", amountCents: 3000, currency: "usd" },
  ],
  [
    "a refund, which names no customer",
    { amount: 500, currency: "usd" },
    { ...NOBODY, amountCents: 500, currency: "usd" },
  ],
  ["an account without metadata", { id: "acct_1", metadata: null }, NOBODY],
  ["a payload of another shape", { amount: "much", metadata: { userId: 7 } }, NOBODY],
  ["no payload", undefined, NOBODY],
])("the customer and the amount, where known, are read from %s", (_, payload, about) => {
  expect(aboutOf(payload)).toEqual(about);
});
