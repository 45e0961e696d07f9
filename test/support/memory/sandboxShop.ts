import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { CATALOG, type ProductId, recurringOf } from "#shared/catalog/catalog.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import { memoryDynamo } from "./dynamo.ts";
import { network } from "./network.ts";

const TABLES = [
  "AFFILIATES",
  "AUDIT",
  "EVENTS",
  "GRANTS",
  "LIMITS",
  "PROMOTIONS",
  "SEATS",
  "TRAFFIC",
  "USERS",
];

/**
 * Tables in memory, and a Stripe sandbox that sells these products. Ann is a new customer in each test.
 * @param outside gets the sandbox's address, to which the test redirects Stripe's SDK
 * @param draftSeconds how long a renewal's invoice is a draft. At Stripe it is an hour
 */
export function sandboxShop<Id extends ProductId>(
  outside: { url: string },
  sold: readonly Id[],
  environment: Readonly<Record<string, string>>,
  draftSeconds = 0,
) {
  for (const table of TABLES) vi.stubEnv(`TABLE_${table}`, table.toLowerCase());
  for (const [name, value] of Object.entries({
    SECRET_STRIPE: "stripe",
    SECRET_MAILBOX: "mailbox",
    ...environment,
  }))
    vi.stubEnv(name, value);
  const wire = network();
  const rows = memoryDynamo(wire);
  const prices = {} as Record<Id, string>;
  let bench: Bench;
  let customer = "";
  beforeAll(async () => {
    bench = await startBench({ at: "2026-03-01T10:00:00Z", draftSeconds });
    outside.url = bench.sandbox.url;
    for (const id of sold) {
      const { stripeProductId, name, price, months } = CATALOG[id];
      await bench.stripe.products.create({ id: stripeProductId, name });
      const made = await bench.stripe.prices.create({
        product: stripeProductId,
        currency: "usd",
        unit_amount: price,
        lookup_key: stripeProductId,
        ...(months === null ? {} : { recurring: recurringOf(months) }),
      });
      prices[id] = made.id;
      if (id !== "yearly") vi.stubEnv(`PRICE_${id.toUpperCase()}`, made.id);
    }
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await bench.close();
  });
  beforeEach(async () => {
    wire.turn = undefined;
    rows.clear();
    customer = (await bench.stripe.customers.create({ metadata: { userId: "ann" } })).id;
  });
  return {
    bench: () => bench,
    customer: () => customer,
    now: () => new Date(bench.now() * 1000),
    wire,
    rows,
    prices,
    /** Ann pays with a card that works. @returns the subscription's id */
    async subscribe(price: string, quantity = 1): Promise<string> {
      const method = await bench.stripe.paymentMethods.attach("pm_card_visa", { customer });
      const made = await bench.stripe.subscriptions.create({
        customer,
        items: [{ price, quantity }],
        default_payment_method: method.id,
        metadata: { userId: "ann" },
      });
      return made.id;
    },
    /** Sets another card for the next payments of a subscription. */
    async chargeTo(card: string, subscription: string): Promise<void> {
      const method = await bench.stripe.paymentMethods.attach(card, { customer });
      await bench.stripe.subscriptions.update(subscription, { default_payment_method: method.id });
    },
    /** The payments for a subscription, newest first, in cents. */
    async paid(subscription: string): Promise<number[]> {
      const { data } = await bench.stripe.invoices.list({ subscription, status: "paid" });
      return data.map(({ amount_paid }) => amount_paid);
    },
  };
}
