import { describe, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { type Person, SITE, theWorld } from "../world/world.ts";

/** Whole stories of a customer, a bank and an operator. Most of them check what is charged afterwards. */

const world = theWorld();
/** Days after which any month has passed, and its renewal's invoice is no longer a draft. */
const NEXT_MONTH = 32;

const pauseOf = (subscription: string) => world.store.find("subscription", subscription)?.pause_collection;
async function expectBuysAgain(person: Person): Promise<void> {
  await world.buy(person, "monthly");
  expect(await world.codes(person)).toContain("VALID");
}

test("after a month, the subscription has one paid renewal and a new period, and the customer gets one mail", async () => {
  const { person } = await world.subscriber();
  const before = await world.subscription(person);
  const mails = world.mails(person);
  await world.days(NEXT_MONTH);
  const invoices = await world.invoices(before.subscription_id);
  const renewals = invoices.filter(({ billing_reason }) => billing_reason === "subscription_cycle");
  expect(renewals.map(({ status }) => status)).toEqual(["paid"]);
  const after = await world.subscription(person);
  expect(after.current_period_start).toBe(before.current_period_end);
  expect(after.current_period_end).toBe(renewals[0]?.lines.data[0]?.period.end);
  const news = world.mails(person).slice(0, -mails.length);
  expect(news.map(({ subject }) => subject)).toEqual([`Your ${BRAND.name} receipt ${renewals[0]?.number}`]);
  expect(news[0]?.text).toContain("$30.00");
});

test("a canceled subscription works until the period's end, with a mail about the cancellation and one about the end", async () => {
  const { person } = await world.subscriber();
  await world.call("subscriptions/cancelSubscription", {}, person);
  await world.days(27);
  expect(await world.codes(person)).toEqual(["VALID"]);
  await world.days(5);
  expect(await world.codes(person)).toEqual(["EXPIRED"]);
  expect(world.mailed(person, /^Your .* ends on/)).toBe(1);
  expect(world.mailed(person, /^Your .* has ended/)).toBe(1);
});

test("a cancellation in Stripe's portal is confirmed by mail, and can be undone on the site", async () => {
  const { person } = await world.subscriber();
  const { subscription_id } = await world.subscription(person);
  await world.stripe.subscriptions.update(subscription_id, { cancel_at: "max_period_end" });
  await world.settle();
  expect(world.mailed(person, /is set to end on/)).toBe(1);
  expect((await world.call("subscriptions/keepSubscription", {}, person)).status).toBe(200);
  expect(world.store.find("subscription", subscription_id)?.cancel_at).toBeNull();
});

describe("an operator suspends an account", () => {
  const suspend = ({ userId }: Person, suspended: boolean, subscription: "pause" | "cancel" = "pause") =>
    world.operate("customers/suspendUser", { userId, suspended, subscription });
  const openPage = async (person: Person) => {
    await world.offerUnits(20);
    return String((await world.openCheckout(person, "lifetime")).body.sessionId);
  };
  const pageOf = (sessionId: string) => world.store.find("checkoutSession", sessionId)?.status;

  test("and pauses the subscription, and the customer can still sign in and cancel", async () => {
    const { person } = await world.subscriber();
    const page = await openPage(person);
    await suspend(person, true);
    await world.settle();
    expect(pageOf(page)).toBe("expired");
    await world.days(NEXT_MONTH);
    await world.signInAgain(person);
    expect(world.charged(person)).toBe(1);
    expect((await world.call("licenses/listSeats", {}, person)).status).toBe(403);
    expect((await world.call("subscriptions/listInvoices", {}, person)).status).toBe(200);
    const portal = { return_url: `${SITE}/dashboard` };
    expect((await world.call("subscriptions/openPortal", portal, person)).status).toBe(200);
    expect(await world.call("subscriptions/cancelSubscription", {}, person)).toMatchObject({
      status: 200,
      body: { subscription: { cancel_at_period_end: true } },
    });
    await suspend(person, false);
    await world.settle();
    expect(await world.codes(person)).toEqual(["VALID"]);
  });

  test("with a reason that a mail and the account show, and the customer can still export the data and delete the account", async () => {
    const person = await world.signUp();
    const { userId } = person;
    const reason = "Your license key was published in a forum.";
    await world.operate("customers/suspendUser", { userId, suspended: true, reason });
    await world.settle();
    expect(world.mails(person)[0]).toMatchObject({
      subject: `Your ${BRAND.name} account is suspended`,
      text: expect.stringContaining(reason),
    });
    await world.signInAgain(person);
    const { account } = (await world.call("accounts/getAccount", {}, person)).body;
    expect(account).toMatchObject({ suspended: true, suspendedFor: reason });
    const data = await world.call("customers/exportData", {}, person);
    expect(data).toMatchObject({ status: 200, body: { account: { suspendedFor: reason } } });
    await suspend(person, false);
    await world.settle();
    expect(world.mails(person)[0]?.subject).toBe(`Your ${BRAND.name} account is no longer suspended`);
    await suspend(person, true);
    await world.signInAgain(person);
    const deletion = await world.call("customers/deleteAccount", { email: person.email }, person);
    expect(deletion.status).toBe(200);
  });

  test("by a call that dies after its first write, and nothing can be paid or collected", async () => {
    const { person } = await world.subscriber();
    const { subscription_id } = await world.subscription(person);
    const page = await openPage(person);
    world.breaks({
      service: "dynamodb",
      operation: "TransactWriteItems",
      function: "customers/suspendUser",
      kind: "killed after",
      times: 1,
    });
    expect((await suspend(person, true)).status).toBe(0);
    await world.settle();
    expect(pageOf(page)).toBe("expired");
    expect(pauseOf(subscription_id)).not.toBeNull();
  });

  test("and cancels the subscription, and the customer can buy again after the suspension", async () => {
    const { person } = await world.subscriber();
    await suspend(person, true, "cancel");
    await world.settle();
    await world.signInAgain(person);
    expect((await world.subscription(person)).subscription_status).toBe("canceled");
    await suspend(person, false);
    await expectBuysAgain(person);
  });
});

test("while a subscriber's key is switched off, nothing is charged", async () => {
  const { person, licenseKey: keyId } = await world.subscriber();
  const { subscription_id } = await world.subscription(person);
  await world.operate("licenses/revokeKey", { keyId });
  await world.settle();
  expect(await world.codes(person)).toEqual(["INACTIVE"]);
  await world.days(NEXT_MONTH);
  expect(world.charged(person)).toBe(1);
  await world.operate("licenses/reactivateKey", { keyId });
  await world.settle();
  expect(pauseOf(subscription_id)).toBeNull();
});

describe("a dispute", () => {
  test("that is lost ends the subscription without a further charge, and the customer can buy again", async () => {
    const { person, charge } = await world.subscriber();
    const closes = await world.dispute(charge);
    expect(await world.codes(person)).toEqual(["SUSPENDED"]);
    expect(world.mailed(person, /Your bank has taken back/)).toBe(1);
    await world.days(5);
    await closes("lost");
    expect(await world.codes(person)).toEqual(["REVOKED"]);
    expect(world.mailed(person, /The dispute over your .* payment is closed/)).toBe(1);
    await world.days(NEXT_MONTH - 5);
    expect(world.charged(person)).toBe(1);
    await expectBuysAgain(person);
  });

  test("that is won after a renewal date restores the key and the subscription, and nothing was charged in between", async () => {
    const { person, charge } = await world.subscriber();
    const { subscription_id } = await world.subscription(person);
    await world.days(27);
    const closes = await world.dispute(charge);
    await world.days(5);
    expect(world.charged(person)).toBe(1);
    await closes("won");
    expect(await world.codes(person)).toEqual(["VALID"]);
    expect(pauseOf(subscription_id)).toBeNull();
    expect(world.mailed(person, /dispute .* is settled/)).toBe(1);
    await world.days(32);
    expect(world.charged(person)).toBe(2);
  });
});

describe("a customer deleted at Stripe", () => {
  test("loses the subscription, and can buy again as a new customer at Stripe", async () => {
    const { person } = await world.subscriber();
    const { customer_id } = await world.subscription(person);
    await world.stripe.customers.del(customer_id);
    await world.settle();
    expect(await world.codes(person)).toEqual(["EXPIRED"]);
    const { body } = await world.call("subscriptions/listInvoices", {}, person);
    expect(body).toEqual({ invoices: [], next: null });
    await expectBuysAgain(person);
    expect((await world.subscription(person)).customer_id).not.toBe(customer_id);
  });

  test.each([
    ["subscriptions/openPortal", { return_url: `${SITE}/x` }, 404],
    ["subscriptions/cancelSubscription", {}, 404],
    ["subscriptions/payOpenInvoices", {}, 200],
    ["subscriptions/listInvoices", {}, 200],
    ["subscriptions/getSubscription", { force: "true" }, 200],
  ] as const)(
    "still gets an answer from %s before the webhook arrives, and can buy again",
    async (id, input, status) => {
      const { person } = await world.subscriber();
      await world.minutes(30);
      const { customer_id } = await world.subscription(person);
      await world.withoutWebhooks(async () => {
        await world.stripe.customers.del(customer_id);
        expect((await world.call(id, input, person)).status).toBe(status);
        expect((await world.openCheckout(person, "monthly")).status).toBe(200);
      });
    },
  );
});
