import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { CATALOGUE } from "#shared/billing/catalogue.ts";
import { setUpStripe } from "../../scripts/stripe/setup.ts";
import { WEBHOOKS, type Whose } from "../../scripts/stripe/webhooks.ts";
import { type Bench, startBench } from "../local/stripe/sandbox.ts";

const SITE = "https://shop.example.com";
let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
  await expect(setUp()).rejects.toThrow(/customer portal was never opened.* press Save/);
  await bench.control("portal/save");
});
afterAll(() => bench.close());

/** What Stripe said only once, in order. */
const secrets: [Whose, string][] = [];
beforeEach(() => {
  secrets.length = 0;
});
const setUp = () =>
  setUpStripe(bench.stripe, SITE, {
    say: () => undefined,
    keepSecret: (whose, secret) => void secrets.push([whose, secret]),
  });
const endpoints = async () => (await bench.stripe.webhookEndpoints.list()).data.reverse();
const SECRET = expect.stringMatching(/^whsec_/);

it("makes products, prices, portal and webhook once, however often it runs", async () => {
  const first = await setUp();
  const made = [
    ["own", SECRET],
    ["connected", SECRET],
  ];
  expect(secrets).toEqual(made);
  const before = await endpoints();
  expect(await setUp()).toEqual(first);
  expect(secrets).toEqual(made);
  expect(await endpoints()).toEqual(before);

  const { data: prices } = await bench.stripe.prices.list({ limit: 100 });
  expect(prices.map(({ unit_amount }) => unit_amount).sort()).toEqual(
    [CATALOGUE.lifetime.price, CATALOGUE.monthly.price].sort(),
  );
  const url = `${SITE}/backend/api/stripe/webhook`;
  expect(before).toMatchObject([
    { url, application: null, enabled_events: WEBHOOKS.own.events },
    { url, application: expect.stringMatching(/^ca_/), enabled_events: ["account.updated"] },
  ]);
  const { data: portals } = await bench.stripe.billingPortal.configurations.list({ is_default: true });
  expect(portals[0]?.features.subscription_cancel.enabled).toBe(false);
  expect(portals[0]?.default_return_url).toBe(`${SITE}/dashboard`);
});

it("takes an endpoint that was made when there was but one for its own account's, and makes the other", async () => {
  const [own, connected] = await endpoints();
  await bench.stripe.webhookEndpoints.del(connected?.id ?? "");
  await bench.stripe.webhookEndpoints.update(own?.id ?? "", {
    metadata: "",
    enabled_events: [...WEBHOOKS.own.events, "account.updated"],
  });
  await setUp();
  const [first, second] = await endpoints();
  expect(first).toEqual(own);
  expect(second?.enabled_events).toEqual(["account.updated"]);
  expect(secrets).toEqual([["connected", SECRET]]);
});

it("leaves an endpoint for connected accounts alone that somebody made by hand", async () => {
  const [own] = await endpoints();
  await bench.stripe.webhookEndpoints.update(own?.id ?? "", { metadata: "" });
  const byHand = await bench.stripe.webhookEndpoints.create({
    url: own?.url ?? "",
    connect: true,
    enabled_events: ["account.updated"],
  });
  await setUp();
  const [first, , third] = await endpoints();
  expect(first).toEqual(own);
  expect(third).toMatchObject({ id: byHand.id, metadata: {} });
  expect(secrets).toEqual([]);
  await bench.stripe.webhookEndpoints.del(byHand.id);
});

it("makes another price where the catalogue's has changed, which takes over its key", async () => {
  const before = await setUp();
  const known = await bench.stripe.prices.retrieve(before.monthly);
  const other = await bench.stripe.prices.create({
    product: CATALOGUE.monthly.stripeProductId,
    currency: "usd",
    unit_amount: 99,
    recurring: { interval: "month" },
    lookup_key: known.lookup_key ?? "",
    transfer_lookup_key: true,
  });
  const prices = await setUp();
  expect(prices.monthly).not.toBe(other.id);
  const { data } = await bench.stripe.prices.list({ lookup_keys: [CATALOGUE.monthly.stripeProductId] });
  expect(data.map(({ id, unit_amount }) => ({ id, unit_amount }))).toEqual([
    { id: prices.monthly, unit_amount: CATALOGUE.monthly.price },
  ]);
});
