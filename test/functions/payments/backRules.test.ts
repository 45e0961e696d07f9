import { expect, test } from "vitest";
import { backOf } from "../../../functions/payments/backRules.ts";

const invoice = (payment: string, paid: number, credited = 0) => ({ payment, created: 0, paid, credited });
const LATER = "2026-01-01T00:00:00.000Z";

test.each([
  {
    what: "the amount that the purchase deducted is refunded from earlier payments, newest first",
    invoices: [invoice("pi_2", 1000, 2000), invoice("pi_1", 3000)],
    credited: 1500,
    back: [
      { payment: "pi_2", cents: 1000 },
      { payment: "pi_1", cents: 500 },
    ],
  },
  {
    what: "the part of the deduction that was paid from a balance at Stripe is not refunded",
    invoices: [invoice("pi_2", 1000), invoice("pi_1", 3000)],
    credited: 1500,
    back: [{ payment: "pi_2", cents: 1000 }],
  },
  {
    what: "the credit that covered a whole invoice is refunded from the payments before it",
    invoices: [invoice("in_2", 0, 3000), invoice("pi_1", 3000)],
    credited: 1500,
    back: [{ payment: "pi_1", cents: 1500 }],
  },
])("$what", ({ invoices, credited, back }) => {
  expect(backOf(invoices, LATER, credited)).toEqual(back);
});
