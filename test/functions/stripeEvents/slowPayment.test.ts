import type { Context } from "aws-lambda";
import type Stripe from "stripe";
import { describe, expect, test, vi } from "vitest";
import { DAY } from "#shared/instant.ts";
import { handler as deleteAccount } from "../../../functions/customers/deleteAccount.ts";
import { handler as deleteCustomer } from "../../../functions/customers/deleteCustomer.ts";
import { handler as sweep } from "../../../functions/reconciliation/sweepReservations.ts";
import { handler as webhook } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling, NOW, NOW_SECONDS } from "../../support/memory/billing.ts";
import { putAccount } from "../../support/memory/ledger.ts";
import { operatorClaims, operatorRow } from "../../support/memory/operator.ts";
import { memoryQueues } from "../../support/memory/queue.ts";
import { boughtLifetime, offerOf, putOffer, putReservation } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});
const billing = memoryBilling(webhook);
for (const table of ["users", "payouts", "audit"]) vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
vi.stubEnv("ERASURES_QUEUE_URL", "erasures");
const erasures: unknown[] = [];
memoryQueues(billing.network, (url, body) => {
  if (url === "erasures") erasures.push(JSON.parse(body));
});

/** Ann leaves Stripe's page with a slow payment in this status, and its event never arrives. */
function payLater(status: Stripe.PaymentIntent.Status): void {
  billing.reset(boughtLifetime());
  const { sessions, payments } = billing.stripe;
  Object.assign(payments.pi_life ?? {}, { status });
  if (status !== "succeeded") Object.assign(sessions.cs_life ?? {}, { payment_status: "unpaid" });
  putOffer(billing.rows, { total: 3, sold: 1, reserved: 1 });
  putReservation(billing.rows, "held");
  billing.rows.put("promotions", { ...reservation(), sessionId: "cs_life" });
}
const reservation = () => billing.rows.partition("promotions", "reservation#ann")[0];

const run = () =>
  sweep({}, { awsRequestId: "sweep", getRemainingTimeInMillis: () => 60_000 } as unknown as Context);

test.each<Stripe.PaymentIntent.Status>(["requires_payment_method", "canceled"])(
  "a unit with a failed slow payment (%s) is released even without an event",
  async (status) => {
    payLater(status);
    expect(await run()).toEqual({ due: 1, released: 1 });
    expect(reservation()).toMatchObject({ state: "released" });
    expect(offerOf(billing.rows)).toMatchObject({ sold: 1, reserved: 0, left: 2, isKept: true });
  },
);

/** `requires_action` is the status of a voucher that the buyer has not paid yet. */
test.each<Stripe.PaymentIntent.Status>(["processing", "requires_action"])(
  "a unit with a pending slow payment (%s) is checked again after a day",
  async (status) => {
    payLater(status);
    expect(await run()).toEqual({ due: 1, waiting: 1 });
    const heldUntil = new Date(NOW.getTime() + DAY).toISOString();
    expect(reservation()).toMatchObject({ state: "held", heldUntil });
  },
);

test("a unit with a completed slow payment is sold even without an event", async () => {
  payLater("succeeded");
  expect(await run()).toEqual({ due: 1, sold: 1 });
  const missed = vi.mocked(console.warn).mock.calls.filter(([line]) => line.includes('"webhook.missed"'));
  expect(missed).toHaveLength(1);
  expect(offerOf(billing.rows)).toMatchObject({ sold: 2, reserved: 0, isKept: true });
});

describe("deleting the account", () => {
  async function ask(handler: typeof deleteAccount | typeof deleteCustomer, sub: string, input: object) {
    erasures.length = 0;
    putAccount(billing.rows, "ann");
    billing.rows.put("users", operatorRow("op"));
    const claims = operatorClaims(sub, NOW_SECONDS);
    const event = {
      headers: { "content-type": "application/json", "x-origin-secret": "origin" },
      requestContext: { authorizer: { jwt: { claims } } },
      body: JSON.stringify({ email: "ann@example.com", note: "", ...input }),
    };
    const answer = await handler(event as never, { awsRequestId: "request" } as Context);
    return { status: answer.statusCode, body: JSON.parse(String(answer.body)) };
  }
  const byThemselves = () => ask(deleteAccount, "ann", {});
  const byOperator = () => ask(deleteCustomer, "op", { userId: "ann" });

  test.each([
    ["the customer", byThemselves],
    ["an operator", byOperator],
  ])("by %s is refused while a payment is pending or has granted nothing yet", async (_who, remove) => {
    for (const status of ["processing", "succeeded"] as const) {
      payLater(status);
      expect(await remove()).toMatchObject({
        status: 409,
        body: {
          code: "CONFLICT",
          error: expect.stringMatching(/^(You have|This user has) a payment in progress/),
        },
      });
      expect(erasures).toEqual([]);
    }
    payLater("requires_payment_method");
    expect((await remove()).status).toBe(200);
    expect(erasures).toMatchObject([{ userId: "ann" }]);
  });

  test("is possible with an unpaid page and once the unit is sold", async () => {
    payLater("processing");
    Object.assign(billing.stripe.sessions.cs_life ?? {}, { status: "open" });
    expect((await byThemselves()).status).toBe(200);
    payLater("succeeded");
    await run();
    expect((await byThemselves()).status).toBe(200);
  });
});
