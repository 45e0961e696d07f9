import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { TAX, type TaxRules } from "#shared/payments/tax.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import { setUpStripe } from "../../scripts/stripe/setup.ts";
import { WEBHOOKS, type Whose } from "../../scripts/stripe/webhooks.ts";
import { readFunctionFile } from "../support/functionFiles.ts";

const SITE = "https://shop.example.com";
let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
  await expect(setUp()).rejects.toThrow(/customer portal was never saved.* press Save/);
  await bench.control("portal/save");
});
afterAll(() => bench.close());

/** The stored secrets, in order. */
const secrets: [Whose, string][] = [];
const said: string[] = [];
const setUp = (tax?: TaxRules, site = SITE) =>
  setUpStripe(
    bench.stripe,
    site,
    {
      say: (line) => void said.push(line),
      now: () => new Date(bench.now() * 1000),
      stored: (whose) => secrets.flatMap(([owner, secret]) => (owner === whose ? [secret] : [])),
      store: async (whose, secret) => void secrets.push([whose, secret]),
    },
    tax,
  );
const endpoints = async () => (await bench.stripe.webhookEndpoints.list()).data.reverse();
const SECRET = expect.stringMatching(/^whsec_/);

it("stripe:setup creates products, prices, portal and webhook only once, even if it runs again", async () => {
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
    Object.values(CATALOG)
      .map(({ price }) => price)
      .sort(),
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

it("stripe:setup replaces an unmarked endpoint of its own account once the functions have the new secret", async () => {
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

it("stripe:setup replaces the endpoints of the site's previous address, and keeps the endpoint of another shop", async () => {
  const before = await endpoints();
  const other = await bench.stripe.webhookEndpoints.create({
    url: "https://other.example.com/backend/api/stripe/webhook",
    enabled_events: ["account.updated"],
    metadata: { accounts: "own", secret: "0000000000000000" },
  });
  const moved = "https://store.example.com";
  await setUp(undefined, moved);
  expect(await endpoints()).toHaveLength(before.length + 3);
  await bench.forward({ minutes: 11 });
  await setUp(undefined, moved);
  const left = (await endpoints()).map(({ url }) => new URL(url).host);
  expect(left).toEqual(["other.example.com", "store.example.com", "store.example.com"]);
  await bench.stripe.webhookEndpoints.del(other.id);
  await setUp();
  await bench.forward({ minutes: 11 });
  await setUp();
});

it("stripe:setup keeps a manually created endpoint for connected accounts", async () => {
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

it("stripe:setup creates a new price if Stripe's differs from the catalog's, and moves the lookup key to the new price", async () => {
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

it("stripe:setup prepares tax if the shop collects it, and says where it collects tax or that it is registered nowhere", async () => {
  const tax = { ...TAX, isCollected: true };
  const before = await setUp();
  await expect(setUp(tax)).rejects.toThrow(/Stripe Tax is not ready\. Missing: head_office\./);
  await bench.stripe.tax.settings.update({ head_office: { address: { country: "US", state: "NY" } } });
  // The prices keep their ids and only get a tax behavior.
  expect(await setUp(tax)).toEqual(before);
  expect(said.join()).toContain("there is no registration");
  expect(await bench.stripe.prices.retrieve(before.monthly)).toMatchObject({ tax_behavior: "exclusive" });
  expect(await bench.stripe.products.retrieve(CATALOG.monthly.stripeProductId)).toMatchObject({
    tax_code: tax.code,
  });
  expect((await bench.stripe.tax.settings.retrieve()).defaults.tax_behavior).toBe("exclusive");
  await bench.stripe.tax.registrations.create({
    active_from: "now",
    country: "US",
    country_options: { us: { state: "NY", type: "state_sales_tax" } },
  });
  const other = await setUp({ ...tax, prices: "inclusive" });
  expect(other.monthly).not.toBe(before.monthly);
  expect(said.join()).toContain("collects in US (NY)");
});

it("stripe:setup replaces an endpoint with another API version, and keeps the old endpoint for some minutes", async () => {
  const [own] = await endpoints();
  if (own === undefined) throw new Error("There is no endpoint");
  expect(own.api_version).toBe(Stripe.API_VERSION);
  await bench.stripe.webhookEndpoints.del(own.id);
  const { url, metadata } = own;
  const older = {
    url,
    metadata,
    enabled_events: [...WEBHOOKS.own.events],
    api_version: "2025-02-24.acacia" as const,
  };
  const before = await bench.stripe.webhookEndpoints.create(older);
  await setUp();
  const ours = (await endpoints()).filter(({ metadata: { accounts } }) => accounts === "own");
  expect(ours.map(({ api_version }) => api_version).sort()).toEqual(
    [older.api_version, Stripe.API_VERSION].sort(),
  );
  await bench.forward({ minutes: 11 });
  await setUp();
  expect((await endpoints()).map(({ id }) => id)).not.toContain(before.id);
});

it("the shop subscribes to exactly the events that it handles", () => {
  const code = readFunctionFile("stripeEvents/handleEvent");
  const handled = [...code.matchAll(/case "([a-z_.]+)":/g)].map(([, type]) => type);
  expect(handled.sort()).toEqual(
    Object.values(WEBHOOKS)
      .flatMap(({ events }) => [...events])
      .sort(),
  );
});
