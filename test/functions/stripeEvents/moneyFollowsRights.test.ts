import type Stripe from "stripe";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { inMoney } from "#shared/words.ts";
import { handler } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling, NOW_SECONDS } from "../../support/memory/billing.ts";
import { memorySubscriber } from "../../support/memory/subscriber.ts";
import { subscribed } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});

const billing = memoryBilling(handler);
const { subscribe, deliver, mails, textOf, grant, code, refund, failRefund } = memorySubscriber(billing);
beforeEach(subscribe);

const atStripe = () => billing.stripe.subscriptions.sub_1;
/** Begins another month, whose invoice is a draft for an hour before Stripe charges it. */
function renewing(): void {
  const draft = {
    ...billing.stripe.invoices.in_2,
    status: "draft",
    payment: undefined,
    created: NOW_SECONDS,
  };
  Object.assign(billing.stripe.invoices, {
    in_0: { ...draft, id: "in_0", auto_advance: false, created: NOW_SECONDS - 1 },
    in_3: { ...draft, id: "in_3", auto_advance: true },
  });
  Object.assign(atStripe() ?? {}, { latest_invoice: "in_3" });
}
const advances = (invoice: string) => billing.stripe.invoices[invoice]?.auto_advance;

describe("a refund", () => {
  test("of the whole payment for the current period ends the subscription at Stripe", async () => {
    await refund("pi_2");
    expect(atStripe()).toMatchObject({ status: "canceled" });
    expect(code()).toBe("REVOKED");
    expect(grant().subscription?.subscription_status).toBe("canceled");
    expect(textOf("refunded")).toContain("This subscription and its license have ended.");
    await deliver("customer.subscription.deleted", "sub_1");
    expect(textOf("subscriptionEnded")).toBe("");
  });

  test("of the current period voids another open invoice", async () => {
    Object.assign(billing.stripe.invoices, {
      in_3: { ...billing.stripe.invoices.in_2, id: "in_3", status: "open", payment: "pi_3" },
    });
    await refund("pi_2");
    expect(billing.stripe.invoices.in_3?.status).toBe("void");
  });

  test("of the current period voids a renewal's draft", async () => {
    renewing();
    await refund("pi_2");
    expect(atStripe()?.status).toBe("canceled");
    expect(billing.stripe.invoices.in_3?.status).toBe("void");
  });

  test("that arrives before the checkout's webhook prevents the mail with the key", async () => {
    billing.reset(subscribed("active"));
    await refund("pi_2");
    await deliver("checkout.session.completed", "cs_1");
    expect(code()).toBe("REVOKED");
    expect(mails().map(({ template }) => template)).not.toContain("licenseKey");
  });

  test("that Stripe made before the checkout's webhook prevents the mail with the key", async () => {
    billing.reset(subscribed("active"));
    const made = {
      id: "re_1",
      payment_intent: "pi_2",
      amount: 3000,
      status: "succeeded" as const,
    };
    billing.stripe.refunds = { re_1: { ...made, metadata: {} } };
    await deliver("checkout.session.completed", "cs_1");
    await deliver("refund.created", "re_1");
    expect(code()).toBe("REVOKED");
    expect(mails().map(({ template }) => template)).not.toContain("licenseKey");
  });

  describe("of an earlier payment under the guarantee", () => {
    const metadata = { guarantee: "true" };

    test("causes a mail that refers to the mail about the latest payment", async () => {
      const latest = {
        id: "re_9",
        payment_intent: "pi_2",
        amount: 3000,
        status: "succeeded" as const,
      };
      billing.stripe.refunds = { re_9: { ...latest, metadata } };
      await refund("pi_1", { metadata });
      expect(textOf("refunded")).toContain(
        "The email about your latest payment says what happens to your license and your subscription.",
      );
      expect(textOf("needsAttention")).toBe("");
      await deliver("refund.created", "re_9");
      expect(code()).toBe("REVOKED");
      expect(textOf("refunded")).toContain("This subscription and its license have ended.");
    });

    test("causes a mail that says that the subscription has ended if the latest payment was refunded as a gift", async () => {
      const gift = { gift: "true" };
      billing.stripe.refunds = {
        re_9: { id: "re_9", payment_intent: "pi_2", amount: 3000, status: "succeeded", metadata: gift },
      };
      await refund("pi_1", { metadata });
      expect(textOf("refunded")).toContain(
        "This subscription has ended. You will not be charged for it again.",
      );
      expect(textOf("refunded")).not.toContain("A later payment was not refunded");
    });

    test("causes a mail that refers to the mail about the latest payment even if the refund is partial", async () => {
      await refund("pi_1", { metadata, amount: 1000 });
      expect(atStripe()).toMatchObject({ status: "active" });
      expect(textOf("refunded")).toContain(
        "The email about your latest payment says what happens to your license and your subscription.",
      );
    });

    test("ends the subscription even if it has renewed in the meantime, and notifies the customer and the operator", async () => {
      await refund("pi_1", { metadata });
      expect(atStripe()).toMatchObject({ status: "canceled" });
      await deliver("customer.subscription.deleted", "sub_1");
      expect(code()).toBe("VALID");
      expect(grant().entitlement.expiresAt).toBe("2026-04-04T12:00:00.000Z");
      expect(textOf("refunded")).toContain(
        "This subscription has ended. You will not be charged for it again. Your license stays valid until April 4, 2026 at 12:00 PM UTC. A later payment was not refunded: reply to this email to get it back too.",
      );
      expect(textOf("needsAttention")).toContain("pi_2 of $30.00");
      expect(textOf("needsAttention")).toMatch(/pi_2 of .*refund the later payment too/is);
      expect(textOf("subscriptionEnded")).toBe("");
      await refund("pi_2");
      expect(code()).toBe("REVOKED");
    });

    test("keeps the period of a later payment, even if the refund fails afterwards", async () => {
      await refund("pi_1", { metadata });
      await failRefund();
      expect(code()).toBe("VALID");
      expect(textOf("refundFailed")).toContain(
        "The license works until April 4, 2026 at 12:00 PM UTC. The subscription stays canceled.",
      );
    });
  });

  test.each([
    ["under the guarantee", "pi_1", { guarantee: "true" }],
    ["of the current period", "pi_2", {}],
  ])(
    "that fails before its event arrives still sets the subscription to end with the period (%s)",
    async (_what, payment, metadata) => {
      await refund(payment, { status: "failed", metadata });
      expect(atStripe()).toMatchObject({ status: "active", cancel_at_period_end: true });
      expect(code()).toBe("VALID");
      expect(textOf("refundFailed")).toContain("The subscription is canceled and ends on");
    },
  );

  test.each([
    ["as a gift", "pi_2", { gift: "true" }, 3000],
    ["of an earlier period", "pi_1", {}, 3000],
    ["in part", "pi_2", {}, 1000],
  ])("that fails leaves the subscription as it is (%s)", async (_what, payment, metadata, amount) => {
    await refund(payment, { status: "failed", metadata, amount });
    expect(atStripe()?.cancel_at_period_end).toBe(false);
    expect(textOf("refundFailed")).toContain("The license stays as it is.");
  });

  test("as a gift changes nothing about the key or the subscription", async () => {
    await refund("pi_2", { metadata: { gift: "true" } });
    expect(atStripe()?.status).toBe("active");
    expect(code()).toBe("VALID");
    expect(textOf("refunded")).toContain("Your license and your subscription stay as they are.");
  });

  test("of an earlier period leaves the key and the subscription as they are, and notifies the operator", async () => {
    await refund("pi_1");
    expect(atStripe()?.status).toBe("active");
    expect(code()).toBe("VALID");
    expect(textOf("needsAttention")).toContain("an earlier period");
  });

  test("in part leaves the key and the subscription as they are", async () => {
    await refund("pi_2", { amount: 1000 });
    expect(atStripe()?.status).toBe("active");
    expect(code()).toBe("VALID");
  });
});

