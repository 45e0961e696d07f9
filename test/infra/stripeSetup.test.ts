import { afterAll, beforeAll, expect, it } from "vitest";
import { CATALOGUE } from "#shared/billing/catalogue.ts";
import { setUpStripe } from "../../scripts/stripe/setup.ts";
import { WEBHOOK_EVENTS } from "../../scripts/stripe/webhookEvents.ts";
import { type Bench, startBench } from "../local/stripe/sandbox.ts";

const SITE = "https://shop.example.com";
let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
  await expect(setUp()).rejects.toThrow(/customer portal was never opened.* press Save/);
  // The sandbox has a portal as soon as somebody opens it.
  const customer = await bench.stripe.customers.create();
  await bench.stripe.billingPortal.sessions.create({ customer: customer.id, return_url: SITE });
});
afterAll(() => bench.close());

const setUp = () => setUpStripe(bench.stripe, SITE, () => undefined);

it("makes products, prices, portal and webhook once, however often it runs", async () => {
  const first = await setUp();
  expect(first.webhookSecret).toMatch(/^whsec_/);
  const second = await setUp();
  expect(second).toEqual({ prices: first.prices, webhookSecret: undefined });

  const { data: prices } = await bench.stripe.prices.list({ limit: 100 });
  expect(prices.map(({ unit_amount }) => unit_amount).sort()).toEqual(
    [CATALOGUE.lifetime.price, CATALOGUE.monthly.price].sort(),
  );
  const { data: endpoints } = await bench.stripe.webhookEndpoints.list();
  expect(endpoints.map(({ url, enabled_events }) => ({ url, enabled_events }))).toEqual([
    { url: `${SITE}/backend/api/stripe/webhook`, enabled_events: WEBHOOK_EVENTS },
  ]);
  const { data: portals } = await bench.stripe.billingPortal.configurations.list({ is_default: true });
  expect(portals[0]?.features.subscription_cancel.enabled).toBe(false);
  expect(portals[0]?.default_return_url).toBe(`${SITE}/dashboard`);
});

it("makes another price where the catalogue's has changed, which takes over its key", async () => {
  const before = await setUp();
  const known = await bench.stripe.prices.retrieve(before.prices.monthly);
  const other = await bench.stripe.prices.create({
    product: CATALOGUE.monthly.stripeProductId,
    currency: "usd",
    unit_amount: 99,
    recurring: { interval: "month" },
    lookup_key: known.lookup_key ?? "",
    transfer_lookup_key: true,
  });
  const { prices } = await setUp();
  expect(prices.monthly).not.toBe(other.id);
  const { data } = await bench.stripe.prices.list({ lookup_keys: [CATALOGUE.monthly.stripeProductId] });
  expect(data.map(({ id, unit_amount }) => ({ id, unit_amount }))).toEqual([
    { id: prices.monthly, unit_amount: CATALOGUE.monthly.price },
  ]);
});
