import { describe, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import type { Outage } from "../simulation/wire.ts";
import { type Person, theWorld } from "../world/world.ts";

/** One purchase leads to one license, whichever call fails and in whatever order webhooks arrive. */

const world = theWorld();
const WEBHOOK = "stripeEvents/stripeWebhook";
type Product = "monthly" | "lifetime";

async function open(product: Product) {
  await world.offerUnits(20);
  const buyer = await world.signUp();
  return { buyer, sessionId: String((await world.openCheckout(buyer, product)).body.sessionId) };
}

async function expectOnePurchase(buyer: Person, sessionId: string): Promise<void> {
  const mine = (row: Record<string, unknown>) => row.userId === buyer.userId;
  expect(world.rows("Grants").filter(mine)).toHaveLength(1);
  expect(world.rows("Seats").filter(mine)).toHaveLength(1);
  expect(await world.codes(buyer)).toEqual(["VALID"]);
  const checkout = await world.call("stripeEvents/getCheckout", { sessionId }, buyer);
  expect(checkout.body.status).toBe("paid");
  expect(world.mailed(buyer, /^.*license key/)).toBe(1);
  const customer = world.store.find("checkoutSession", sessionId)?.customer;
  const invoices = world.store.all("invoice").filter((invoice) => invoice.customer === customer);
  expect(invoices).toHaveLength(1);
}

const CALLS: readonly (readonly [Product, Pick<Outage, "service" | "operation">])[] = [
  ["monthly", { service: "dynamodb", operation: "UpdateItem" }],
  ["monthly", { service: "dynamodb", operation: "Query" }],
  ["monthly", { service: "dynamodb", operation: "TransactWriteItems" }],
  ["monthly", { service: "sqs", operation: "SendMessageBatch" }],
  ["monthly", { service: "stripe", operation: /^GET \/v1\/checkout\/sessions\// }],
  // Purchases of both products make most of these calls, so one is enough for the lifetime license.
  ["lifetime", { service: "dynamodb", operation: "TransactWriteItems" }],
];

describe.each(CALLS)(
  "a purchase of the product %s leads to one license if this call of the webhook fails: %o",
  (product, call) => {
    test.each(["killed before", "killed after", "lost", "refused"] as const)("%s", async (kind) => {
      const { buyer, sessionId } = await open(product);
      world.breaks({ ...call, function: WEBHOOK, kind, times: 1 });
      world.pay(sessionId);
      await world.settle();
      await expectOnePurchase(buyer, sessionId);
    });
  },
);

test.each(["twice", "shuffled"] as const)("webhooks that arrive %s lead to one license", async (mode) => {
  for (const product of ["monthly", "lifetime"] as const) {
    const { buyer, sessionId } = await open(product);
    await world.withoutWebhooks(async () => {
      world.pay(sessionId);
    });
    world.shop.stripe.webhooks = mode;
    await world.settle();
    await expectOnePurchase(buyer, sessionId);
  }
});

test("the operator sees why an event failed every attempt, and a replay completes the event", async () => {
  const { buyer, sessionId } = await open("monthly");
  world.breaks({ service: "dynamodb", operation: "TransactWriteItems", function: WEBHOOK, kind: "refused" });
  world.pay(sessionId);
  await world.settle();
  type Failed = { id: string; type: string; attempts: number; lastError: string };
  const failures = async (input = {}) =>
    (await world.operate("stripeEvents/listFailedEvents", input)).body.events as Failed[];
  const events = await failures();
  const failed = events.find(({ type }) => type === "checkout.session.completed");
  const id = failed?.id ?? "";
  expect(failed?.lastError).toMatch(/^The database did not respond \(/);
  expect(failed?.attempts).toBeGreaterThan(1);
  expect(failed).toMatchObject({
    user_id: buyer.userId,
    user_email: buyer.email,
    amount_cents: 3000,
    currency: "usd",
  });
  const page = (await world.operate("customers/getCustomer", { userId: buyer.userId })).body;
  expect(page.events).toContainEqual({
    id,
    type: "checkout.session.completed",
    at: expect.any(String),
    open: { attempts: failed?.attempts, last_error: failed?.lastError },
  });
  expect(await failures({ id })).toMatchObject([{ id }]);
  world.repair();
  const replay = (eventId: string) => world.operate("reconciliation/replayEvent", { eventId });
  for (const event of events) expect(await replay(event.id)).toMatchObject({ body: { done: true } });
  await world.settle();
  await expectOnePurchase(buyer, sessionId);
  expect(await failures()).toEqual([]);
  expect(await failures({ id })).toEqual([]);
  expect((await replay(id)).status).toBe(200);
  expect((await replay("evt_unknown")).body.code).toBe("NOT_FOUND");
});

test("the operator sees that an event failed because Stripe did not answer", async () => {
  const { sessionId } = await open("monthly");
  const operation = /^GET \/v1\/checkout\/sessions\//;
  world.breaks({ service: "stripe", operation, function: WEBHOOK, kind: "refused" });
  world.pay(sessionId);
  await world.settle();
  const { events } = (await world.operate("stripeEvents/listFailedEvents", {})).body;
  expect(events).toContainEqual(
    expect.objectContaining({ lastError: expect.stringMatching(/^Stripe did not answer \(/) }),
  );
  world.repair();
});

test("the nightly comparison does all the work of a webhook that never arrived, including its mail", async () => {
  const { buyer, sessionId } = await open("monthly");
  world.breaks({ service: "dynamodb", function: WEBHOOK, kind: "refused" });
  world.pay(sessionId);
  await world.settle();
  await world.minutes(20);
  // The first run fails after its writes, because the mail queue refuses the message.
  world.breaks({ service: "sqs", function: "reconciliation/reconcile", kind: "refused" });
  await expect(world.run("reconciliation/reconcile")).rejects.toThrow("never arrived");
  world.repair();
  await world.run("reconciliation/reconcile");
  await world.settle();
  await expectOnePurchase(buyer, sessionId);
});

test("after a comparison that failed to repair an object, the next comparison covers the same period and repairs the object", async () => {
  const { buyer, sessionId } = await open("monthly");
  world.breaks({ service: "dynamodb", function: WEBHOOK, kind: "refused" });
  world.pay(sessionId);
  await world.settle();
  await world.minutes(20);
  const reconcile = "reconciliation/reconcile";
  world.breaks({
    service: "dynamodb",
    operation: "TransactWriteItems",
    function: reconcile,
    kind: "refused",
  });
  expect(await world.run(reconcile)).toMatchObject({ failed: expect.arrayContaining([expect.any(String)]) });
  const place = () => world.rows("Events").find(({ pk }) => pk === "reconciliation");
  expect(place()).toMatchObject({ finished: true, failed: true });
  world.repair();
  expect(await world.run(reconcile)).toMatchObject({ failed: [] });
  await world.settle();
  expect(place()).toMatchObject({ finished: true, failed: false });
  await expectOnePurchase(buyer, sessionId);
});

test("a month with lost calls and repeated webhooks has one renewal with one receipt", async () => {
  const { buyer, sessionId } = await open("monthly");
  world.pay(sessionId);
  await world.settle();
  let lost = 0;
  const chance = () => {
    const isMet = world.random.chance(0.1);
    lost += Number(isMet);
    return isMet;
  };
  world.breaks({ service: "dynamodb", function: WEBHOOK, kind: "lost", chance });
  world.shop.stripe.webhooks = "twice";
  await world.days(32);
  const receipts = world.mails(buyer).filter(({ subject }) => /receipt/.test(subject));
  expect(receipts.map(({ subject }) => subject.replace(/receipt .+/, "receipt")).toSorted()).toEqual([
    `Your ${BRAND.name} license key and receipt`,
    `Your ${BRAND.name} receipt`,
  ]);
  expect(await world.codes(buyer)).toEqual(["VALID"]);
  expect(lost).toBeGreaterThan(0);
});
