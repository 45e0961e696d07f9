import { describe, expect } from "vitest";
import { call } from "./api.ts";
import { settle, withoutWebhooks } from "./control.ts";
import type { sharedMonths, Time } from "./months.ts";
import { atStripe, keysOf, stripeClient } from "./shop.ts";
import { Subscriber } from "./subscriber.ts";

/*
 * Stripe's account has one rule for the end of dunning, and reads it at the last retry, 35 to 38 days after the
 * purchase, by the length of the month. So who shall come to another end buys five days later, and the rule changes in
 * between.
 */
const PAST_DUE_FROM = 41;
const UNPAID = { bought: 5, rule: 39, from: 44 };
const CANCELED = { bought: 10, rule: 44.5, from: 49 };

/** From the next month on, no payment comes through. */
async function owing(): Promise<Subscriber> {
  const customer = await Subscriber.subscribe();
  await customer.payWith("pm_card_chargeCustomerFail");
  return customer;
}
/** A customer whose last retry falls under another rule of the account. */
async function endingAs(end: "unpaid" | "canceled", time: Time): Promise<Subscriber> {
  const { bought, rule, from } = end === "unpaid" ? UNPAID : CANCELED;
  await time.until(bought);
  const customer = await owing();
  await time.until(rule);
  await atStripe("settings", { dunning_end: end });
  await time.until(from);
  await customer.signInAgain();
  expect((await customer.subscription()).subscription_status).toBe(end);
  return customer;
}
const fix = async (customer: Subscriber) => (await call("billing/payOpenInvoices", {}, customer.as)).body;
async function expectFixed(customer: Subscriber, paid_cents = 3000): Promise<void> {
  await customer.choose("pm_card_visa");
  expect(await fix(customer)).toMatchObject({ outcome: "paid", paid_cents });
  expect((await customer.subscription()).subscription_status).toBe("active");
  expect(await customer.codes()).toEqual(["VALID"]);
  expect(await fix(customer)).toMatchObject({ outcome: "nothing_due" });
}

/** For stacks whose account ends dunning in past_due, until these change it. */
export function dunningStories(months: ReturnType<typeof sharedMonths>): void {
  months.test(
    "a month is not paid: warned, retried, stopped after 14 days, and lifted by paying",
    async (time) => {
      const late = await owing();
      const { current_period_start, current_period_end } = await late.subscription();
      const failed = (current_period_end - current_period_start) / (24 * 60 * 60);
      const look = async (day: number) => {
        await time.until(day);
        await late.signInAgain();
      };
      await look(failed + 1);
      expect((await late.subscription()).subscription_status).toBe("past_due");
      expect(await keysOf(late.person)).toMatchObject([{ code: "VALID", warning: "PAYMENT_PAST_DUE" }]);
      expect(await late.mailed(/did not go through/)).toBe(1);
      await look(PAST_DUE_FROM);
      expect(await late.mailed(/did not go through/)).toBe(1);
      expect(await late.codes()).toEqual(["VALID"]);
      await look(47);
      expect(await late.codes()).toEqual(["PAYMENT_REQUIRED"]);
      // Another month is billed and not paid: its invoice begins no new grace.
      await look(64);
      expect(await late.codes()).toEqual(["PAYMENT_REQUIRED"]);
      await late.payWith("pm_card_visa");
      const open = await late.openInvoices();
      expect(open).toHaveLength(2);
      for (const id of open) await stripeClient().invoices.pay(id);
      await settle();
      expect(await keysOf(late.person)).toMatchObject([{ code: "VALID", warning: null }]);
    },
  );

  months.test(
    "dunning ends the subscription: its last invoice cannot be paid for nothing, and buying works",
    async (time) => {
      const late = await endingAs("canceled", time);
      const { subscription_id } = await late.subscription();
      const { data } = await stripeClient().invoices.list({ subscription: subscription_id });
      expect(data.map(({ status }) => status)).toEqual(["void", "paid"]);
      expect(await late.codes()).toEqual(["EXPIRED"]);
      await late.expectBuysAgain();
    },
  );

  months.test(
    "a payment that is faster than the news of the subscription's end goes back, and the customer gets a mail",
    async (time) => {
      const late = await owing();
      await time.until(33.5);
      await late.signInAgain();
      const { subscription_id } = await late.subscription();
      const [open = ""] = await late.openInvoices();
      await late.choose("pm_card_visa");
      const stripe = stripeClient();
      await withoutWebhooks(async () => {
        await stripe.subscriptions.cancel(subscription_id);
        await late.payInvoice(open);
      });
      await settle();
      expect(await late.charged()).toBe(1);
      expect(await late.codes()).toEqual(["EXPIRED"]);
      expect(await late.mailed(/arrived after your subscription ended/)).toBe(1);
      expect(await late.mailed(/We sent .* back/)).toBe(0);
      await late.expectBuysAgain();
    },
  );

  describe("Fix payment", () => {
    months.test("collects what is past_due at once", async (time) => {
      const late = await owing();
      await time.until(PAST_DUE_FROM);
      await late.signInAgain();
      expect((await late.subscription()).subscription_status).toBe("past_due");
      await expectFixed(late);
    });

    months.test("collects what is unpaid at once, and the key works again", async (time) => {
      const late = await endingAs("unpaid", time);
      expect(await late.codes()).toEqual(["PAYMENT_REQUIRED"]);
      await expectFixed(late);
    });

    months.test(
      "collects the newest month of what is unpaid, which Stripe keeps as a draft",
      async (time) => {
        const late = await endingAs("unpaid", time);
        await time.until(68);
        await late.signInAgain();
        const { subscription_id } = await late.subscription();
        const { data } = await stripeClient().invoices.list({ subscription: subscription_id });
        expect(data.map(({ status }) => status)).toEqual(["draft", "open", "paid"]);
        await expectFixed(late, 6000);
      },
    );

    months.test(
      "says that the bank declined, and leads to its page where it wants to see the customer",
      async (time) => {
        const late = await owing();
        await time.until(PAST_DUE_FROM);
        await late.signInAgain();
        await late.choose("pm_card_chargeCustomerFail");
        expect(await fix(late)).toMatchObject({ outcome: "declined", reason: "Your card was declined." });
        await late.choose("pm_card_authenticationRequired");
        expect(await fix(late)).toMatchObject({
          outcome: "action_required",
          invoice_url: expect.stringMatching(/^http/),
        });
      },
    );
  });
}
