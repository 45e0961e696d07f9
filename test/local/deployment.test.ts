import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readModel } from "#local-aws";
import { BRAND } from "#shared/brand.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import { prepareDeployment } from "../../local/deployment.ts";
import { placesIn } from "../../local/options.ts";
import { originHashes } from "../../scripts/deploy/originHashes.ts";
import { build } from "../infra/synthesized.ts";

type Came = { path: string; body: string; signature: string };

let bench: Bench;
let folder: string;
let site: Server;
let siteUrl: string;
const came: Came[] = [];
beforeEach(async () => {
  bench = await startBench();
  folder = mkdtempSync(path.join(tmpdir(), "deployment-"));
  came.length = 0;
  site = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      came.push({ path: request.url ?? "", body, signature: String(request.headers["stripe-signature"]) });
      response.end();
    });
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterEach(async () => {
  site.close();
  await bench.close();
  rmSync(folder, { recursive: true });
});

async function subscribe(stripe: Stripe): Promise<void> {
  const { id: product } = await stripe.products.create({ name: "Plan" });
  const recurring = { interval: "month" } as const;
  const { id: price } = await stripe.prices.create({
    product,
    currency: "usd",
    unit_amount: 1200,
    recurring,
  });
  const { id: customer } = await stripe.customers.create();
  const { id: card } = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  await stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: card });
}

const prepare = (url: string) =>
  prepareDeployment({
    places: placesIn(folder),
    siteUrl: url,
    stripe: bench.sandbox,
    now: () => new Date(bench.now() * 1000),
  });

test("the sandbox sends its own account's events and those of connected accounts to the site, signed with their stored secrets", async () => {
  await prepare("http://127.0.0.1:1");
  const { secrets, stripeSecret } = await prepare(siteUrl);
  expect((await bench.stripe.webhookEndpoints.list()).data).toHaveLength(2);

  await subscribe(bench.stripe);
  const { id } = await bench.stripe.accounts.create({ type: "express" });
  await bench.control(`accounts/${id}/enable`);
  await bench.sandbox.settle();

  const kept = JSON.parse(secrets.get(`${BRAND.slug}/dev/stripe`) ?? "");
  const isBy = (secret: string, { body, signature }: Came) => {
    try {
      const now = bench.now() * 1000;
      return bench.stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, now).id !== "";
    } catch {
      return false;
    }
  };
  const [connected] = came.filter(({ body }) => JSON.parse(body).account === id);
  const own = came.filter((one) => one !== connected);
  expect(came.map((one) => one.path)).toEqual(came.map(() => "/backend/api/stripe/webhook"));
  expect(own.map(({ body }) => JSON.parse(body).type)).toContain("customer.subscription.created");
  expect(own.map((one) => isBy(stripeSecret().webhookSecret, one))).toEqual(own.map(() => true));
  expect(connected && isBy(kept.connectWebhookSecrets[0], connected)).toBe(true);
  expect(connected && isBy(stripeSecret().webhookSecret, connected)).toBe(false);
});

test("the functions behind CloudFront accept the secret that CloudFront sends", async () => {
  const { parameters, secrets } = await prepare("http://127.0.0.1:1");
  const { distribution, functions } = readModel({
    directory: build().app.synth().directory,
    siteUrl: "http://localhost:1",
    awsEndpoint: "http://127.0.0.1:2",
    parameters,
    secret: (name) => secrets.get(name) ?? "any",
  });
  const behaviors = distribution?.behaviors ?? [];
  const sent = new Set(behaviors.flatMap(({ originHeaders }) => Object.values(originHeaders)));
  const accepted = new Set(functions.flatMap(({ environment }) => environment.ORIGIN_HASHES ?? []));
  expect(sent.size).toBe(1);
  expect([...accepted]).toEqual([...sent].map(originHashes));
  const variables = functions.flatMap(({ environment }) => Object.values(environment));
  for (const secret of sent) expect(variables.join()).not.toContain(secret);
});
