import { expect, test } from "vitest";
import type { Dispute } from "#shared/disputes/operator.ts";
import { situationOf } from "../../../web/src/operator/disputes/words.tsx";

const DISPUTE: Dispute = {
  id: "du_1",
  payment_id: "pi_1",
  user_id: "ann",
  amount_cents: 3000,
  currency: "usd",
  reason: "fraudulent",
  status: "needs_response",
  is_inquiry: false,
  due_by: "2026-12-01T00:00:00.000Z",
  can_answer: false,
  submitted: false,
  created_at: "2026-11-20T00:00:00.000Z",
};

test.each([
  ["that can be answered", { can_answer: true }, /^The bank has taken the money back\. Submit evidence/],
  ["that is an inquiry", { can_answer: true, is_inquiry: true }, /^This is only an inquiry/],
  [
    "whose evidence is submitted",
    { status: "under_review", submitted: true },
    /^The evidence is with the bank/,
  ],
  ["whose deadline has passed", {}, /^The deadline for evidence has passed/],
  ["for which the bank accepts no evidence", { due_by: null }, /^The bank accepts no evidence in this case/],
  ["that is won", { status: "won", submitted: true }, /^The bank decided in our favor/],
  ["that Stripe prevented", { status: "prevented" }, /^Stripe settled this before it became a dispute/],
  [
    "that can be appealed",
    { status: "appeal_needs_response", submitted: true },
    /^The bank decided against us\. An appeal/,
  ],
  ["with an appeal", { status: "appeal_under_review", submitted: true }, /^The bank decided against us, and/],
] as const)("the page of a dispute %s says so", (_, change, words) => {
  expect(situationOf({ ...DISPUTE, ...change })).toMatch(words);
});
