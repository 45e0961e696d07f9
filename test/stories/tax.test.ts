import { expect, test } from "vitest";
import { Commission } from "#shared/affiliates/commission.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { broughtBy, growthOf, movesOf } from "../support/figures.ts";
import { theWorld } from "../world/world.ts";

const world = theWorld({ tax: true });
const NEXT_MONTH = 32;

async function taxedBuyer() {
  const affiliate = await world.join();
  const buyer = await world.subscriber({ affiliateCode: affiliate.code });
  expect(await world.activate(buyer.person)).toBe("VALID");
  const commissions = () =>
    world
      .rows("Payouts")
      .filter(({ sk }) => String(sk).startsWith("commission#"))
      .map((row) => Commission.parse(row));
  return { ...buyer, commissions };
}

test("tax is on the receipt, is refunded in proportion, and is in no figure", async () => {
  const affiliate = await world.join();
  const { person, payment } = await world.subscriber({ affiliateCode: affiliate.code });
  expect(await world.activate(person)).toBe("VALID");
  expect(world.mailed(person, /We received \$35\.70 for [\s\S]*Tax included:? \$5\.70/)).toBe(1);
  const { body } = await world.call("subscriptions/listInvoices", {}, person);
  expect(body.invoices).toMatchObject([{ amount_paid: 3570, tax: 570 }]);
  const asked = await world.operate("customers/getCustomer", { userId: person.userId });
  expect(asked.body.payments).toMatchObject([{ amount_cents: 3570, refunded_cents: 0 }]);
  const figures = async () => {
    const { now } = await growthOf(world.ask);
    return [now.payments.cents, now.refunds.cents, now.mrr_end_cents];
  };
  const give = async (amountCents: number) => {
    const refund = { paymentIntentId: payment, amountCents, requestId: `refund-of-${amountCents}` };
    expect((await world.operate("refunds/refundPayment", refund)).status).toBe(200);
    await world.settle();
  };
  expect(await broughtBy(world.ask, affiliate)).toEqual([3000, 600]);
  expect(await figures()).toEqual([3000, 0, 3000]);
  await give(1190);
  expect(await world.codes(person)).toEqual(["VALID"]);
  expect(await broughtBy(world.ask, affiliate)).toEqual([2000, 400]);
  expect(await figures()).toEqual([3000, 1000, 3000]);
  // Stripe counts whole seconds, and a subscription that ends in its first second has no value.
  await world.seconds(1);
  await give(2380);
  expect(await world.codes(person)).toEqual(["REVOKED"]);
  expect(await movesOf(world.ask, "money", person)).toEqual(["payment 3000", "refund 1000", "refund 2000"]);
  expect(await broughtBy(world.ask, affiliate)).toBeUndefined();
  expect(await figures()).toEqual([3000, 3000, 0]);
});

test("a lost dispute takes the payment with its tax, and the whole commission", async () => {
  const { person, charge, commissions } = await taxedBuyer();
  expect(commissions()).toMatchObject([{ baseCents: 3000, earnedCents: 600, reversedCents: 0 }]);
  const closes = await world.dispute(charge);
  expect(await world.codes(person)).toEqual(["SUSPENDED"]);
  await closes("lost");
  expect(await world.codes(person)).toEqual(["REVOKED"]);
  expect(commissions()).toMatchObject([{ baseCents: 3000, reversedCents: 600 }]);
});

test("after a dispute was won, renewals are taxed by the customer's address until the customer cancels", async () => {
  const { person, charge, commissions } = await taxedBuyer();
  const closes = await world.dispute(charge);
  await closes("won");
  expect(await world.codes(person)).toEqual(["VALID"]);
  await world.days(NEXT_MONTH);
  const [renewal] = world.mails(person).filter(({ subject }) => /^Your \S+ receipt/.test(subject));
  expect(renewal?.text).toContain(`We received $35.70 for ${CATALOG.monthly.name}.`);
  expect(renewal?.text).toMatch(/Tax included:? \$5\.70/);
  expect(commissions().map(({ baseCents, reversedCents }) => [baseCents, reversedCents])).toEqual([
    [3000, 0],
    [3000, 0],
  ]);
  await world.call("subscriptions/cancelSubscription", {}, person);
  const { subscription_id } = await world.subscription(person);
  await world.days(NEXT_MONTH);
  expect(await world.codes(person)).toEqual(["EXPIRED"]);
  expect((await world.invoices(subscription_id)).map(({ amount_paid }) => amount_paid)).toEqual([3570, 3570]);
});
