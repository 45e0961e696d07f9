import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DAY, fromEpochSeconds, SECOND } from "#shared/instant.ts";
import { type Bought, type Person, theWorld } from "../world/world.ts";

/** Subscriptions that begin on 31 January. February has no such day and is shorter than the guarantee. */

const world = theWorld({ at: "2026-01-31T10:00:00Z" });
/** Days until the day after the renewal at the end of February, which is still within the guarantee. */
const RENEWED = 29.5;
/** Days until 2 April, after the renewal on the last day of March. */
const NEXT_RENEWAL = 61;

async function renewed(): Promise<{ person: Person } & Bought> {
  const customer = await world.subscriber();
  await world.days(RENEWED);
  expect(world.charged(customer.person)).toBe(2);
  return customer;
}
const toNextRenewal = () => world.days(NEXT_RENEWAL - RENEWED);
const statusOf = (id: string) => world.store.find("subscription", id)?.status;
async function expectBuysAgain(person: Person): Promise<void> {
  await world.buy(person, "monthly");
  expect(await world.codes(person)).toContain("VALID");
}

test("a subscription from 31 January renews on the last days of February and March", async () => {
  const { person } = await renewed();
  const { current_period_start, current_period_end } = await world.subscription(person);
  const starts = new Date(fromEpochSeconds(current_period_start));
  expect(new Date(starts.getTime() + DAY).getUTCDate()).toBe(1);
  expect(fromEpochSeconds(current_period_end)).toMatch(/-03-31T/);
  await toNextRenewal();
  expect(world.charged(person)).toBe(3);
});

test("the guarantee refunds both months that were paid within it", async () => {
  const { person } = await renewed();
  const { subscription_id } = await world.subscription(person);
  const offer = async () => (await world.call("refunds/getRefundOffer", {}, person)).body.offer;
  expect(await offer()).toMatchObject({ product: "monthly", amount_cents: 6000, self_service: true });
  const refund = { requestId: randomUUID(), amount_cents: 6000 };
  const ask = () => world.call("refunds/requestRefund", refund, person);
  expect((await world.atOnce([ask, ask])).map(({ status }) => status)).toEqual([200, 200]);
  await world.settle();
  expect(world.charged(person)).toBe(0);
  expect(await world.codes(person)).toEqual(["REVOKED"]);
  expect(world.mailed(person, /This subscription and its license have ended/)).toBe(2);
  expect(await offer()).toBeNull();
  expect(statusOf(subscription_id)).toBe("canceled");
  await toNextRenewal();
  expect(world.chargesOf(person)).toHaveLength(2);
  await expectBuysAgain(person);
});

describe("a payment of an earlier month", () => {
  test("that is refunded leaves the license and the subscription as they are, and the operator gets a mail", async () => {
    const { person, payment } = await renewed();
    const refund = { paymentIntentId: payment, requestId: randomUUID() };
    expect((await world.operate("refunds/refundPayment", refund)).status).toBe(200);
    await world.settle();
    expect(await world.codes(person)).toEqual(["VALID"]);
    expect(world.mailed(person, /Your license and your subscription stay as they are/)).toBe(1);
    expect(world.mailed("operator", new RegExp(payment))).toBe(1);
    expect(await world.audited("refunds/refundPayment", person)).toHaveLength(2);
    await toNextRenewal();
    expect(world.charged(person)).toBe(2);
  });

  test("whose dispute is lost ends the subscription after the paid period, and the customer can buy again", async () => {
    const { person, charge } = await renewed();
    const closes = await world.dispute(charge);
    expect(await world.codes(person)).toEqual(["VALID"]);
    await closes("lost");
    expect(await world.codes(person)).toEqual(["VALID"]);
    expect(world.mailed(person, /The subscription ends then, without another charge/)).toBe(1);
    expect(world.mailed("operator", /The subscription ends when its current period is over/)).toBe(1);
    expect(world.mailed(person, /subscription is set to end/)).toBe(1);
    expect(world.mailed(person, /keep your subscription with one click/)).toBe(0);
    const { body } = await world.call("subscriptions/getSubscription", {}, person);
    expect(body).toMatchObject({ is_final: true, subscription: { cancel_at_period_end: true } });
    expect((await world.call("subscriptions/keepSubscription", {}, person)).body.code).toBe("CONFLICT");
    const shown = await world.operate("customers/getCustomer", { userId: person.userId });
    expect(shown.body.grants).toMatchObject([{ source: "subscription", is_final: true }]);
    await toNextRenewal();
    expect((await world.subscription(person)).subscription_status).toBe("canceled");
    expect(world.charged(person)).toBe(2);
    await expectBuysAgain(person);
  });
});

test("a subscription that is set to end in a later month is charged until that end", async () => {
  const { person } = await renewed();
  const { subscription_id, current_period_end } = await world.subscription(person);
  const beyond = current_period_end + (5 * DAY) / SECOND;
  await world.stripe.subscriptions.update(subscription_id, { cancel_at: beyond });
  await world.settle();
  expect(world.mailed(person, /One more payment, for the days until then, is due on/)).toBe(1);
  await toNextRenewal();
  await world.days(6);
  expect(await world.codes(person)).toEqual(["EXPIRED"]);
  const paid = (await world.invoices(subscription_id)).map(({ amount_paid }) => amount_paid);
  expect(paid.filter((cents) => cents > 0 && cents < 3000)).toHaveLength(1);
});
