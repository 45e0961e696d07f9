import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StripeSandbox, startStripe } from "../src/server.ts";

const HOUR = 3600;
const MONTH_AND_A_DRAFT = 31 * 24 * HOUR + 2 * HOUR;

let sandbox: StripeSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startStripe({ port: 0 });
  const { hostname, port } = new URL(sandbox.url);
  stripe = new Stripe(sandbox.secretKey, { host: hostname, port: Number(port), protocol: "http" });
});
afterAll(() => sandbox.close());

async function clockWithSubscription() {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000, name: "a month" });
  const customer = await stripe.customers.create({ test_clock: clock.id });
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
  const product = await stripe.products.create({ name: "Plan" });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    default_payment_method: card.id,
    items: [
      {
        price_data: {
          product: product.id,
          currency: "usd",
          unit_amount: 100,
          recurring: { interval: "month" },
        },
      },
    ],
  });
  return { clock, customer, subscription };
}

test("advancing a test clock runs due renewals", async () => {
  for (const _ of [1, 2]) {
    const { clock, subscription } = await clockWithSubscription();
    expect(subscription.test_clock).toBe(clock.id);
    const to = clock.frozen_time + MONTH_AND_A_DRAFT;
    expect(await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: to })).toMatchObject({
      frozen_time: to,
      status: "ready",
    });
    const { data } = await stripe.invoices.list({ subscription: subscription.id });
    expect(data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
      ["subscription_cycle", "paid"],
      ["subscription_create", "paid"],
    ]);
  }
});

test("a test clock cannot go back", async () => {
  const { clock } = await clockWithSubscription();
  await expect(
    stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: clock.frozen_time - 1 }),
  ).rejects.toMatchObject({ param: "frozen_time" });
});

test("deleting a test clock deletes its customers", async () => {
  const { clock, customer } = await clockWithSubscription();
  expect(await stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true });
  await expect(stripe.testHelpers.testClocks.retrieve(clock.id)).rejects.toMatchObject({ statusCode: 404 });
  const { data } = await stripe.customers.list();
  expect(data.map(({ id }) => id)).not.toContain(customer.id);
});

test("a test clock cannot move an injected clock", async () => {
  const owned = await startStripe({ port: 0, now: () => new Date("2027-01-01T00:00:00Z") });
  try {
    const { hostname, port } = new URL(owned.url);
    const client = new Stripe(owned.secretKey, { host: hostname, port: Number(port), protocol: "http" });
    const { id } = await client.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
    await expect(client.testHelpers.testClocks.advance(id, { frozen_time: 1_800_000_001 })).rejects.toThrow(
      /injected clock/,
    );
  } finally {
    await owned.close();
  }
});

test("an account is enabled as soon as its platform has sent all requirements", async () => {
  const controller = {
    fees: { payer: "application" },
    losses: { payments: "application" },
    requirement_collection: "application",
    stripe_dashboard: { type: "none" },
  } as const;
  const complete = {
    controller,
    country: "US",
    capabilities: { transfers: { requested: true } },
    individual: { first_name: "Jenny", last_name: "Rosen", dob: { day: 1, month: 1, year: 1901 } },
    external_account: "btok_us_verified",
    tos_acceptance: { date: 1_800_000_000, ip: "127.0.0.1" },
  };
  const { external_account: _, ...incomplete } = complete;
  expect((await stripe.accounts.create(complete)).capabilities?.transfers).toBe("active");
  expect((await stripe.accounts.create(incomplete)).capabilities?.transfers).toBe("inactive");
});

test("a schedule follows its customer's test clock, which emits events", async () => {
  const { clock, customer, subscription } = await clockWithSubscription();
  const price = subscription.items.data[0]?.price.product;
  const recurring = { interval: "month" as const };
  const plan = await stripe.prices.create({
    product: String(price),
    currency: "usd",
    unit_amount: 100,
    recurring,
  });
  const schedule = await stripe.subscriptionSchedules.create({
    customer: customer.id,
    start_date: clock.frozen_time,
    phases: [{ items: [{ price: plan.id }], end_date: clock.frozen_time + 5 * 24 * HOUR }],
  });
  expect(schedule.status).toBe("active");
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: clock.frozen_time + 6 * 24 * HOUR });
  expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe("completed");
  await stripe.testHelpers.testClocks.del(clock.id);
  const { data } = await stripe.events.list({ type: "test_helpers.test_clock.*", limit: 4 });
  expect(
    data.filter(({ data: { object } }) => "id" in object && object.id === clock.id).map(({ type }) => type),
  ).toEqual([
    "test_helpers.test_clock.deleted",
    "test_helpers.test_clock.ready",
    "test_helpers.test_clock.advancing",
    "test_helpers.test_clock.created",
  ]);
});
