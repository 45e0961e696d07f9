import { afterAll, beforeAll, describe, expect } from "vitest";
import { call } from "../support/api.ts";
import { injectFault, settle, withoutWebhooks } from "../support/control.ts";
import { debitStories } from "../support/debitStories.ts";
import { dunningStories } from "../support/dunningStories.ts";
import { mailTo } from "../support/mail.ts";
import { sharedMonths } from "../support/months.ts";
import { callsOf, operating } from "../support/operatorCalls.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { atStripe, keysOf, openCheckout, stripeClient } from "../support/shop.ts";
import { Subscriber } from "../support/subscriber.ts";

/** Whole stories: what a customer, a bank and an operator do, and who is charged afterwards. */

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startOwnStack("billing-stories", 4960));
  await atStripe("settings", { dunning_end: "past_due", retry_days: [3, 5, 7] });
});
afterAll(() => close());

const months = sharedMonths();
/** A month has passed, whichever it is, and the draft of its invoice was finalized. */
const NEXT_MONTH = 32;
const MINUTES = 1 / (24 * 60);

debitStories(months);
dunningStories(months);

months.test("31 days on: one paid renewal invoice, the new period here, one mail", async (time) => {
  const customer = await Subscriber.subscribe();
  const before = await customer.subscription();
  const mails = await mailTo(customer.person.email);
  await time.until(NEXT_MONTH);
  await customer.signInAgain();
  const { data } = await stripeClient().invoices.list({ subscription: before.subscription_id });
  const renewals = data.filter(({ billing_reason }) => billing_reason === "subscription_cycle");
  expect(renewals.map(({ status }) => status)).toEqual(["paid"]);
  const after = await customer.subscription();
  expect(after.current_period_start).toBe(before.current_period_end);
  expect(after.current_period_end).toBe(renewals[0]?.lines.data[0]?.period.end);
  const news = (await mailTo(customer.person.email)).slice(0, -mails.length || undefined);
  expect(news.map(({ subject }) => subject)).toEqual([`Your Articlip receipt ${renewals[0]?.number}`]);
  expect(news[0]?.text).toContain("$30.00");
});

months.test(
  "canceled for the period's end: works until then, over after it, mailed once each",
  async (time) => {
    const leaving = await Subscriber.subscribe();
    await call("billing/cancelSubscription", {}, leaving.as);
    await time.until(27);
    await leaving.signInAgain();
    expect(await leaving.codes()).toEqual(["VALID"]);
    await time.until(NEXT_MONTH);
    await leaving.signInAgain();
    expect(await leaving.codes()).toEqual(["EXPIRED"]);
    expect(await leaving.mailed(/^Your .* ends on/)).toBe(1);
    expect(await leaving.mailed(/^Your .* has ended/)).toBe(1);
  },
);

describe("an operator suspends an account", () => {
  const suspend = (
    ask: ReturnType<typeof callsOf>,
    { person }: Subscriber,
    suspended: boolean,
    subscription: "pause" | "cancel",
  ) => ask("accounts/suspendUser", { userId: person.userId, suspended, subscription });

  months.test(
    "and pauses the subscription: nothing is charged, the customer signs in, looks, cancels",
    async (time) => {
      const operator = await operating();
      const customer = await Subscriber.subscribe();
      const { body } = await openCheckout(customer.person, "lifetime");
      await suspend(operator.ask, customer, true, "pause");
      await settle();
      const { sessions } = stripeClient().checkout;
      expect((await sessions.retrieve(String(body.sessionId))).status).toBe("expired");
      await time.until(NEXT_MONTH);
      await customer.signInAgain();
      expect(await customer.charged()).toBe(1);
      expect((await call("licenses/listSeats", {}, customer.as)).status).toBe(403);
      expect((await call("billing/listInvoices", {}, customer.as)).status).toBe(200);
      const portal = { return_url: `${stack().siteUrl}/dashboard` };
      expect((await call("billing/openPortal", portal, customer.as)).status).toBe(200);
      expect(await call("billing/cancelSubscription", {}, customer.as)).toMatchObject({
        status: 200,
        body: { subscription: { cancel_at_period_end: true } },
      });
      await suspend(operator.ask, customer, false, "pause");
      await settle();
      expect(await customer.codes()).toEqual(["VALID"]);
    },
  );

  months.test(
    "by a call that dies after its first write: nothing stays payable or collected",
    async (time) => {
      // The other stories suspend before or after: the fault meets this one.
      await time.until(2 * MINUTES);
      const operator = await operating();
      const customer = await Subscriber.subscribe();
      const { subscription_id } = await customer.subscription();
      const { body } = await openCheckout(customer.person, "lifetime");
      await injectFault({
        service: "dynamodb",
        operation: "TransactWriteItems",
        function: "accounts/suspendUser",
        mode: "kill-after",
        times: 1,
      });
      const died = await suspend(operator.ask, customer, true, "pause");
      expect(died.status).toBeGreaterThanOrEqual(500);
      await settle();
      const stripe = stripeClient();
      expect((await stripe.checkout.sessions.retrieve(String(body.sessionId))).status).toBe("expired");
      expect((await stripe.subscriptions.retrieve(subscription_id)).pause_collection).not.toBeNull();
    },
  );

  months.test("and cancels it: it is over, and after the suspension buying works", async (time) => {
    const operator = await operating();
    const customer = await Subscriber.subscribe();
    await suspend(operator.ask, customer, true, "cancel");
    await settle();
    // A session counts in whole seconds.
    await time.until(MINUTES);
    await customer.signInAgain();
    expect((await customer.subscription()).subscription_status).toBe("canceled");
    await suspend(operator.ask, customer, false, "pause");
    await customer.expectBuysAgain();
  });
});

