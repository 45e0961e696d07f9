import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import Stripe from "stripe";
import { beforeEach, expect, test, vi } from "vitest";
import {
  closeCheckout,
  endSubscription,
  finalizeInvoice,
  setAutoAdvance,
  updateSubscription,
  voidInvoice,
} from "../../../functions/platform/changeAtStripe.ts";

const subscriptions = vi.hoisted(() => ({ update: vi.fn(), cancel: vi.fn(), retrieve: vi.fn() }));
const invoices = vi.hoisted(() => ({
  update: vi.fn(),
  voidInvoice: vi.fn(),
  finalizeInvoice: vi.fn(),
  retrieve: vi.fn(),
}));
const invoicePayments = vi.hoisted(() => ({ list: vi.fn() }));
const sessions = vi.hoisted(() => ({ expire: vi.fn(), retrieve: vi.fn() }));
vi.mock("../../../functions/platform/stripe.ts", () => ({
  stripe: async () => ({ subscriptions, invoices, invoicePayments, checkout: { sessions } }),
}));
beforeEach(() => {
  vi.resetAllMocks();
  invoicePayments.list.mockResolvedValue({ data: [] });
});

const REFUSED = new Stripe.errors.StripeInvalidRequestError({
  type: "invalid_request_error",
  message: "A canceled subscription can only update its cancellation_details and metadata.",
  statusCode: 400,
} as never);
const LOST = new Stripe.errors.StripeConnectionError({ message: "lost" } as never);

/** Each change: its call at Stripe, its answer for each final status, and a status that allows the change. */
const CHANGES = [
  {
    name: "updateSubscription",
    change: () => updateSubscription("sub_1", { cancel_at_period_end: true }),
    call: subscriptions.update,
    now: subscriptions.retrieve,
    over: [
      ["canceled", false],
      ["incomplete_expired", false],
    ],
    changeable: "active",
  },
  {
    name: "endSubscription",
    change: () => endSubscription("sub_1"),
    call: subscriptions.cancel,
    now: subscriptions.retrieve,
    over: [
      ["canceled", undefined],
      ["incomplete_expired", undefined],
    ],
    changeable: "active",
  },
  {
    name: "setAutoAdvance",
    change: () => setAutoAdvance("in_1", false),
    call: invoices.update,
    now: invoices.retrieve,
    over: [
      ["paid", false],
      ["void", false],
    ],
    changeable: "open",
  },
  {
    name: "voidInvoice",
    change: () => voidInvoice("in_1"),
    call: invoices.voidInvoice,
    now: invoices.retrieve,
    over: [
      ["paid", undefined],
      ["void", undefined],
    ],
    changeable: "open",
  },
  {
    name: "finalizeInvoice",
    change: () => finalizeInvoice("in_1"),
    call: invoices.finalizeInvoice,
    now: invoices.retrieve,
    over: [
      ["open", { status: "open" }],
      ["paid", { status: "paid" }],
    ],
    changeable: "draft",
  },
  {
    name: "closeCheckout",
    change: () => closeCheckout("cs_1"),
    call: sessions.expire,
    now: sessions.retrieve,
    over: [
      ["expired", true],
      ["complete", false],
    ],
    changeable: "open",
  },
] as const;

test.each(CHANGES.flatMap((row) => row.over.map(([status, answer]) => ({ ...row, status, answer }))))(
  "$name does not fail on a refusal if the status is already $status",
  async ({ change, call, now, status, answer }) => {
    call.mockRejectedValue(REFUSED);
    now.mockResolvedValue({ status });
    expect(await change()).toEqual(answer);
  },
);

test.each(CHANGES)("$name throws a refusal for another reason", async ({ change, call, now, changeable }) => {
  call.mockRejectedValue(REFUSED);
  now.mockResolvedValue({ status: changeable });
  await expect(change()).rejects.toBe(REFUSED);
});

test.each(CHANGES)("$name throws after a lost answer", async ({ change, call, now }) => {
  call.mockRejectedValue(LOST);
  await expect(change()).rejects.toBe(LOST);
  expect(now).not.toHaveBeenCalled();
});

test.each([
  ["processing", true],
  ["requires_payment_method", false],
])("an invoice whose payment is %s is left open: %s", async (status, isLeft) => {
  invoices.voidInvoice.mockRejectedValue(REFUSED);
  invoices.retrieve.mockResolvedValue({ status: "open" });
  invoicePayments.list.mockResolvedValue({ data: [{ payment: { payment_intent: { status } } }] });
  const done = await voidInvoice("in_1").then(
    () => true,
    () => false,
  );
  expect(done).toBe(isLeft);
});

test("a subscription ends immediately, without a credit, and Stripe stores the reason", async () => {
  await endSubscription("sub_1", "refunded");
  expect(subscriptions.cancel).toHaveBeenCalledExactlyOnceWith("sub_1", {
    prorate: false,
    cancellation_details: { comment: "refunded" },
  });
});

test("finalizing an invoice does not make Stripe charge it", async () => {
  invoices.finalizeInvoice.mockResolvedValue({ status: "open" });
  expect(await finalizeInvoice("in_1")).toEqual({ status: "open" });
  expect(invoices.finalizeInvoice).toHaveBeenCalledExactlyOnceWith("in_1", { auto_advance: false });
});

const CHANGES_DIRECTLY =
  /subscriptions\s*\.(?:update|cancel|resume)\(|invoices\s*\.(?:update|voidInvoice|finalizeInvoice)\(|sessions\s*\.expire\(/;

test("only changeAtStripe.ts changes subscriptions, invoices and checkout sessions, because they may end at Stripe during the change", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const found = globSync("functions/**/*.ts", { cwd: root }).filter((file) =>
    CHANGES_DIRECTLY.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(found).toEqual([path.join("functions", "platform", "changeAtStripe.ts")]);
});
