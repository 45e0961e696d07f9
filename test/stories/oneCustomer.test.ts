import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MINUTE } from "#shared/instant.ts";
import type { PaidFact } from "#shared/payments/paymentFacts.ts";
import { putItem } from "../../functions/platform/dynamo.ts";
import { STREAM_CONSUMER_IDS } from "../../infra/events.ts";
import { movesOf } from "../support/figures.ts";
import { computer, type Person, theWorld } from "../world/world.ts";

// The cost of a change does not depend on how many keys and payments its customer has.

const world = theWorld();
const FOLLOWERS: ReadonlySet<string> = new Set(STREAM_CONSUMER_IDS);
/** Calls to DynamoDB by the stream consumers since the last `callsOf` began. */
let calls = 0;
beforeEach(() => {
  const { database } = world.shop;
  const { asked } = database;
  vi.spyOn(database, "asked").mockImplementation((command) => {
    if (FOLLOWERS.has(String(process.env.FUNCTION_ID))) calls += 1;
    return asked.call(database, command);
  });
});
afterEach(() => vi.restoreAllMocks());

async function callsOf(work: () => Promise<unknown>): Promise<number> {
  await world.settle();
  calls = 0;
  process.env.FUNCTION_ID = "the test";
  await work();
  await world.settle();
  return calls;
}

const makeKey = async ({ userId }: Person): Promise<string> => {
  const { body } = await world.operate("licenses/createLicenseKey", { userId, duration: "yearly" });
  return String(body.licenseKey);
};
const use = (licenseKey: string, name: string) =>
  world.call("licenses/activate", { licenseKey, ...computer(name) });

test("a key costs the stream consumers as many calls for a customer with 500 keys as with 5", async () => {
  const person = await world.signUp();
  await use(await makeKey(person), "first");
  const costs: { made: number; used: number }[] = [];
  for (const keys of [5, 500]) {
    while (world.rows("Seats").length < keys - 1) await makeKey(person);
    let licenseKey = "";
    const made = await callsOf(async () => {
      licenseKey = await makeKey(person);
    });
    costs.push({ made, used: await callsOf(() => use(licenseKey, `desk ${keys}`)) });
  }
  const [few, many] = costs;
  expect(many).toEqual(few);
  expect(Math.max(few?.made ?? 0, few?.used ?? 0)).toBeLessThanOrEqual(12);
});

/** A payment by a customer of an affiliate, so that each payment also earns a commission. */
const pay = async ({ userId }: Person, number: number): Promise<void> => {
  const paidAt = new Date(world.now().getTime() - (300 - number) * MINUTE).toISOString();
  const paymentId = `pi_${number}`;
  const fact: PaidFact = {
    paymentId,
    userId,
    product: "subscription",
    subscriptionId: "sub_many",
    isFirst: number === 0,
    startedAt: world.now().toISOString(),
    dueAt: paidAt,
    paidAt,
    amountCents: 3000,
    baseCents: 3000,
    currency: "usd",
    cardHash: "card",
  };
  await putItem({ TableName: "Events", Item: { pk: `payment#${paymentId}`, sk: "paid", ...fact } });
};

test("a payment with commission costs the stream consumers as many calls after 200 payments as after 5", async () => {
  // Stripe knows none of these payments.
  world.tolerates(/./);
  const affiliate = await world.join();
  const person = await world.signUp({ cookies: await world.click(affiliate.code) });
  const costs: number[] = [];
  let paid = 0;
  for (const payments of [5, 200]) {
    for (; paid < payments; paid += 1) await pay(person, paid);
    costs.push(await callsOf(() => pay(person, paid)));
    paid += 1;
  }
  expect(costs[1]).toBe(costs[0]);
});

test("a customer who loses the only activated key no longer counts as activated", async () => {
  const person = await world.signUp();
  const funnel = () => movesOf(world.ask, "funnel", person);
  const [used, other] = [await makeKey(person), await makeKey(person)];
  await use(used, "desk");
  await world.settle();
  expect(await funnel()).toEqual(["activated 0", "signup 0"]);
  await world.operate("licenses/unassignLicenseKey", { keyId: used });
  await world.settle();
  expect(await funnel()).toEqual(["signup 0"]);
  await use(other, "lap");
  await world.settle();
  expect(await funnel()).toEqual(["activated 0", "signup 0"]);
});
