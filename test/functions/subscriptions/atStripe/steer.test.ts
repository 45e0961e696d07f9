import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import type { Step } from "../../../../functions/payments/collectionRules.ts";
import { fetchSubscription } from "../../../../functions/payments/facts/subscriptionFacts.ts";
import { Reading } from "../../../../functions/platform/reading.ts";
import { steer } from "../../../../functions/subscriptions/atStripe/steer.ts";

const at = vi.hoisted(() => ({ bench: undefined as Bench | undefined }));
vi.mock("../../../../functions/platform/stripe.ts", () => ({ stripe: async () => at.bench?.stripe }));

let bench: Bench;
let id = "";
beforeEach(async () => {
  bench = await startBench({ at: "2026-03-01T10:00:00Z" });
  at.bench = bench;
  const { stripe } = bench;
  const customer = (await stripe.customers.create({ metadata: { userId: "ann" } })).id;
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  const product = CATALOG.monthly.stripeProductId;
  await stripe.products.create({ id: product, name: "Plan" });
  const recurring = { interval: "month" } as const;
  const price = await stripe.prices.create({ product, currency: "usd", unit_amount: 3000, recurring });
  const made = { customer, items: [{ price: price.id }], default_payment_method: card.id };
  id = (await stripe.subscriptions.create(made)).id;
  await bench.forward({ days: 31, minutes: 5 });
});
afterEach(() => bench.close());

async function step(taken: Step): Promise<void> {
  const reading = new Reading({ TableName: "grants", Key: { pk: "ann", sk: "reading" } }, undefined);
  const own = await fetchSubscription(reading, id);
  if (!own) throw new Error("There is no subscription");
  await steer(own, taken, new Date(bench.now() * 1000), 0);
}
const pause = () => step({ kind: "settle", leaves: "onHold", end: "stays" });
const resume = () => step({ kind: "settle", leaves: "works", end: "stays" });

const statuses = async () =>
  (await bench.stripe.invoices.list({ subscription: id })).data.map(({ status }) => status);

test("a pause while a renewal's invoice is a draft delays the charge until the pause ends", async () => {
  expect(await statuses()).toEqual(["draft", "paid"]);
  await pause();
  await bench.forward({ minutes: 30 });
  expect(await statuses()).toEqual(["draft", "paid"]);
  await resume();
  await bench.forward({ hours: 2 });
  expect(await statuses()).toEqual(["paid", "paid"]);
});

test("a renewal that Stripe drafts while the pause is being set is not charged", async () => {
  await bench.forward({ days: 29, hours: 23, minutes: 54 });
  const { subscriptions } = bench.stripe;
  const update = subscriptions.update.bind(subscriptions);
  vi.spyOn(subscriptions, "update").mockImplementationOnce(async (...args) => {
    await bench.forward({ minutes: 2 });
    expect(await statuses()).toEqual(["draft", "paid", "paid"]);
    return update(...args);
  });
  await pause();
  await bench.forward({ days: 2 });
  expect(await statuses()).toEqual(["draft", "paid", "paid"]);
});

test("a pause that dies halfway is marked as begun, can be repeated, and ends like any other pause", async () => {
  const mark = async () => (await bench.stripe.subscriptions.retrieve(id)).metadata.pausedBy;
  const { invoices } = bench.stripe;
  vi.spyOn(invoices, "update").mockRejectedValueOnce(new Error("lost"));
  await expect(pause()).rejects.toThrow("lost");
  expect(await mark()).toBe("shop-begun");
  await pause();
  expect(await mark()).toBe("shop");
  await resume();
  expect(await mark()).toBeUndefined();
  await bench.forward({ hours: 2 });
  expect(await statuses()).toEqual(["paid", "paid"]);
});

test("a pause that lasts over another renewal voids both unpaid invoices", async () => {
  await pause();
  await bench.forward({ days: 31 });
  await resume();
  await bench.forward({ hours: 2 });
  expect(await statuses()).toEqual(["void", "void", "paid"]);
});

test("the end of a subscription charges no draft", async () => {
  await step({ kind: "settle", leaves: "over", end: "refund" });
  await bench.forward({ hours: 2 });
  expect(await statuses()).toEqual(["void", "paid"]);
});
