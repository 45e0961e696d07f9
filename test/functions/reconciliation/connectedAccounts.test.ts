import type { Context } from "aws-lambda";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Bench, type Hook, startBench } from "#stripe-sandbox";
import { WEBHOOKS, type Whose } from "../../../scripts/stripe/webhooks.ts";
import { memoryDynamo } from "../../support/memory/dynamo.ts";
import { AFFILIATE, putAccount } from "../../support/memory/ledger.ts";
import { network } from "../../support/memory/network.ts";
import { operatorClaims, operatorRow } from "../../support/memory/operator.ts";
import { memoryQueues } from "../../support/memory/queue.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

/** `secret` has the form that `npm run operate -- stripe:setup` stores. */
const outside = vi.hoisted(() => ({ url: "", secret: {} as Record<string, unknown> }));
vi.mock("stripe", async (load) =>
  (await import("../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify(outside.secret),
}));

const { handler: webhook } = await import("../../../functions/stripeEvents/stripeWebhook.ts");
const { handler: replay } = await import("../../../functions/reconciliation/replayEvent.ts");

for (const table of ["EVENTS", "USERS", "AUDIT"]) vi.stubEnv(`TABLE_${table}`, table.toLowerCase());
const ENVIRONMENT = {
  FUNCTION_ID: "stripeEvents/stripeWebhook",
  ORIGIN_HASHES,
  SECRET_STRIPE: "stripe",
  PAYOUTS_QUEUE_URL: "payouts",
};
for (const [name, value] of Object.entries(ENVIRONMENT)) vi.stubEnv(name, value);

const wire = network();
const rows = memoryDynamo(wire);
const queued: unknown[] = [];
memoryQueues(wire, (_url, body) => void queued.push(JSON.parse(body)));

let bench: Bench;
const hooks = {} as Record<Whose, Hook>;
beforeAll(async () => {
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  bench = await startBench({ now: () => new Date() });
  outside.url = bench.sandbox.url;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await bench.close();
});

beforeEach(async () => {
  rows.clear();
  queued.length = 0;
  wire.plan();
  putAccount(rows, AFFILIATE);
  rows.put("users", operatorRow("op"));
  outside.secret = { secretKey: bench.sandbox.secretKey };
  for (const whose of ["own", "connected"] as const) {
    const { connect, events, secrets } = WEBHOOKS[whose];
    hooks[whose] = await bench.listen([...events], connect);
    outside.secret[secrets] = [hooks[whose].secret];
  }
});
afterEach(async () => {
  for (const { endpoint } of Object.values(hooks)) await bench.stripe.webhookEndpoints.del(endpoint.id);
});

const context = { awsRequestId: "request" } as Context;
const origin = { "content-type": "application/json", "x-origin-secret": "origin" };

/** Delivers Stripe's last event for an endpoint to the product. @returns the status of the answer */
async function deliver(whose: Whose): Promise<number | undefined> {
  await bench.sandbox.settle();
  const received = hooks[whose].received.at(-1);
  const event = { headers: { ...origin, ...received?.headers }, body: received?.body };
  return (await webhook(event as never, context)).statusCode;
}
async function replayed(eventId: string): Promise<number | undefined> {
  const claims = operatorClaims("op");
  const event = {
    headers: origin,
    requestContext: { authorizer: { jwt: { claims } } },
    pathParameters: { eventId },
  };
  return (await replay(event as never, context)).statusCode;
}
async function onboard(): Promise<string> {
  const { id } = await bench.stripe.accounts.create({ type: "express" });
  await bench.control(`accounts/${id}/enable`);
  return id;
}
const eventRows = () => rows.of("events").map(({ id, account, status }) => ({ id, account, status }));
const lastId = (whose: Whose) => hooks[whose].received.at(-1)?.event.id ?? "";

