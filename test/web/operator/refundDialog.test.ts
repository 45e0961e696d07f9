import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { PaymentState } from "../../../web/src/operator/customer/Payments.tsx";
import { RefundDialog } from "../../../web/src/operator/customer/Refund.tsx";
import { mounted } from "../../support/mounted.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const asked = vi.hoisted(() => [] as { requestId: string }[]);
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async (_contract: unknown, input: { requestId: string }) => {
    asked.push(input);
    throw new ApiError("NETWORK_ERROR", "The server could not be reached.");
  },
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
  const left = payment.amount_cents - payment.refunded_cents;
  const given = { payment, all: [payment, MONTH], left, userId: "ann", email: "ann@example.com" };
  return wordsOf(await htmlOf(createElement(RefundDialog, { ...given, onClose: () => undefined })));
};

test("the refund dialog names a payment's earlier refunds and credits", async () => {
  const words = await said({ ...YEAR, credited: [{ id: MONTH.id, cents: 2_032 }] });
  expect(words).toContain("$79.68 was refunded before. This refund returns the rest.");
  expect(words).toContain("$20.32 of the payment of Nov 5, 2026 was credited to this payment.");
  expect(words).toContain("refund the earlier payment, of which $5.00 is refunded already.");
  const plain = await said({ ...YEAR, refunded_cents: 0 });
  expect(plain).not.toMatch(/refunded before|was credited/);
});

test("a second click after a lost answer sends the same request id", async () => {
  const given = { payment: YEAR, all: [YEAR], left: 20_000, userId: "ann", email: "ann@example.com" };
  const element = createElement(RefundDialog, { ...given, onClose: () => undefined });
  const page = await mounted([{ path: "/", element }], "/");
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