describe("a dispute", () => {
  async function dispute(status: Stripe.Dispute.Status, payment = "pi_2"): Promise<void> {
    billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: payment, status } };
    await deliver("charge.dispute.updated", "dp_1");
  }

  test("that is open suspends the key, pauses collection and notifies the customer", async () => {
    await dispute("needs_response");
    expect(code()).toBe("SUSPENDED");
    expect(atStripe()).toMatchObject({ status: "active", pause_collection: { behavior: "void" } });
    expect(textOf("paymentDisputed")).toContain("no further payment is collected");
  });

  test("that is won after the subscription's end causes no mail that promises a working license", async () => {
    Object.assign(atStripe() ?? {}, { status: "canceled", ended_at: NOW_SECONDS });
    await deliver("customer.subscription.deleted", "sub_1");
    await dispute("needs_response");
    expect(textOf("paymentDisputed")).toContain("The license is suspended until the bank decides.");
    // Stripe refuses a refund of a disputed payment.
    expect(textOf("paymentDisputed")).not.toContain("refund");
    expect(textOf("paymentDisputed")).not.toContain("no further payment is collected");
    await dispute("won");
    expect(code()).toBe("EXPIRED");
    expect(textOf("disputeSettled")).toContain("This does not change your license.");
  });

  test("that is open stops retries of an open invoice", async () => {
    Object.assign(billing.stripe.invoices, {
      in_3: { ...billing.stripe.invoices.in_2, id: "in_3", status: "open", payment: "pi_3" },
    });
    await dispute("needs_response");
    expect(billing.stripe.invoices.in_3?.auto_advance).toBe(false);
    await dispute("won");
    expect(billing.stripe.invoices.in_3?.auto_advance).toBe(true);
  });

  test("that is open stops the charge of a renewal's draft, which is charged after a win", async () => {
    renewing();
    await dispute("needs_response");
    expect(advances("in_3")).toBe(false);
    await dispute("won");
    expect([advances("in_0"), advances("in_3")]).toEqual([false, true]);
  });

  test("that is won charges no draft of an unpaid subscription", async () => {
    renewing();
    Object.assign(atStripe() ?? {}, { status: "unpaid" });
    Object.assign(billing.stripe.invoices.in_3 ?? {}, { auto_advance: false });
    await dispute("needs_response");
    await dispute("won");
    expect([advances("in_0"), advances("in_3")]).toEqual([false, false]);
  });

  test.each([
    ["has ended", "lifted", async () => {}, true],
    ["stays open", "completed", () => dispute("needs_response"), false],
  ] as const)("that %s has its interrupted pause %s", async (_when, _done, hold, advanced) => {
    renewing();
    Object.assign(billing.stripe.invoices.in_3 ?? {}, { auto_advance: false });
    const begun = {
      pause_collection: { behavior: "void" },
      metadata: { userId: "ann", pausedBy: "shop-begun" },
    };
    Object.assign(atStripe() ?? {}, begun);
    await hold();
    await deliver("customer.subscription.updated", "sub_1");
    expect(advances("in_3")).toBe(advanced);
    expect(atStripe()?.metadata?.pausedBy || null).toBe(advanced ? null : "shop");
  });

  test("that stays open after a renewal was voided still concerns the current period", async () => {
    await dispute("needs_response");
    Object.assign(billing.stripe.invoices, {
      in_3: { ...billing.stripe.invoices.in_2, id: "in_3", status: "void", payment: undefined },
    });
    Object.assign(atStripe() ?? {}, { latest_invoice: "in_3" });
    await deliver("customer.subscription.updated", "sub_1");
    expect(code()).toBe("SUSPENDED");
  });

  test.each(["pi_2", "pi_1"])(
    "about the payment %s causes no mail that promises a working license if the key is switched off",
    async (payment) => {
      for (const table of ["grants", "seats"])
        for (const row of billing.rows.of(table))
          if ("entitlement" in row)
            billing.rows.put(table, { ...row, entitlement: { ...Object(row.entitlement), active: false } });
      await dispute("needs_response", payment);
      expect(code()).toBe("INACTIVE");
      expect(textOf("disputeOpened")).toContain(
        payment === "pi_2" ? "no further payment is collected" : "the license stays as it is",
      );
      await dispute("won", payment);
      expect(code()).toBe("INACTIVE");
      expect(atStripe()?.pause_collection).not.toBeNull();
    },
  );

  test("that is won lifts the suspension and the pause", async () => {
    await dispute("needs_response");
    await dispute("won");
    expect(code()).toBe("VALID");
    expect(atStripe()?.pause_collection).toBeNull();
    expect(textOf("disputeSettled")).toContain("Your license works again");
  });

  test("that is lost ends the subscription, and the customer learns that they can buy again", async () => {
    await dispute("needs_response");
    await dispute("lost");
    expect(code()).toBe("REVOKED");
    expect(atStripe()?.status).toBe("canceled");
    expect(grant().subscription?.subscription_status).toBe("canceled");
    expect(textOf("disputeLost")).toMatch(/will not be charged for it again[\s\S]*buy again/);
  });

  test("about an earlier period keeps the key, and if it is lost, the subscription ends with its period", async () => {
    await dispute("needs_response", "pi_1");
    expect(code()).toBe("VALID");
    expect(atStripe()?.pause_collection ?? null).toBeNull();
    expect(textOf("disputeOpened")).toContain("the license keeps working");
    expect(textOf("paymentDisputed")).toBe("");
    await dispute("lost", "pi_1");
    expect(atStripe()).toMatchObject({ status: "active", cancel_at_period_end: true });
    expect(code()).toBe("VALID");
    expect(textOf("disputeLost")).toMatch(
      /The subscription ends then[\s\S]*You can subscribe again after that\./,
    );
    expect(textOf("disputeLost")).not.toContain("at any time");
  });

  test("does not resume a subscription that an operator has paused", async () => {
    Object.assign(atStripe() ?? {}, { pause_collection: { behavior: "void" } });
    await dispute("needs_response");
    await dispute("won");
    expect(atStripe()?.pause_collection).toEqual({ behavior: "void" });
  });
});

