import { createElement } from "react";
import { expect, test } from "vitest";
import { RefundDialog } from "../../../web/src/operator/customer/Refund.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const MONTH = {
  id: "pi_month",
  amount_cents: 3_000,
  refunded_cents: 500,
  currency: "usd",
  status: "succeeded",
  dispute: null,
  description: null,
  created_at: "2026-11-05T10:00:00.000Z",
};
const YEAR = { ...MONTH, id: "pi_year", amount_cents: 27_968, refunded_cents: 7_968 };

const said = async (payment: typeof MONTH & { credited?: { id: string; cents: number }[] }) => {
  const left = payment.amount_cents - payment.refunded_cents;
  const given = { payment, all: [payment, MONTH], left, userId: "ann", email: "ann@example.com" };
  return wordsOf(await htmlOf(createElement(RefundDialog, { ...given, onClose: () => undefined })));
};

test("the dialog for the last refund of a payment names earlier refunds and credits", async () => {
  const words = await said({ ...YEAR, credited: [{ id: MONTH.id, cents: 2_032 }] });
  expect(words).toContain("$79.68 was refunded before. This refund returns the rest.");
  expect(words).toContain("$20.32 of the payment of Nov 5, 2026 was credited to this one.");
  expect(words).toContain("refund it from that payment, of which $5.00 is refunded already.");
  const plain = await said({ ...YEAR, refunded_cents: 0 });
  expect(plain).not.toMatch(/refunded before|came off/);
});
