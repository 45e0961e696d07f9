import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { RefundOffer } from "#shared/refunds/refunds.ts";
import { type Person, theWorld } from "../world/world.ts";

// Credit and invoices that an operator makes by hand in Stripe's dashboard.

const world = theWorld();
const PRICE = CATALOG.monthly.price;

async function give(person: Person, cents: number): Promise<string> {
  const { customer_id: customer } = await world.subscription(person);
  await world.stripe.customers.update(customer, { balance: -cents });
  return customer;
}
const sums = (person: Person) => world.chargesOf(person).map(({ amount }) => amount);
const paidRows = () =>
  world
    .rows("Events")
    .filter(({ sk }) => sk === "paid")
    .map(({ amountCents, baseCents, invoicedCents }) => [amountCents, baseCents, invoicedCents]);
const commissions = () =>
  world
    .rows("Payouts")
    .filter(({ kind }) => kind === "commission")
    .map(({ earnedCents }) => earnedCents);
const offerOf = async (person: Person) =>
  (await world.call("refunds/getRefundOffer", {}, person)).body.offer as RefundOffer | null;

test("when credit pays renewals in part or in full, the books and receipts show what was charged", async () => {
  const { code } = await world.join();
  const { person } = await world.subscriber({ affiliateCode: code });
  const customer = await give(person, PRICE + 1000);
  await world.hours(32 * 24);
  expect(sums(person)).toEqual([PRICE]);
  expect(world.mailed(person, /We received \$0\.00 for[\s\S]*Paid from your balance[\s\S]*\$30\.00/)).toBe(1);
  await world.hours(31 * 24);
  expect(sums(person)).toEqual([PRICE, PRICE - 1000]);
  expect(world.mailed(person, /We received \$20\.00 for[\s\S]*Paid from your balance[\s\S]*\$10\.00/)).toBe(
    1,
  );
  expect(await world.codes(person)).toEqual(["VALID"]);
  expect(paidRows()).toEqual(
    expect.arrayContaining([
      [PRICE, PRICE, PRICE],
      [0, 0, PRICE],
      [PRICE - 1000, PRICE - 1000, PRICE],
    ]),
  );
  expect(paidRows()).toHaveLength(3);
  expect(
    commissions()
      .filter((cents) => cents !== 0)
      .sort(),
  ).toEqual([(PRICE - 1000) / 5, PRICE / 5].sort());
  const { data } = await world.stripe.invoices.list({ customer });
  expect(data.map(({ amount_due, ending_balance }) => [amount_due, ending_balance])).toEqual([
    [PRICE - 1000, 0],
    [0, -1000],
    [PRICE, 0],
  ]);
});

test("after a purchase with credit, the mail and the guarantee name the amount that was charged", async () => {
  const person = await world.signUp({ proves: true });
  const { sessionId } = (await world.openCheckout(person, "monthly")).body;
  const customer = String(world.store.find("checkoutSession", String(sessionId))?.customer);
  await world.stripe.customers.update(customer, { balance: -1000 });
  world.pay(String(sessionId));
  await world.settle();
  expect(sums(person)).toEqual([PRICE - 1000]);
  expect(world.mailed(person, /We received \$20\.00 for[\s\S]*Paid from your balance[\s\S]*\$10\.00/)).toBe(
    1,
  );
  const offer = await offerOf(person);
  expect(offer).toMatchObject({ amount_cents: PRICE - 1000, self_service: true });
  await world.call("refunds/requestRefund", { requestId: "the-refund", amount_cents: PRICE - 1000 }, person);
  await world.settle();
  expect(await world.codes(person)).toEqual(["REVOKED"]);
  expect(world.charged(person)).toBe(0);
});

test("canceling while the renewal's invoice is a draft uses no credit", async () => {
  const { person } = await world.subscriber();
  const customer = await give(person, PRICE + 1000);
  const { current_period_end: end } = await world.subscription(person);
  await world.seconds(end - Math.floor(world.now().getTime() / 1000) + 60);
  expect((await world.call("subscriptions/cancelSubscription", { endsToday: true }, person)).status).toBe(
    200,
  );
  await world.settle();
  expect(await world.codes(person)).toEqual(["EXPIRED"]);
  expect(await world.stripe.customers.retrieve(customer)).toMatchObject({ balance: -PRICE - 1000 });
  await world.days(2);
  expect(sums(person)).toEqual([PRICE]);
});

test("an invoice made by hand grants nothing, is not a sale, and is listed with its description", async () => {
  const { person } = await world.subscriber();
  const { customer_id: customer } = await world.subscription(person);
  const before = [await world.codes(person), paidRows(), await offerOf(person)];
  const { invoices, invoiceItems } = world.stripe;
  await invoiceItems.create({ customer, amount: 900, currency: "usd", description: "A day of training" });
  const { id = "" } = await invoices.create({ customer, pending_invoice_items_behavior: "include" });
  await world.choose(person, "pm_card_visa");
  await invoices.pay(id);
  await world.settle();
  expect([await world.codes(person), paidRows(), await offerOf(person)]).toEqual(before);
  const { body } = await world.call("subscriptions/listInvoices", {}, person);
  expect(body.invoices).toMatchObject([{ id, description: "A day of training", amount_paid: 900 }, {}]);
  const { payments } = (await world.operate("customers/getCustomer", { userId: person.userId })).body as {
    payments: { id: string; amount_cents: number; description: string }[];
  };
  const [own] = payments;
  expect(own).toMatchObject({
    amount_cents: 900,
    description: expect.stringContaining("Payment for Invoice"),
  });
  const shown = (await world.operate("insights/getPayment", { paymentId: own?.id ?? "" })).body;
  expect(shown).toMatchObject({ license: null, commission: null, subscription_id: null, invoice: { id } });
  expect(world.mailed("operator", /./)).toBe(0);
  world.tolerates(/^Everything is found/);
  await world.stripe.refunds.create({ payment_intent: own?.id ?? "" });
  await world.settle();
  expect(await world.codes(person)).toEqual(["VALID"]);
});
