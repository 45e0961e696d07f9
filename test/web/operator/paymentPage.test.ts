import { createElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Endpoint, Output } from "#shared/endpoint.ts";
import type { Need } from "#shared/insights/needs.ts";
import { getPayment } from "#shared/insights/payment.ts";
import { BACK_OFFICE } from "../../../web/src/app/backOffice.ts";
import { Desk } from "../../../web/src/operator/shell/Desk.tsx";
import { ANSWERS, STATS } from "../../support/backOfficeAnswers.ts";
import { mounted } from "../../support/mounted.ts";

const given = vi.hoisted(() => ({ answer: (): unknown => ({}) }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async () => given.answer(),
}));
vi.mock("../../../web/src/operator/gate/admission.ts", async (original) => ({
  ...(await original<object>()),
  isFlagged: () => true,
}));

type Found = Output<typeof getPayment>;
let disputed: Found;
beforeEach(() => {
  disputed = ANSWERS.find(
    ([contract]: readonly [Endpoint, unknown]) => contract === getPayment,
  )?.[1] as Found;
});
const shown = async (found: Found, waiting: Need[] = []) => {
  given.answer = () => found;
  const needs = { needs: waiting, unknown: [], disputes: [], incidents: [] };
  const element = createElement(Desk, {
    email: "operator@example.com",
    isReader: false,
    stats: STATS,
    needs,
  });
  const page = await mounted([{ path: "/admin", element, children: BACK_OFFICE }], "/admin/payments/pi_0");
  return page;
};

test("the page summarizes a payment in a sentence and shows each of its parts and ids", async () => {
  const words = (await shown(disputed)).words();
  expect(words).toMatch(
    /Paid \$30\.00 on .*, which the bank disputes\. The subscription is suspended until the bank decides/,
  );
  for (const part of [
    "visa, ending in 4242, US",
    "$4.79",
    "$1.17",
    "F85C5B2C-0001",
    "Refund of $10.00",
    "Dispute of $20.00",
    "earned $5.04. $1.68 was taken back. The other $3.36 is on hold.",
    ...["pi_0", "ch_1", "in_1", "sub_1", "cus_1", "re_1", "dp_1", "user-1"],
  ])
    expect(words, part).toContain(part);
});

test("the page of a payment shows only this payment's fraud warning", async () => {
  const found: Need = {
    kind: "fraudWarning",
    count: 1,
    since: "2026-11-24T10:00:00.000Z",
    amount_cents: 3_000,
  };
  const words = async (payment_id: string) => (await shown(disputed, [{ ...found, payment_id }])).words();
  expect(await words(disputed.payment.id)).toContain("may be fraud\nRefund it in full");
  expect(await words("pi_another")).not.toContain("may be fraud");
});

test("the page of a payment without a license says so, and offers “Sync with Stripe”", async () => {
  const { payment, ...rest } = disputed;
  const paid = { ...payment, dispute: null, refunded_cents: 0 };
  const words = (await shown({ ...rest, payment: paid, license: null, refunds: [], disputes: [] })).words();
  expect(words).toMatch(/Paid \$30\.00 on .*, but got no license\./);
  expect(words).toContain("Sync with Stripe");
});

test("the page of a payment with an unknown customer offers neither a refund nor “Sync with Stripe”", async () => {
  const words = (await shown({ ...disputed, customer: null, license: null, commission: null })).words();
  expect(words).toContain("Stripe's data does not name the customer of this payment.");
  expect(words).not.toMatch(/^Refund$|Sync with Stripe/m);
});

const LATER = "which comes off the affiliate's later payouts.";
test.each<[string, Partial<NonNullable<Found["commission"]>>, string]>([
  ["on hold", { status: "pending" }, "It is on hold."],
  ["held", { status: "held" }, "It is on hold."],
  ["payable", { status: "available" }, "It is payable."],
  ["in a payout", { status: "in_payout" }, "It is in a payout."],
  ["paid out", { status: "paid" }, "It is paid out."],
  ["taken back", { status: "reversed", back_cents: 80_000 }, "$800.00 was taken back."],
  [
    "taken back before and after its payout",
    { status: "paid", back_cents: 80_000, late_cents: 50_000 },
    `$300.00 was taken back. The other $500.00 is paid out. Afterwards, $500.00 was taken back, ${LATER}`,
  ],
  [
    "taken back in part, and back after a won dispute",
    { status: "paid", back_cents: 0, late_cents: -30_000 },
    "$300.00 was taken back. The other $500.00 is paid out. Afterwards, $300.00 was given back, which is added to the affiliate's later payouts.",
  ],
])("the page says what became of a commission that is %s", async (_, change, said) => {
  const commission = { ...disputed.commission, earned_cents: 80_000, back_cents: 0, ...change };
  const words = (await shown({ ...disputed, commission } as Found)).words();
  expect(words.replaceAll("\n", " ")).toContain(`earned $800.00. ${said}`);
});

test.each<[string, { is_booked?: boolean; customer?: null; payment?: string }, string]>([
  [
    "before Stripe's event has arrived",
    { is_booked: false },
    "Not booked yet: we have not handled Stripe's event about this payment. If it does not arrive, the nightly comparison with Stripe books the payment.",
  ],
  ["without `is_booked`, as an earlier release answers", {}, "No affiliate earns from this payment."],
  ["that is booked", { is_booked: true }, "No affiliate earns from this payment."],
  [
    "whose customer is unknown",
    { is_booked: false, customer: null },
    "No affiliate earns from this payment.",
  ],
  ["that failed", { is_booked: false, payment: "failed" }, "No affiliate earns from this payment."],
])(
  "the page says what is known about the commission of a payment %s",
  async (_which, { payment, ...change }, said) => {
    const status =
      payment === undefined ? {} : { payment: { ...disputed.payment, status: "requires_payment_method" } };
    const words = (await shown({ ...disputed, commission: null, ...change, ...status })).words();
    expect(words).toContain(`Commission\n${said}`);
  },
);
