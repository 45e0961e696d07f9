import { createElement } from "react";
import { expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { getPayment } from "#shared/insights/payment.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { PaymentState } from "../../../web/src/operator/customer/Payments.tsx";
import { RefundDialog } from "../../../web/src/operator/customer/Refund.tsx";
import { mounted } from "../../support/mounted.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const asked = vi.hoisted(() => [] as { requestId: string }[]);
const given = vi.hoisted(() => ({ commission: null as object | null, isKnown: true }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: { requestId: string }) => {
    if (path === getPayment.path && given.isKnown) return { commission: given.commission };
    if (path !== getPayment.path) asked.push(input);
    throw new ApiError("NETWORK_ERROR", "The server could not be reached.");
  },
}));
vi.mock("../../../web/src/operator/gate/admission.ts", async (original) => ({
  ...(await original<object>()),
  isFlagged: () => true,
}));

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
  const given = { payment, all: [payment, MONTH], userId: "ann", email: "ann@example.com" };
  return wordsOf(await htmlOf(createElement(RefundDialog, { ...given, onClose: () => undefined })));
};

const refunding = () => {
  const props = { payment: YEAR, all: [YEAR], userId: "ann", email: "ann@example.com" };
  const element = createElement(RefundDialog, { ...props, onClose: () => undefined });
  return mounted([{ path: "/", element }], "/");
};

test("the refund dialog names a payment's earlier refunds and credits", async () => {
  const words = await said({ ...YEAR, credited: [{ id: MONTH.id, cents: 2_032 }] });
  expect(words).toContain("$79.68 was refunded before. This refund returns the rest.");
  expect(words).toContain("$20.32 of the payment of Nov 5, 2026 was credited to this payment.");
  expect(words).toContain("refund the earlier payment, of which $5.00 is refunded already.");
  const plain = await said({ ...YEAR, refunded_cents: 0 });
  expect(plain).not.toMatch(/refunded before|was credited/);
});

const earned = { earned_cents: 80_000, back_cents: 20_000 };
const UNPAID = "The affiliate's commission of $600.00 is not in a payout yet.";
const IN_PAYOUT = "The affiliate's commission of $600.00 is in a payout, which pays it unchanged.";
const PAID = "The affiliate's commission of $600.00 is already paid out.";
const OWED = "from the affiliate's next payout. If they earn nothing more, we do not get it back.";
test.each<[string, { status: string; back_cents?: number } | null, string]>([
  ["on hold", { status: "pending" }, `${UNPAID} This refund takes it back.`],
  ["held", { status: "held" }, `${UNPAID} This refund takes it back.`],
  ["payable", { status: "available" }, `${UNPAID} This refund takes it back.`],
  ["in a payout", { status: "in_payout" }, `${IN_PAYOUT} We deduct it ${OWED}`],
  ["paid out", { status: "paid" }, `${PAID} We deduct it ${OWED}`],
  ["already taken back", { status: "paid", back_cents: 80_000 }, ""],
  ["void", { status: "void" }, ""],
  ["missing", null, ""],
])("about a commission that is %s, the refund dialog says %j", async (_, commission, said) => {
  Object.assign(given, { commission: commission && { ...earned, ...commission }, isKnown: true });
  const page = await refunding();
  if (said === "") expect(page.words()).not.toMatch(/commission/);
  else expect(page.words()).toContain(said);
});

test("a partial refund takes back a part of the commission", async () => {
  Object.assign(given, { commission: { ...earned, status: "paid" }, isKnown: true });
  const page = await refunding();
  await page.type("Amount in USD", "50.00");
  expect(page.words()).toContain(`${PAID} We deduct the same share of it ${OWED}`);
});

test("an operator can refund a payment even if its commission could not be read", async () => {
  given.isKnown = false;
  const page = await refunding();
  expect(page.words()).toContain("We could not check whether an affiliate earned a commission");
  const before = asked.length;
  await page.submit();
  expect(asked).toHaveLength(before + 1);
});

test("a second click after a lost answer sends the same request id", async () => {
  const page = await refunding();
  asked.length = 0;
  await page.type("Amount in USD", "50.00");
  await page.submit();
  expect(page.words()).toContain("Refund failed");
  await page.type("Note", "Asked by mail");
  await page.submit();
  expect(asked).toHaveLength(2);
  expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(1);
});

test("a payment that a bank has taken back is not called succeeded", async () => {
  const payment = { ...YEAR, refunded_cents: 0, dispute: "lost" as const };
  expect(wordsOf(await htmlOf(createElement(PaymentState, { payment })))).toBe("dispute lost");
});
