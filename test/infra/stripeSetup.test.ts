import { afterAll, beforeAll, expect, it } from "vitest";
import { CATALOG } from "#shared/billing/catalog.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import { setUpStripe } from "../../scripts/stripe/setup.ts";
import { WEBHOOKS, type Whose } from "../../scripts/stripe/webhooks.ts";

const SITE = "https://shop.example.com";
let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
  await expect(setUp()).rejects.toThrow(/customer portal was never opened.* press Save/);
  await bench.control("portal/save");
});
afterAll(() => bench.close());

/** What was stored, in order. */
const secrets: [Whose, string][] = [];
const setUp = () =>
  setUpStripe(bench.stripe, SITE, {
    say: () => undefined,
    now: () => new Date(bench.now() * 1000),
    stored: (whose) => secrets.flatMap(([owner, secret]) => (owner === whose ? [secret] : [])),
    store: async (whose, secret) => void secrets.push([whose, secret]),
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
    [CATALOG.lifetime.price, CATALOG.monthly.price].sort(),
  );
  const url = `${SITE}/backend/api/stripe/webhook`;
  expect(before).toMatchObject([
    { url, application: null, enabled_events: WEBHOOKS.own.events },
    {
      url,
      application: expect.stringMatching(/^ca_/),
      enabled_events: ["account.updated", "account.application.deauthorized"],
    },
  ]);
  const { data: portals } = await bench.stripe.billingPortal.configurations.list({ is_default: true });
  expect(portals[0]?.features.subscription_cancel.enabled).toBe(false);
  expect(portals[0]?.default_return_url).toBe(`${SITE}/dashboard`);
});

it("takes the place of an unmarked endpoint of its own account, once the functions know the new secret", async () => {
  const [own, connected] = await endpoints();
  await bench.stripe.webhookEndpoints.del(connected?.id ?? "");
  await bench.stripe.webhookEndpoints.update(own?.id ?? "", { metadata: "" });
  await setUp();
  expect(await endpoints()).toMatchObject([
    { id: own?.id },
    { application: null, enabled_events: WEBHOOKS.own.events },
    {
      application: expect.stringMatching(/^ca_/),
      enabled_events: ["account.updated", "account.application.deauthorized"],
    },
  ]);
  await bench.forward({ minutes: 11 });
  await setUp();
  const after = await endpoints();
  expect(after).toHaveLength(2);
  expect(after.map(({ id }) => id)).not.toContain(own?.id);
});

it("leaves a manually created endpoint for connected accounts alone", async () => {
  const before = await endpoints();
  const byHand = await bench.stripe.webhookEndpoints.create({
    url: before[0]?.url ?? "",
    connect: true,
    enabled_events: ["account.updated", "account.application.deauthorized"],
  });
  const stored = [...secrets];
  await setUp();
  expect((await endpoints()).map(({ id }) => id)).toEqual([...before.map(({ id }) => id), byHand.id]);
  expect(secrets).toEqual(stored);
  await bench.stripe.webhookEndpoints.del(byHand.id);
});

it("makes another price where the catalog's has changed, which takes over its key", async () => {
  const before = await setUp();
  const known = await bench.stripe.prices.retrieve(before.monthly);
  const other = await bench.stripe.prices.create({
    product: CATALOG.monthly.stripeProductId,
    currency: "usd",
    unit_amount: 99,
    recurring: { interval: "month" },
    lookup_key: known.lookup_key ?? "",
    transfer_lookup_key: true,
  });
  const prices = await setUp();
  expect(prices.monthly).not.toBe(other.id);
  const { data } = await bench.stripe.prices.list({ lookup_keys: [CATALOG.monthly.stripeProductId] });
  expect(data.map(({ id, unit_amount }) => ({ id, unit_amount }))).toEqual([
    { id: prices.monthly, unit_amount: CATALOG.monthly.price },
  ]);
});