describe("a subscription that ended with an open invoice", () => {
  const END = NOW_SECONDS - 60;
  beforeEach(() => {
    Object.assign(atStripe() ?? {}, { status: "canceled", ended_at: END });
    Object.assign(billing.stripe.invoices.in_2 ?? {}, { status: "open" });
  });

  test("has its invoice voided", async () => {
    await deliver("customer.subscription.deleted", "sub_1");
    expect(billing.stripe.invoices.in_2?.status).toBe("void");
    expect(code()).toBe("EXPIRED");
  });

  test("has its draft voided, too", async () => {
    renewing();
    await deliver("customer.subscription.deleted", "sub_1");
    expect(billing.stripe.invoices.in_3?.status).toBe("void");
    expect(billing.stripe.invoices.in_2?.status).toBe("void");
  });

  test("has a later payment refunded, with a mail, and keeps the key for another subscription", async () => {
    Object.assign(billing.stripe.invoices.in_2 ?? {}, { status: "paid", paidAt: END + 30 });
    await deliver("invoice.paid", "in_2");
    await deliver("invoice.paid", "in_2");
    const refunds = Object.values(billing.stripe.refunds);
    expect(refunds).toMatchObject([{ payment_intent: "pi_2", amount: 3000 }]);
    await deliver("refund.created", refunds[0]?.id ?? "");
    expect(code()).toBe("EXPIRED");
    expect(mails().map(({ template }) => template)).toEqual(["paidAfterEnd"]);
    expect(textOf("paidAfterEnd")).toContain(`refunded ${inMoney(CATALOG.monthly.price)} in full`);
  });

  test("keeps a payment that was made before the end", async () => {
    Object.assign(billing.stripe.invoices.in_2 ?? {}, { status: "paid", paidAt: END - 30 });
    await deliver("invoice.paid", "in_2");
    expect(billing.stripe.refunds).toEqual({});
  });
});

describe("a customer deleted at Stripe", () => {
  beforeEach(() => {
    Object.assign(atStripe() ?? {}, { status: "canceled", ended_at: NOW_SECONDS, customerDeleted: true });
  });
  const known = () => billing.rows.of("events").filter(({ pk }) => pk === "payment#pi_2");

  test("loses access when the subscription ends", async () => {
    await deliver("customer.subscription.deleted", "sub_1");
    expect(code()).toBe("EXPIRED");
  });

  test("still has payments, refunds and disputes recorded", async () => {
    await deliver("invoice.paid", "in_2");
    expect(known()).toMatchObject([{ sk: "paid" }]);
    await refund("pi_2");
    billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: "pi_2", status: "needs_response" } };
    await deliver("charge.dispute.updated", "dp_1");
    expect(known().map(({ sk }) => sk)).toEqual(["paid", "refund#re_1", "dispute#dp_1"]);
  });
});
