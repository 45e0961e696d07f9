import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { finishRefunds } from "../../../functions/refunds/carryOut.ts";
import { handler } from "../../../functions/refunds/refundPayment.ts";
import { memoryLedger, START } from "../../support/memory/ledger.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);

type Made = { id: string; amount: number; status: string; metadata: Record<string, string> };
/** Stripe's refunds, and the fault of its next answer. */
const at = vi.hoisted(() => ({ refunds: [] as Made[], lost: false, refusal: "" }));
vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { AppError } = await import("#shared/errors.ts");
  return {
    retrievePayment: async (id: string) => ({
      id,
      amount_received: 3000,
      currency: "usd",
      status: "succeeded",
      description: null,
      created: 0,
      latest_charge: null,
      metadata: { userId: "ann" },
    }),
    refundsOf: async () => at.refunds,
    refund: async (_id: string, amount = 3000, key: string, metadata: Record<string, string>) => {
      if (at.refusal !== "") throw new AppError("CONFLICT", at.refusal);
      const made = { id: `re_${key}`, amount, status: "succeeded", metadata };
      at.refunds.unshift(made);
      if (at.lost) throw new Error("the answer was lost");
      return made;
    },
  };
});

const ledger = memoryLedger();
const environment = { TABLE_EVENTS: "events", TABLE_AUDIT: "audit" };
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
vi.spyOn(console, "error").mockReturnValue();
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
beforeEach(() => {
  ledger.rows.clear();
  Object.assign(at, { refunds: [], lost: false, refusal: "" });
});

type Handler = (call: { input: object; caller: object; now: Date }) => Promise<Record<string, unknown>>;
const ask = (change: object = {}) =>
  (handler as unknown as Handler)({
    input: { paymentIntentId: "pi_1", requestId: "request-1", effect: "cancel", note: "", ...change },
    caller: { userId: "operator", signedInAt: START },
    now: START,
  });
const audited = () => ledger.rows.of("audit").map(({ after }) => after);
const LATER = new Date(START.getTime() + 6 * 60_000);

test("a refund's intent is audited before the call to Stripe, and its result after the call", async () => {
  at.refusal = "Stripe says no.";
  await expect(ask()).rejects.toMatchObject({ code: "CONFLICT" });
  expect(audited()).toEqual([
    { asked: { amountCents: null, effect: "cancel" } },
    { refused: "Stripe says no.", effect: "cancel" },
  ]);
  const [asked = "", result = ""] = ledger.rows.of("audit").map(({ sk }) => String(sk).split("#")[0]);
  expect(asked < result).toBe(true);
});

test("the sweep audits the result of a call that died after Stripe's answer, without a second refund", async () => {
  at.lost = true;
  await expect(ask()).rejects.toThrow("lost");
  at.lost = false;
  expect(await finishRefunds(START)).toBe(0);
  expect(await finishRefunds(LATER)).toBe(1);
  expect(at.refunds).toHaveLength(1);
  expect(audited().at(-1)).toMatchObject({ refund: "re_refund-request-1", amountCents: 3000 });
  expect(await finishRefunds(LATER)).toBe(0);
  expect(await ask()).toMatchObject({ refundId: "re_refund-request-1" });
  expect(at.refunds).toHaveLength(1);
});

test("the sweep makes the refund of a call that died before it called Stripe", async () => {
  at.refusal = "";
  const { rows } = ledger;
  at.lost = true;
  await expect(ask()).rejects.toThrow("lost");
  Object.assign(at, { refunds: [], lost: false });
  expect(rows.of("events")).toHaveLength(1);
  await finishRefunds(LATER);
  expect(at.refunds).toHaveLength(1);
});

test("refunds that fail in every run do not delay a newer one", async () => {
  at.lost = true;
  for (let index = 1; index <= 26; index += 1)
    await expect(ask({ paymentIntentId: `pi_${index}`, requestId: `request-${index}` })).rejects.toThrow(
      "lost",
    );
  at.refunds = at.refunds.filter(({ id }) => id === "re_refund-request-26");
  expect(await finishRefunds(LATER)).toBe(26);
  expect(audited().at(-1)).toMatchObject({ refund: "re_refund-request-26" });
  expect(await finishRefunds(LATER)).toBe(25);
});

test("a refund that Stripe refused is not retried", async () => {
  at.refusal = "Charge has already been refunded.";
  await expect(ask()).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await finishRefunds(LATER)).toBe(0);
});

test.each([{ amountCents: 500 }, { effect: "keep" }, { paymentIntentId: "pi_2" }])(
  "a repeated request with %j is a conflict and refunds nothing",
  async (change) => {
    await ask();
    await expect(ask(change)).rejects.toMatchObject({ code: "CONFLICT", field: "requestId" });
    expect(at.refunds).toHaveLength(1);
  },
);

test("only a refund without a cancellation is marked as a gift at Stripe", async () => {
  await ask({ effect: "keep" });
  await ask({ requestId: "request-2" });
  expect(at.refunds.map(({ metadata }) => metadata.gift)).toEqual([undefined, "true"]);
});
