import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { EndpointId } from "#shared/endpoints.ts";
import { utcDay } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { advanceClock, invocations, settle } from "../support/control.ts";
import { growthOf, movesOf, rowsOfMoves } from "../support/figures.ts";
import { callsOf } from "../support/operatorCalls.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { buy, computer } from "../support/shop.ts";

let operator: Person;
const ask = callsOf(() => operator);
const today = utcDay(new Date());
const TODAY = { from: today, to: today };

beforeAll(async () => {
  operator = await signUpOperator();
});

test("the figures and their rows include a subscription, its refund and a lifetime license", async () => {
  const { now: before } = await growthOf(ask, TODAY);
  const subscriber = await signUpPerson();
  const { licenseKey } = await buy(subscriber, "monthly");
  await call("licenses/activate", { licenseKey, ...computer("desk") });
  const owner = await signUpPerson();
  await buy(owner, "lifetime");
  await settle();
  // Stripe counts whole seconds, and a subscription that ends in its first second has no value.
  await advanceClock(1);
  const { payments } = (await ask("customers/getCustomer", { userId: subscriber.userId })).body;
  const refund = { paymentIntentId: payments[0]?.id, amountCents: 30_00, requestId: randomUUID() };
  expect((await ask("refunds/refundPayment", refund)).status).toBe(200);
  await settle();

  expect(await movesOf(ask, "mrr", subscriber)).toEqual(["churn 3000", "new 3000"]);
  expect(await movesOf(ask, "money", subscriber)).toEqual(["payment 3000", "refund 3000"]);
  expect(await movesOf(ask, "funnel", subscriber)).toEqual(["activated 0", "paid 0", "signup 0"]);
  expect(await movesOf(ask, "mrr", owner)).toEqual([]);
  expect((await rowsOfMoves(ask, "money", owner))[0]).toMatchObject({
    plan: "lifetime",
    user_email: owner.email,
  });

  const { now } = await growthOf(ask, TODAY);
  expect(now.movements.new.count).toBeGreaterThan(before.movements.new.count);
  expect(now.lifetime.payments.cents - before.lifetime.payments.cents).toBeGreaterThanOrEqual(4000_00);
  expect(now.refunds.cents).toBeGreaterThanOrEqual(before.refunds.cents + 30_00);
  const { now: lifetime } = await growthOf(ask, { ...TODAY, plan: "lifetime" });
  expect(lifetime.payments).toEqual(lifetime.lifetime.payments);
});

test("the figures need two round trips, and so does a page of their rows", async () => {
  const asked = async (id: EndpointId, input: object) => {
    await ask(id, { ...input });
    const latest = (await invocations(id)).at(-1);
    return (latest?.calls ?? []).filter(({ service }) => service === "dynamodb").map((one) => one.operation);
  };
  expect(await asked("insights/getGrowth", TODAY)).toEqual(["Query", "Query", "Query", "BatchGetItem"]);
  expect(await asked("insights/listMoves", { ...TODAY, group: "money" })).toEqual(["Query", "BatchGetItem"]);
});

test("a period that ends before it begins, lasts longer than a year or has an invalid month is refused", async () => {
  for (const span of [
    { from: "2026-02-02", to: "2026-02-01" },
    { from: "2020-01-01", to: "2026-01-01" },
    { from: "2026-13-01", to: "2026-13-02" },
  ])
    expect((await ask("insights/getGrowth", span)).body).toMatchObject({
      code: "VALIDATION_ERROR",
      field: "from",
    });
});

test.each([
  ["insights/getGrowth", {}],
  ["insights/listMoves", { group: "funnel" }],
] as const)("%s refuses a period that ends before it begins", async (id, more) => {
  const answer = await ask(id, { from: "2026-02-02", to: "2026-02-01", ...more });
  expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", field: "from" } });
});
