import { beforeEach, expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { Credit } from "#shared/checkout/credit.ts";
import type { Payment } from "#shared/payments/payment.ts";
import { broughtBy, growthOf, ledgerOf } from "../support/figures.ts";
import { type Person, theWorld } from "../world/world.ts";

const world = theWorld({ sellsAll: true });
beforeEach(() => world.offerUnits(20));

const NEXT_MONTH = 32;
const LIFETIME = CATALOG.lifetime.price;
const share = (cents: number) => Math.floor(cents / 5);
const sum = (cents: readonly number[]) => cents.reduce((a, b) => a + b, 0);

/** Buys the lifetime license at the price that the page shows a subscriber. */
async function buyLifetime(person: Person, look?: (credit: Credit) => Promise<void>) {
  const { credit } = (await world.call("checkout/getCredit", {}, person)).body as { credit: Credit };
  await look?.(credit);
  const bought = await world.buy(person, "lifetime", { credit: { cents: credit.cents, at: credit.at } });
  const paid = world.store.find("paymentIntent", bought.payment)?.amount ?? 0;
  return { credit, paid, ...bought };
}
/** A subscriber who buys the lifetime license with credit on the second day of the month. */
async function changed() {
  const { person, licenseKey } = await world.subscriber();
  expect(await world.activate(person)).toBe("VALID");
  const { subscription_id } = await world.subscription(person);
  await world.days(1);
  return { ...(await buyLifetime(person)), person, licenseKey, subscription_id };
}

test("a subscriber who buys the lifetime license with credit for unused days keeps the key, gets one receipt and has no later charge", async () => {
  const { person, licenseKey, subscription_id, credit, paid } = await changed();
  expect(paid).toBe(LIFETIME - credit.cents);
  expect(credit.cents).toBeLessThan(CATALOG.monthly.price);
  expect(await world.keys(person)).toMatchObject([{ license_key: licenseKey, code: "VALID" }]);
  expect(await world.activate(person)).toBe("VALID");
  expect(world.store.find("subscription", subscription_id)?.status).toBe("canceled");
  expect(world.mailed(person, /\$29\.\d\d for unused days of your subscription/)).toBe(1);
  expect(world.mailed(person, /We received \$3,97\d\.\d\d for/)).toBe(1);
  expect(world.mailed(person, /Your subscription ended on/)).toBe(0);
  await world.days(NEXT_MONTH);
  expect(world.charged(person)).toBe(2);
});

test("if a lifetime license is bought within a second of the month's payment, the guarantee offers both payments back", async () => {
  const { person } = await world.subscriber();
  const { paid } = await buyLifetime(person);
  const { offer } = (await world.call("refunds/getRefundOffer", {}, person)).body;
  expect(offer).toMatchObject({ product: "lifetime", amount_cents: paid + CATALOG.monthly.price });
});

test("a lifetime license with credit is suspended by a dispute, works again after a win, and ends with its refund", async () => {
  const { person, payment, charge, paid, subscription_id } = await changed();
  const closes = await world.dispute(charge);
  expect(await world.codes(person)).toEqual(["SUSPENDED"]);
  await closes("won");
  expect(await world.codes(person)).toEqual(["VALID"]);
  expect((await world.stripe.refunds.create({ payment_intent: payment })).amount).toBe(paid);
  await world.settle();
  expect(await world.codes(person)).toEqual(["REVOKED"]);
  expect(world.store.find("subscription", subscription_id)?.status).toBe("canceled");
});

/** The credit of Stripe's preview for the rest of the period. @param at epoch seconds */
async function unusedAtStripe(subscription: string, at: number): Promise<number> {
  const [item] = world.store.find("subscription", subscription)?.items.data ?? [];
  const { lines } = await world.stripe.invoices.createPreview({
    subscription,
    subscription_details: {
      items: [{ id: item?.id ?? "", quantity: 2 }],
      billing_cycle_anchor: { type: "now" },
      proration_behavior: "always_invoice",
      proration_date: at,
    } as never,
  });
  return -(lines.data.find(({ amount }) => amount < 0)?.amount ?? 0);
}

test("a yearly plan gets no credit after the month that it replaced was refunded in part", async () => {
  const { person, payment } = await world.subscriber();
  const { at, due_cents } = (await world.call("subscriptions/previewPlan", { to: "yearly" }, person))
    .body as { at: number; due_cents: number };
  await world.call("subscriptions/changePlan", { to: "yearly", at, due_cents }, person);
  await world.settle();
  await world.hours(1);
  const credit = async () => (await world.call("checkout/getCredit", {}, person)).body.credit;
  expect(await credit()).toMatchObject({ cents: expect.any(Number) });
  await world.stripe.refunds.create({ payment_intent: payment, amount: 100 });
  await world.settle();
  expect(await credit()).toBeNull();
});

test("a yearly plan that replaced a month gets the credit of Stripe's preview", async () => {
  const affiliate = await world.join();
  const month = await world.subscriber({ affiliateCode: affiliate.code });
  const { person } = month;
  await world.hours(1);
  const shown = (await world.call("subscriptions/previewPlan", { to: "yearly" }, person)).body;
  const { at, due_cents: paidForYear } = shown as { at: number; due_cents: number };
  expect(paidForYear).toBeLessThan(CATALOG.yearly.price);
  const change = { to: "yearly", at, due_cents: paidForYear } as const;
  expect((await world.call("subscriptions/changePlan", change, person)).body).toMatchObject({
    outcome: "changed",
  });
  await world.settle();

  await world.hours(1);
  const { subscription_id } = await world.subscription(person);
  const { credit, paid, payment, charge } = await buyLifetime(person, async ({ cents, at: now }) => {
    const unused = await unusedAtStripe(subscription_id, now);
    // Stripe rounds to the nearest cent, and we round down.
    expect([0, 1]).toContain(unused - cents);
  });
  const [period] = world.store.find("subscription", subscription_id)?.items.data ?? [];
  const [start, end] = [period?.current_period_start ?? 0, period?.current_period_end ?? 0];
  expect(end - start).toBeGreaterThan(364 * 24 * 60 * 60);
  expect(credit.cents).toBe(Math.floor((CATALOG.yearly.price * (end - credit.at)) / (end - start)));
  expect(paid).toBe(LIFETIME - credit.cents);
  expect(world.store.find("subscription", subscription_id)?.status).toBe("canceled");
  expect(await world.codes(person)).toEqual(["VALID"]);
  const all = [CATALOG.monthly.price, paidForYear, paid];
  expect(await broughtBy(world.ask, affiliate)).toEqual([sum(all), sum(all.map(share))]);

  const { body } = await world.operate("customers/getCustomer", { userId: person.userId });
  const [license, year, first] = (body as { payments: Payment[] }).payments;
  expect(sum(license?.credited?.map(({ cents }) => cents) ?? [])).toBe(credit.cents);
  expect(year?.credited).toEqual([{ id: month.payment, cents: CATALOG.yearly.price - paidForYear }]);
  expect(first?.credited).toEqual([]);

  const closes = await world.dispute(charge);
  expect(await world.codes(person)).toEqual(["SUSPENDED"]);
  await closes("lost");
  expect(await world.codes(person)).toEqual(["REVOKED"]);
  const left = all.slice(0, 2);
  expect(await broughtBy(world.ask, affiliate)).toEqual([sum(left), sum(left.map(share))]);
  await world.stripe.refunds.create({ payment_intent: month.payment });
  await world.settle();
  expect(await broughtBy(world.ask, affiliate)).toEqual([paidForYear, share(paidForYear)]);
  const { commissions } = await ledgerOf(affiliate);
  expect(sum(commissions.map(({ earnedCents }) => earnedCents))).toBe(sum(all.map(share)));
  expect(commissions.find(({ id }) => id === payment)).toMatchObject({ reversedCents: share(paid) });
  const { now } = await growthOf(world.ask);
  expect([now.payments.cents, now.refunds.cents, now.lifetime.payments.cents, now.mrr_end_cents]).toEqual([
    sum(all),
    CATALOG.monthly.price + paid,
    paid,
    0,
  ]);
});
