import { beforeEach, describe, expect, test, vi } from "vitest";
import { render } from "../../../functions/mail/templates/render.ts";
import { handler } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling, NOW_SECONDS } from "../../support/memory/billing.ts";
import type { StripeWorld } from "../../support/memory/stripeWorld.ts";
import {
  boughtLifetime,
  putOffer,
  putReservation,
  subscribed,
  subscribedTwice,
} from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});

const billing = memoryBilling(handler);
let delivered = 0;
beforeEach(() => {
  delivered = 0;
});

async function deliver(type: string, object: string): Promise<void> {
  delivered += 1;
  const answer = await billing.deliver({ id: `evt_${delivered}`, type, object });
  expect(answer, billing.errors.join("\n")).toBe(200);
}
const textsTo = (to: "operator" | "ann") =>
  [...new Map(billing.mails.map((mail) => [mail.id, mail])).values()]
    .filter((mail) => (to === "operator" ? mail.to === "operator" : mail.to !== "operator"))
    .map((mail) => render(mail, "https://site.example").text)
    .join("\n");

const SESSION = { mode: "payment", status: "complete", payment_status: "paid" } as const;
const LIFETIME = { userId: "ann", product: "lifetime" };

async function secondLifetime(): Promise<{ payment: string; told: () => Promise<void> }> {
  const { sessions, payments } = boughtLifetime() as StripeWorld;
  const second = { id: "pi_2", created: NOW_SECONDS, amount: 400_000, metadata: LIFETIME };
  billing.reset({
    sessions: {
      ...sessions,
      cs_2: { ...SESSION, id: "cs_2", payment_intent: "pi_2", metadata: LIFETIME },
    },
    payments: { ...payments, pi_2: second },
  });
  putOffer(billing.rows, { total: 5, sold: 0, reserved: 1 });
  putReservation(billing.rows, "held");
  await deliver("checkout.session.completed", "cs_life");
  return { payment: "pi_2", told: () => deliver("checkout.session.completed", "cs_2") };
}

async function soldOut(): Promise<{ payment: string; told: () => Promise<void> }> {
  billing.reset(boughtLifetime());
  putOffer(billing.rows, { total: 1, sold: 1, reserved: 0 });
  putReservation(billing.rows, "released");
  return { payment: "pi_life", told: () => deliver("checkout.session.completed", "cs_life") };
}

async function paidAfterTheEnd(): Promise<{ payment: string; told: () => Promise<void> }> {
  const end = NOW_SECONDS - 60;
  billing.reset(subscribed("active"));
  await deliver("checkout.session.completed", "cs_1");
  Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { status: "canceled", ended_at: end });
  Object.assign(billing.stripe.invoices.in_2 ?? {}, { paidAt: end + 30 });
  return { payment: "pi_2", told: () => deliver("invoice.paid", "in_2") };
}

async function secondSubscription(): Promise<{ payment: string; told: () => Promise<void> }> {
  billing.reset(subscribedTwice());
  await deliver("checkout.session.completed", "cs_1");
  return { payment: "pi_9", told: () => deliver("checkout.session.completed", "cs_2") };
}

const WORLDS = {
  "a second lifetime license": secondLifetime,
  "a unit of a sold-out offer": soldOut,
  "a month, after the subscription's end": paidAfterTheEnd,
  "a second subscription": secondSubscription,
};

describe.each(Object.entries(WORLDS))("a payment that bought nothing (%s)", (_name, prepare) => {
  let payment: string;
  let told: () => Promise<void>;
  beforeEach(async () => {
    ({ payment, told } = await prepare());
    billing.mails.length = 0;
  });
  const refunds = () => Object.values(billing.stripe.refunds).map(({ payment_intent }) => payment_intent);
  async function dispute(status: "needs_response" | "won" | "lost"): Promise<void> {
    billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: payment, status } };
    await deliver(`charge.dispute.${status === "needs_response" ? "created" : "closed"}`, "dp_1");
  }

  test("is refunded immediately and once", async () => {
    await told();
    await told();
    expect(refunds()).toEqual([payment]);
  });

  test("is refunded only after its dispute is won, if the dispute came before the payment's event", async () => {
    billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: payment, status: "needs_response" } };
    await told();
    await dispute("needs_response");
    expect(refunds()).toEqual([]);
    expect(textsTo("ann")).not.toMatch(/refund/);
    expect(textsTo("operator")).not.toMatch(/was refunded|canceled and refunded|keeps working/);
    await dispute("won");
    await dispute("won");
    expect(refunds()).toEqual([payment]);
  });

  test("is not refunded after a lost dispute", async () => {
    billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: payment, status: "needs_response" } };
    await told();
    await dispute("lost");
    await told();
    expect(refunds()).toEqual([]);
  });
});

test("a payment that bought a license is kept when its dispute is won", async () => {
  billing.reset(subscribed("active"));
  await deliver("checkout.session.completed", "cs_1");
  billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: "pi_2", status: "won" } };
  await deliver("charge.dispute.closed", "dp_1");
  expect(billing.stripe.refunds).toEqual({});
});
