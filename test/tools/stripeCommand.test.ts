import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import { connectStripe } from "../../scripts/stripe/connect.ts";
import { keepStripe } from "../../scripts/stripeSetup.ts";
import type { Cloud } from "../infra/cloud.ts";
import { cloudWith, KEY, outcomeOf, STAGE, STRIPE, storedIn } from "../infra/commandBench.ts";
import { runProgram } from "../infra/program.ts";

const SITE = "https://a.example";

describe("stripe:setup", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
    await bench.control("portal/save");
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    for (const { id } of await endpoints()) await bench.stripe.webhookEndpoints.del(id);
  });
  const endpoints = async () => (await bench.stripe.webhookEndpoints.list()).data;
  const READY = {
    [STRIPE]: JSON.stringify({ secretKey: KEY, webhookSecrets: ["before"] }),
    [`/${BRAND.slug}/prod/site-url`]: SITE,
  };
  const setup = (cloud: Cloud, ...more: string[]) =>
    outcomeOf((say) =>
      keepStripe([...STAGE, ...more], {
        connect: cloud.connect,
        say,
        now: () => new Date(bench.now() * 1000),
        stripeOf: () => bench.stripe,
      }),
    );

  it("asks for the key first, and then for the site's address", async () => {
    expect(await setup(await cloudWith({}))).toMatch(/npm run operate -- secrets:set --stage prod/);
    expect(await setup(await cloudWith({ [STRIPE]: READY[STRIPE] ?? "" }))).toMatch(
      /npm run deploy -- --stage prod/,
    );
  });

  it("as a separate process, stores prices and each endpoint's secret, and a second run changes nothing", async () => {
    const { secretKey } = bench.sandbox;
    const cloud = await cloudWith({ ...READY, [STRIPE]: JSON.stringify({ secretKey }) });
    const run = () =>
      runProgram(cloud, "stripeSetup.ts", STAGE, { env: { STRIPE_API_URL: bench.sandbox.url } });
    const first = await run();
    expect(first).toMatchObject({ status: 0, stderr: "" });
    const made = expect.stringMatching(/^whsec_/);
    expect(storedIn(cloud, STRIPE)).toEqual({
      secretKey,
      webhookSecrets: [made],
      connectWebhookSecrets: [made],
    });
    for (const name of ["monthly", "lifetime"])
      expect(cloud.known.get(`/${BRAND.slug}/prod/stripe/price-${name}`)).toMatch(/^price_/);
    const [secret] = storedIn(cloud, STRIPE).webhookSecrets;
    expect([first.stdout, first.stderr, ...cloud.calls].join()).not.toContain(secret);

    const before = [new Map(cloud.known), await endpoints()];
    expect((await run()).status).toBe(0);
    expect([cloud.known, await endpoints()]).toEqual(before);
  });

  it("reports in a sentence that Stripe refuses the key", async () => {
    const cloud = await cloudWith(READY);
    const ended = await runProgram(cloud, "stripeSetup.ts", STAGE, {
      env: { STRIPE_API_URL: bench.sandbox.url },
    });
    expect(ended.stderr).toMatch(
      /Stripe refused: Invalid API Key[\s\S]*npm run operate -- secrets:set --stage prod/,
    );
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });

  it("replaces an endpoint whose secret could not be stored", async () => {
    const failing = await cloudWith(READY, /PutSecretValue/);
    expect(await setup(failing)).toMatch(new RegExp(`secret ${BRAND.slug}/prod/stripe could not be written`));
    const [lost] = await endpoints();
    expect(storedIn(failing, STRIPE)).toEqual({ secretKey: KEY, webhookSecrets: ["before"] });

    const cloud = await cloudWith({ ...READY, [STRIPE]: JSON.stringify({ secretKey: KEY }) });
    expect(await setup(cloud)).toContain(`Removed the webhook ${lost?.id}`);
    const after = await endpoints();
    expect(after).toHaveLength(2);
    expect(after.map(({ id }) => id)).not.toContain(lost?.id);
    expect(storedIn(cloud, STRIPE).webhookSecrets).toHaveLength(1);
    expect(await setup(cloud)).not.toMatch(/Created|Removed/);
  });

  it("replaces an endpoint whose secret was overwritten", async () => {
    const cloud = await cloudWith(READY);
    await setup(cloud);
    const { webhookSecrets } = storedIn(cloud, STRIPE);
    cloud.known.set(STRIPE, JSON.stringify({ secretKey: KEY, webhookSecrets }));
    expect(await setup(cloud)).toMatch(/Created the webhook[\s\S]*Removed the webhook/);
    const kept = storedIn(cloud, STRIPE);
    expect(kept.webhookSecrets).toEqual(webhookSecrets);
    expect(kept.connectWebhookSecrets).toHaveLength(1);
    expect(await endpoints()).toHaveLength(2);
  });

  it("rolls a secret without a gap, because the previous endpoint stays until the functions have the new secret", async () => {
    const cloud = await cloudWith(READY);
    await setup(cloud);
    const [first] = storedIn(cloud, STRIPE).webhookSecrets;
    expect(await setup(cloud, "--roll", "own")).toMatch(
      /still delivers events. Run this again in ten minutes/,
    );
    expect(storedIn(cloud, STRIPE).webhookSecrets).toEqual([expect.stringMatching(/^whsec_/), first]);
    expect(await endpoints()).toHaveLength(3);
    await bench.forward({ minutes: 9 });
    expect(await setup(cloud)).toMatch(/still delivers events/);
    await bench.forward({ minutes: 2 });
    expect(await setup(cloud)).toMatch(/Removed the webhook/);
    expect(await endpoints()).toHaveLength(2);
    expect(await setup(cloud, "--roll", "both")).toMatch(/--roll own .* or --roll connected/);
  });

  it("completes an interrupted roll, regardless of which call failed", async () => {
    const { webhookEndpoints } = bench.stripe;
    const { create, update } = webhookEndpoints;
    for (const broken of ["create", "update"] as const) {
      const cloud = await cloudWith(READY);
      await setup(cloud);
      webhookEndpoints[broken] = () => Promise.reject(new Error("Stripe is down"));
      expect(await setup(cloud, "--roll", "own")).toMatch(/Stripe is down/);
      Object.assign(webhookEndpoints, { create, update });
      await setup(cloud);
      await bench.forward({ minutes: 11 });
      await setup(cloud);
      expect(await setup(cloud)).not.toMatch(/Created|Removed|still/);
      expect(await endpoints()).toHaveLength(2);
      for (const { id } of await endpoints()) await webhookEndpoints.del(id);
    }
  });

  it("enables an endpoint that Stripe disabled after days of failures", async () => {
    const cloud = await cloudWith(READY);
    await setup(cloud);
    const [endpoint] = await endpoints();
    await bench.stripe.webhookEndpoints.update(endpoint?.id ?? "", { disabled: true });
    await setup(cloud);
    expect((await endpoints()).map(({ status }) => status)).toEqual(["enabled", "enabled"]);
  });

  it("keeps the secret of one endpoint if the other cannot be created", async () => {
    const cloud = await cloudWith(READY);
    const { webhookEndpoints } = bench.stripe;
    const create = webhookEndpoints.create.bind(webhookEndpoints);
    webhookEndpoints.create = (params, ...more) => {
      if (params.connect) throw new Error("Stripe is down");
      return create(params, ...more);
    };
    expect(await setup(cloud)).toMatch(/Stripe is down/);
    webhookEndpoints.create = create;
    expect(storedIn(cloud, STRIPE).webhookSecrets).toHaveLength(2);
  });

  it("sends a key only to Stripe or to a sandbox on this machine", () => {
    expect(() => connectStripe(KEY, "https://stripe.example.com")).toThrow(
      /can only name a sandbox on this machine/,
    );
    expect(() => connectStripe(KEY, "http://10.0.0.1:80")).toThrow(/10\.0\.0\.1/);
    expect(connectStripe(KEY, "").getApiField("host")).toBe("api.stripe.com");
  });
});