months.test(
  "an operator switches a subscriber's key off: nothing is charged until it is on again",
  async (time) => {
    const operator = await operating();
    const customer = await Subscriber.subscribe();
    const [key] = await keysOf(customer.person);
    const keyId = key?.license_key;
    await operator.ask("licenses/revokeKey", { keyId });
    await settle();
    expect(await customer.codes()).toEqual(["INACTIVE"]);
    await time.until(NEXT_MONTH);
    await customer.signInAgain();
    expect(await customer.charged()).toBe(1);
    await operator.ask("licenses/reactivateKey", { keyId });
    await settle();
    const { subscription_id } = await customer.subscription();
    expect((await stripeClient().subscriptions.retrieve(subscription_id)).pause_collection).toBeNull();
  },
);

describe("a dispute", () => {
  const dispute = async ({ payment }: Subscriber) => {
    const { id } = (await atStripe("disputes", { charge: payment.charge })) as { id: string };
    await settle();
    return id;
  };

  months.test(
    "that is lost: collection pauses, the subscription ends, nobody is charged, and buying works",
    async (time) => {
      const customer = await Subscriber.subscribe();
      const id = await dispute(customer);
      expect(await customer.codes()).toEqual(["SUSPENDED"]);
      expect(await customer.mailed(/Your bank has taken back/)).toBe(1);
      await time.until(5);
      await customer.signInAgain();
      await atStripe(`disputes/${id}/close`, { outcome: "lost" });
      await settle();
      expect(await customer.codes()).toEqual(["REVOKED"]);
      expect(await customer.mailed(/The dispute over your Articlip payment is closed/)).toBe(1);
      await time.until(NEXT_MONTH);
      await customer.signInAgain();
      expect(await customer.charged()).toBe(1);
      await customer.expectBuysAgain();
    },
  );

  months.test(
    "that is won after a renewal: nothing was charged in between, and everything resumes",
    async (time) => {
      const customer = await Subscriber.subscribe();
      const { subscription_id } = await customer.subscription();
      await time.until(27);
      const id = await dispute(customer);
      const { subscriptions } = stripeClient();
      await time.until(NEXT_MONTH);
      await customer.signInAgain();
      expect(await customer.charged()).toBe(1);
      await atStripe(`disputes/${id}/close`, { outcome: "won" });
      await settle();
      expect(await customer.codes()).toEqual(["VALID"]);
      expect((await subscriptions.retrieve(subscription_id)).pause_collection).toBeNull();
      expect(await customer.mailed(/dispute .* is settled/)).toBe(1);
      await time.until(64);
      await customer.signInAgain();
      expect(await customer.charged()).toBe(2);
    },
  );
});

months.test("a cancellation that the portal made is shown as an end, and can be undone here", async () => {
  const customer = await Subscriber.subscribe();
  const { subscription_id } = await customer.subscription();
  const { subscriptions } = stripeClient();
  await subscriptions.update(subscription_id, { cancel_at: "max_period_end" });
  await settle();
  expect(await customer.mailed(/is set to end on/)).toBe(1);
  expect((await call("billing/keepSubscription", {}, customer.as)).status).toBe(200);
  expect((await subscriptions.retrieve(subscription_id)).cancel_at).toBeNull();
});

describe("a customer deleted at Stripe", () => {
  months.test("loses the subscription and the link, and can buy again", async () => {
    const customer = await Subscriber.subscribe();
    const { customer_id } = await customer.subscription();
    await stripeClient().customers.del(customer_id);
    await settle();
    expect(await customer.codes()).toEqual(["EXPIRED"]);
    const invoices = await call("billing/listInvoices", {}, customer.as);
    expect(invoices.body).toEqual({ invoices: [], next: null });
    await customer.expectBuysAgain();
    expect((await customer.subscription()).customer_id).not.toBe(customer_id);
  });

  months.test("of which no event has told us: every way still answers, and buying works", async (time) => {
    const ways = [
      ["billing/openPortal", { return_url: `${stack().siteUrl}/x` }, 404],
      ["billing/cancelSubscription", {}, 404],
      ["billing/payOpenInvoices", {}, 200],
      ["billing/listInvoices", {}, 200],
      ["billing/getSubscription", { force: "true" }, 200],
    ] as const;
    const customers = await Promise.all(ways.map(() => Subscriber.subscribe()));
    await time.until(30 * MINUTES);
    await withoutWebhooks(async () => {
      for (const [index, customer] of customers.entries()) {
        const [id, input, status] = ways[index] ?? ways[0];
        await stripeClient().customers.del((await customer.subscription()).customer_id);
        expect((await callsOf(() => customer.person)(id, input)).status, id).toBe(status);
        expect((await openCheckout(customer.person, "monthly")).status, id).toBe(200);
      }
    });
  });
});