test("when an affiliate's account can be paid, its event is handed to the queue", async () => {
  const account = await onboard();
  expect(await deliver("connected")).toBe(200);
  expect(queued).toEqual([{ kind: "account", accountId: account }]);
  expect(eventRows()).toEqual([{ id: lastId("connected"), account, status: "done" }]);
  expect(hooks.own.received).toEqual([]);
});

test("an event about an account that leaves the platform is queued for the account that the event names", async () => {
  const payload = JSON.stringify({
    id: "evt_left",
    type: "account.application.deauthorized",
    account: "acct_left",
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: "ca_1", object: "application" } },
  });
  const [secret] = outside.secret.connectWebhookSecrets as string[];
  const header = bench.stripe.webhooks.generateTestHeaderString({ payload, secret: secret ?? "" });
  const event = { headers: { ...origin, "stripe-signature": header }, body: payload };
  expect((await webhook(event as never, context)).statusCode).toBe(200);
  expect(queued).toEqual([{ kind: "account", accountId: "acct_left" }]);
});

describe("a replay", () => {
  test("of a failed event of an affiliate's account reads the event from that account", async () => {
    const account = await onboard();
    await bench.sandbox.settle();
    // The queue is called after the row is written.
    wire.plan({ at: 1, mode: "refused" });
    expect(await deliver("connected")).toBe(500);
    expect(eventRows()).toEqual([{ id: lastId("connected"), account, status: "received" }]);
    wire.plan();
    expect(await replayed(lastId("connected"))).toBe(200);
    expect(queued).toEqual([{ kind: "account", accountId: account }]);
    expect(eventRows()).toEqual([{ id: lastId("connected"), account, status: "done" }]);
    expect(await replayed(lastId("connected"))).toBe(200);
    expect(queued).toHaveLength(1);
  });

  test("of an event of our own account reads the event from our account", async () => {
    const session = await bench.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [
        { quantity: 1, price_data: { currency: "usd", unit_amount: 700, product_data: { name: "A cup" } } },
      ],
      success_url: "https://site.test/done",
    });
    await bench.control(`checkout/${session.id}/expire`);
    await bench.sandbox.settle();
    expect(await replayed(lastId("own"))).toBe(200);
    expect(eventRows()).toEqual([{ id: lastId("own"), account: null, status: "done" }]);
  });

  test("of an unknown event is answered with 404", async () => {
    expect(await replayed("evt_unknown")).toBe(404);
  });
});

describe("a webhook's signature", () => {
  /** Rolls the secret at Stripe, and then does the runbook's step. */
  async function roll(whose: Whose): Promise<void> {
    const { secrets } = WEBHOOKS[whose];
    const { secret } = await bench.control(`webhook_endpoints/${hooks[whose].endpoint.id}/roll`);
    outside.secret[secrets] = [secret, ...(outside.secret[secrets] as string[])];
  }
  const signedBy = (whose: Whose, place: number) => {
    const { secrets } = WEBHOOKS[whose];
    const list = outside.secret[secrets] as string[];
    const payload = JSON.stringify({ id: "evt_signed", type: "something.new", livemode: false, created: 0 });
    const header = bench.stripe.webhooks.generateTestHeaderString({ payload, secret: list[place] ?? "" });
    return webhook({ headers: { ...origin, "stripe-signature": header }, body: payload } as never, context);
  };

  test.each([
    ["own", 0],
    ["own", 1],
    ["connected", 0],
    ["connected", 1],
  ] as const)(
    "by either secret of an endpoint is accepted while both endpoints have two secrets (endpoint: %s, position: %i)",
    async (whose, place) => {
      await roll("own");
      await roll("connected");
      expect((await signedBy(whose, place)).statusCode).toBe(200);
    },
  );

  test("for our account is accepted before the affiliates' secrets are stored, but a signature for an affiliate's account is not", async () => {
    const { connectWebhookSecrets: _, ...before } = outside.secret;
    outside.secret = before;
    expect((await signedBy("own", 0)).statusCode).toBe(200);
    await onboard();
    expect(await deliver("connected")).toBe(400);
  });
});
