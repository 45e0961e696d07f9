import type Stripe from "stripe";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { BRAND } from "#shared/brand.ts";
import type { SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import { render } from "../../../functions/mail/templates/render.ts";
import { handler } from "../../../functions/stripeEvents/stripeWebhook.ts";
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
const textsOf = (subject: RegExp) =>
  billing.mails
    .map((mail) => render(mail, "https://site.example"))
    .filter((mail) => subject.test(mail.subject))
    .map(({ text }) => text);

describe("the first payment's mail", () => {
  /** @returns the text of the mail about a purchase today */
  async function bought(change: object = {}): Promise<string> {
    const world = subscribed("active");
    const { cs_1 } = world.sessions;
    const { sub_1 } = world.subscriptions;
    const paid = { amount_total: 3000, currency: "usd", invoice: "in_1", ...change };
    Object.assign(cs_1 ?? {}, paid);
    Object.assign(sub_1 ?? {}, { created: NOW_SECONDS, periodStart: NOW_SECONDS, latest_invoice: "in_1" });
    billing.reset(world);
    await deliver("checkout.session.completed", "cs_1");
    const [text = ""] = textsOf(/license key/);
    return text;
  }

  test("names the amount, links to the invoice and names the end of the guarantee", async () => {
    const text = await bought();
    expect(text).toContain("We received $30.00 for");
    expect(text).toContain("Invoice: No-in_1");
    expect(text).toContain("Open the invoice:\nhttps://invoice.example/in_1\n");
    expect(text).toContain("you can get a full refund until April 13, 2026,");
    expect(text).toContain("Reply to this email, or open Subscription in your account");
    expect(text).not.toMatch(/tax/i);
  });

  test("names the tax that was charged", async () => {
    expect(await bought({ total_details: { amount_tax: 479 } })).toContain("Tax included: $4.79");
  });

  test("promises no money back to a returning customer", async () => {
    await bought();
    const [grant] = billing.rows.of("grants").filter(({ sk }) => String(sk).startsWith("grant#"));
    const createdAt = new Date((NOW_SECONDS - 40 * DAYS) * 1000).toISOString();
    const subscription = { ...(grant?.subscription as object), subscription_id: "sub_0" };
    const ended = { ...subscription, subscription_status: "canceled" };
    billing.rows.put("grants", {
      ...grant,
      sk: "grant#sub:sub_0",
      id: "sub:sub_0",
      createdAt,
      subscription: ended,
    });
    await deliver("checkout.session.completed", "cs_1");
    expect(textsOf(/license key/)).toEqual([
      expect.stringContaining("get a full refund"),
      expect.not.stringContaining("get a full refund"),
    ]);
  });
});

describe("the mail about an unpaid month", () => {
  /** Each id is sent only once. */
  const idsSent = () => new Set(billing.mails.map(({ id }) => id)).size;
  const CONFIRM = new RegExp(`confirm your ${BRAND.name} payment`);

  async function texts(status: SubscriptionStatus, owedForDays: number): Promise<string[]> {
    billing.reset(subscribed(status));
    const { in_2 } = billing.stripe.invoices;
    if (in_2) Object.assign(in_2, { status: "open", created: NOW_SECONDS - owedForDays * DAYS });
    await deliver("invoice.payment_failed", "in_2");
    return textsOf(/did not go through/);
  }

  test.each([
    [0, "March 29, 2026 at 12:00 PM UTC"],
    [10, "March 19, 2026 at 12:00 PM UTC"],
  ])("after %i days says that the application keeps working until %s", async (days, until) => {
    expect(await texts("past_due", days)).toEqual([expect.stringContaining(`keeps working until ${until}.`)]);
  });

  test.each<[SubscriptionStatus, number]>([
    ["past_due", 14],
    ["unpaid", 3],
  ])(
    "about a subscription that has been %s for %i days says that the application has stopped",
    async (status, days) => {
      expect(await texts(status, days)).toEqual([
        expect.stringContaining("has stopped. Once you have paid everything that is due, it works again"),
      ]);
    },
  );

  test("is sent once for three tries, and again when the application stops", async () => {
    await texts("past_due", 1);
    const { in_2 } = billing.stripe.invoices;
    for (const attempt_count of [2, 3]) {
      Object.assign(in_2 ?? {}, { attempt_count });
      await deliver("invoice.payment_failed", "in_2");
    }
    Object.assign(in_2 ?? {}, { created: NOW_SECONDS - 15 * DAYS });
    await deliver("invoice.payment_failed", "in_2");
    expect(idsSent()).toBe(2);
  });

  test("asks once for a confirmation that the bank requires, and does not call the payment declined", async () => {
    billing.reset(subscribed("past_due"));
    Object.assign(billing.stripe.invoices.in_2 ?? {}, { status: "open" });
    Object.assign(billing.stripe.payments.pi_2 ?? {}, { status: "requires_action" });
    await deliver("invoice.payment_action_required", "in_2");
    await deliver("invoice.payment_failed", "in_2");
    expect(idsSent()).toBe(1);
    expect(textsOf(CONFIRM)[0]).toMatch(
      /You are not charged until you do.*Confirm the payment:\nhttps:\/\/invoice\.example\/in_2\n/s,
    );
    expect(textsOf(/did not go through/)).toEqual([]);
  });

  test("is followed by a request for a confirmation if the bank requires a confirmation at the next try", async () => {
    await texts("past_due", 1);
    Object.assign(billing.stripe.payments.pi_2 ?? {}, { status: "requires_action" });
    await deliver("invoice.payment_action_required", "in_2");
    expect(idsSent()).toBe(2);
    expect(textsOf(CONFIRM)).toHaveLength(1);
  });

  test("is not sent when the last try ends the subscription", async () => {
    expect(await texts("canceled", 10)).toEqual([]);
  });
});

describe("the mail about a subscription that is set to end", () => {
  const ends = /subscription ends on/;
  const change = () => deliver("customer.subscription.updated", "sub_1");

  test("offers to keep the subscription with one click", async () => {
    billing.reset(subscribed("active"));
    Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { cancel_at_period_end: true });
    await change();
    expect(textsOf(ends)).toEqual([expect.stringContaining("keep your subscription with one click")]);
  });

  test("says that a renewal in progress is still charged", async () => {
    billing.reset(subscribed("active"));
    const { sub_1 } = billing.stripe.subscriptions;
    Object.assign(sub_1 ?? {}, { cancel_at_period_end: true });
    Object.assign(billing.stripe.invoices[String(sub_1?.latest_invoice)] ?? {}, {
      status: "draft",
      auto_advance: true,
    });
    await change();
    expect(textsOf(ends)).toEqual([
      expect.stringContaining("The payment for the period that has just begun is still due. After that, you"),
    ]);
  });

  test.each([
    [
      "at the period's end",
      "active",
      {},
      "Until then everything works as before. You will not be charged again.",
    ],
    [
      "after another period has begun",
      "active",
      { cancel_at: NOW_SECONDS + 25 * DAYS },
      "Until then everything works as before. One more payment, for the days until then, is due on",
    ],
    [
      "while a payment is owed",
      "past_due",
      {},
      "The open payment is still due. You will not be charged for another period.",
    ],
  ] as const)("%s says what is still charged", async (_when, status, end, said) => {
    billing.reset(subscribed(status));
    const cancel_at_period_end = Object.keys(end).length === 0;
    Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { cancel_at_period_end, ...end });
    if (status === "past_due") Object.assign(billing.stripe.invoices.in_2 ?? {}, { status: "open" });
    await change();
    const [text = ""] = textsOf(ends);
    expect(text).toContain(said);
    expect(/works as before/.test(text)).toBe(status === "active");
  });

  test("is not sent if the owner has bought a lifetime license", async () => {
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

describe("a bank's inquiry about a payment", () => {
  async function change(status: Stripe.Dispute.Status): Promise<void> {
    billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: "pi_2", status } };
    await deliver("charge.dispute.updated", "dp_1");
  }
  const told = () => [...new Map(billing.mails.map((mail) => [mail.id, mail])).values()];
  beforeEach(async () => {
    billing.reset(subscribed("active"));
    await deliver("customer.subscription.updated", "sub_1");
  });

  test("causes one mail to the operator with the deadline, and suspends nothing", async () => {
    for (const status of ["warning_needs_response", "warning_under_review", "warning_closed"] as const)
      await change(status);
    expect(told()).toMatchObject([{ to: "operator" }]);
    expect(textsOf(/asks about a payment/)[0]).toMatch(/works as before.*\n*.*accepts no answer/);
  });

  test.each([
    ["works", "active", {}, "The license works as before."],
    ["has ended", "canceled", { ended_at: NOW_SECONDS }, "The license had already ended."],
  ] as const)(
    "for a license that %s causes a mail to the operator that says what happens to the license",
    async (_what, status, ended, said) => {
      Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { status, ...ended });
      await deliver("customer.subscription.updated", "sub_1");
      await change("warning_needs_response");
      expect(textsOf(/asks about a payment/)).toEqual([expect.stringContaining(said)]);
    },
  );

  test("for a suspended license causes a mail that says that the license stays as it is", async () => {
    const grant = billing.rows.of("grants").find(({ sk }) => String(sk).startsWith("grant#"));
    const entitlement = { ...(grant?.entitlement as object), suspensions: ["account"] };
    billing.rows.put("grants", { ...grant, entitlement });
    await change("warning_needs_response");
    expect(textsOf(/asks about a payment/)[0]).toContain("The license stays as it is.");
  });

  test.each([
    ["warning_needs_response", /asks about a payment/, "The answer is due by", "accepts no answer"],
    ["needs_response", /Dispute opened/, "Evidence is due by", "accepts no evidence for this dispute"],
  ] as const)(
    "with the status %s causes a mail that names the deadline, or says that the bank accepts no answer",
    async (status, subject, by, none) => {
      await change(status);
      expect(textsOf(subject)[0]).toContain(`The bank ${none}.`);
      expect(textsOf(subject)[0]).not.toContain(by);
      const [mail] = billing.mails.filter(({ to }) => to === "operator");
      const data = { ...mail?.data, dueBy: "April 1, 2026" };
      expect(mail && render({ ...mail, data }, "https://site.example").text).toContain(
        `${by} April 1, 2026.`,
      );
    },
  );

  test("that becomes a dispute causes one mail about the dispute", async () => {
    for (const status of ["warning_needs_response", "needs_response", "under_review", "lost"] as const)
      await change(status);
    const toOperator = told().filter(({ to }) => to === "operator");
    expect(toOperator.map(({ template }) => template)).toEqual(["inquiryOpened", "disputeOpened"]);
    expect(textsOf(/Dispute opened/)[0]).toContain("is suspended and no further payment is collected");
  });
});
