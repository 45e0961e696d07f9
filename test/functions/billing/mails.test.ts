import type Stripe from "stripe";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SubscriptionStatus } from "#shared/billing/subscription.ts";
import { handler } from "../../../functions/billing/stripeWebhook.ts";
import { render } from "../../../functions/mail/render.ts";
import { memoryBilling, NOW_SECONDS } from "../../support/memory/billing.ts";
import { boughtLifetime, putOffer, putReservation, subscribed } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});

const DAYS = 24 * 60 * 60;
const billing = memoryBilling(handler);
beforeEach(() => billing.reset({}));

async function deliver(type: string, object: string): Promise<void> {
  const id = `evt_${type}_${object}_${billing.mails.length}`;
  expect(await billing.deliver({ id, type, object }), billing.errors.join("\n")).toBe(200);
}
/** What the mails say whose subject is like this. */
const textsOf = (subject: RegExp) =>
  billing.mails
    .map((mail) => render(mail, "https://site.example"))
    .filter((mail) => subject.test(mail.subject))
    .map(({ text }) => text);

describe("a month that is not paid", () => {
  async function texts(status: SubscriptionStatus, owedForDays: number): Promise<string[]> {
    billing.reset(subscribed(status));
    const { in_2 } = billing.stripe.invoices;
    if (in_2) Object.assign(in_2, { status: "open", created: NOW_SECONDS - owedForDays * DAYS });
    await deliver("invoice.payment_failed", "in_2");
    return textsOf(/did not go through/);
  }

  test.each([
    [0, "March 29, 2026"],
    [10, "March 19, 2026"],
  ])("owed for %i days: the application keeps working until %s", async (days, until) => {
    expect(await texts("past_due", days)).toEqual([expect.stringContaining(`keeps working until ${until}.`)]);
  });

  test.each<[SubscriptionStatus, number]>([
    ["past_due", 14],
    ["unpaid", 3],
  ])("%s for %i days: it has stopped until it is paid", async (status, days) => {
    expect(await texts(status, days)).toEqual([expect.stringContaining("has stopped until it is paid")]);
  });

  test("ended with its last try: the mail of its end says it", async () => {
    expect(await texts("canceled", 10)).toEqual([]);
  });
});

describe("a subscription that is set to end", () => {
  const ends = /subscription ends on/;
  const change = () => deliver("customer.subscription.updated", "sub_1");

  test("can be kept with one click", async () => {
    billing.reset(subscribed("active"));
    Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { cancel_at_period_end: true });
    await change();
    expect(textsOf(ends)).toEqual([expect.stringContaining("keep it with one click")]);
  });

  test("because its owner has bought a lifetime license: it cannot be kept, and nobody says so", async () => {
    const [active, life] = [subscribed("active"), boughtLifetime()];
    billing.reset({
      ...active,
      sessions: { ...active.sessions, ...life.sessions },
      payments: { ...active.payments, ...life.payments },
    });
    putOffer(billing.rows, { total: 3, sold: 1, reserved: 1 });
    putReservation(billing.rows, "held");
    await deliver("checkout.session.completed", "cs_1");
    await deliver("checkout.session.completed", "cs_life");
    expect(billing.stripe.subscriptions.sub_1?.cancel_at_period_end).toBe(true);
    await change();
    expect(textsOf(ends)).toEqual([]);
  });
});

describe("a bank that asks about a payment", () => {
  async function change(status: Stripe.Dispute.Status): Promise<void> {
    billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: "pi_2", status } };
    await deliver("charge.dispute.updated", "dp_1");
  }
  /** What reached the operator: a mail's id is sent once. */
  const told = () => [...new Map(billing.mails.map((mail) => [mail.id, mail])).values()];
  beforeEach(async () => {
    billing.reset(subscribed("active"));
    await deliver("customer.subscription.updated", "sub_1");
  });

  test("only asks: the operator has until when to answer, and nothing is said to be suspended", async () => {
    for (const status of ["warning_needs_response", "warning_under_review", "warning_closed"] as const)
      await change(status);
    expect(told()).toMatchObject([{ to: "operator" }]);
    expect(textsOf(/asks about a payment/)[0]).toMatch(/works as before.*\n*.*due by/);
  });

  test("then disputes it: one mail says so, and none its end", async () => {
    for (const status of ["warning_needs_response", "needs_response", "under_review", "lost"] as const)
      await change(status);
    const toOperator = told().filter(({ to }) => to === "operator");
    expect(toOperator.map(({ template }) => template)).toEqual(["inquiryOpened", "disputeOpened"]);
    expect(textsOf(/Dispute opened/)[0]).toContain("is suspended and no further payment is collected");
  });
});
