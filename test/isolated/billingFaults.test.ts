import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import {
  advanceClock,
  clearFaults,
  injectFault,
  invocations,
  payCheckout,
  runSchedule,
  setDelivery,
  settle,
} from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { startOwnStack } from "../support/running.ts";
import { codesOf, openCheckout, stripeClient } from "../support/shop.ts";

let close: () => Promise<void>;
let operator: Person;
beforeAll(async () => {
  ({ close } = await startOwnStack("billing-faults", 4780));
  operator = await signUpOperator();
});
afterAll(() => close());

const WEBHOOK = "billing/stripeWebhook";

/** What everybody must be left with after one purchase. */
async function expectOnePurchase(buyer: Person, sessionId: string): Promise<void> {
  const mine = (row: Record<string, unknown>) => row.userId === buyer.userId;
  expect((await rowsOf("Grants")).filter(mine)).toHaveLength(1);
  expect((await rowsOf("Seats")).filter(mine)).toHaveLength(1);
  expect(await codesOf(buyer)).toEqual(["VALID"]);
  const checkout = await call("billing/getCheckout", { sessionId }, { token: buyer.accessToken });
  expect(checkout.body.status).toBe("paid");
  const keyMails = (await mailTo(buyer.email)).filter(({ subject }) => /license key/.test(subject));
  expect(keyMails).toHaveLength(1);
  const session = await stripeClient().checkout.sessions.retrieve(sessionId);
  const { data: invoices } = await stripeClient().invoices.list({ customer: String(session.customer) });
  expect(invoices).toHaveLength(1);
}

/** Pays while something breaks, then lets Stripe deliver again what was answered with an error. */
async function payDisturbed(product: "monthly" | "lifetime", fault: Record<string, unknown>) {
  const buyer = await signUpPerson();
  const sessionId = String((await openCheckout(buyer, product)).body.sessionId);
  await injectFault({ function: WEBHOOK, times: 1, ...fault });
  await payCheckout(sessionId);
  await settle();
  await clearFaults();
  await settle();
  return { buyer, sessionId };
}

const MODES = ["kill-before", "kill-after", "lost"];
const CALLS = [
  ["monthly", "dynamodb", "UpdateItem"],
  ["monthly", "dynamodb", "Query"],
  ["monthly", "dynamodb", "TransactWriteItems"],
  ["monthly", "sqs", "SendMessageBatch"],
  ["monthly", "stripe", "checkout.sessions.retrieve"],
  // What the two have in common is broken once.
  ["lifetime", "dynamodb", "TransactWriteItems"],
] as const;

describe.each(CALLS)("%s is bought, and at %s %s", (product, service, operation) => {
  test.each(MODES)("%s", async (mode) => {
    const { buyer, sessionId } = await payDisturbed(product, { service, operation, mode });
    await expectOnePurchase(buyer, sessionId);
  });
});

test.each(["duplicate", "shuffle"] as const)("webhooks that come as %s", async (mode) => {
  for (const product of ["monthly", "lifetime"] as const) {
    const buyer = await signUpPerson();
    const sessionId = String((await openCheckout(buyer, product)).body.sessionId);
    await setDelivery("paused");
    await payCheckout(sessionId);
    await setDelivery(mode, 23);
    await settle();
    await expectOnePurchase(buyer, sessionId);
  }
  await setDelivery("normal");
});

test("what fails to the last is seen by the operator with its reason, and done by a replay", async () => {
  const as = { token: operator.accessToken };
  const buyer = await signUpPerson();
  const sessionId = String((await openCheckout(buyer, "monthly")).body.sessionId);
  await injectFault({
    service: "dynamodb",
    operation: "TransactWriteItems",
    function: WEBHOOK,
    mode: "refuse",
  });
  await payCheckout(sessionId);
  await settle();
  const { body } = await call("billing/listFailedEvents", {}, as);
  const events = body.events as { id: string; type: string; attempts: number; lastError: string }[];
  const failed = events.find(({ type }) => type === "checkout.session.completed");
  expect(failed?.lastError).toContain("Something went wrong on our side");
  expect(failed?.attempts).toBeGreaterThan(1);
  expect(failed).toMatchObject({ user_id: buyer.userId, amount_cents: 3000, currency: "usd" });
  const page = (await call("accounts/getCustomer", { userId: buyer.userId }, as)).body;
  expect(page.events).toContainEqual({
    id: failed?.id,
    type: "checkout.session.completed",
    at: expect.any(String),
    open: { attempts: failed?.attempts, last_error: failed?.lastError },
  });
  const linked = async (id: string) => (await call("billing/listFailedEvents", { id }, as)).body.events;
  expect(await linked(failed?.id ?? "")).toMatchObject([{ id: failed?.id }]);
  await setDelivery("paused");
  await clearFaults();
  for (const { id } of events)
    expect(await call("billing/replayEvent", { eventId: id }, as)).toMatchObject({ body: { done: true } });
  await settle();
  await expectOnePurchase(buyer, sessionId);
  expect((await call("billing/listFailedEvents", {}, as)).body.events).toEqual([]);
  expect(await linked(failed?.id ?? "")).toEqual([]);
  // Replayed again, it is done already.
  expect((await call("billing/replayEvent", { eventId: failed?.id ?? "" }, as)).status).toBe(200);
  expect((await call("billing/replayEvent", { eventId: "evt_unknown" }, as)).body.code).toBe("NOT_FOUND");
  await setDelivery("normal");
  await settle();
});

test("a webhook that never came is made up for by the nightly comparison, mail and all", async () => {
  const buyer = await signUpPerson();
  const sessionId = String((await openCheckout(buyer, "monthly")).body.sessionId);
  await injectFault({ service: "dynamodb", function: WEBHOOK, mode: "refuse" });
  await payCheckout(sessionId);
  await settle();
  const run = async () => {
    await runSchedule("billing/reconcile");
    await settle();
  };
  // It dies once between its writes and the mail.
  await injectFault({ service: "sqs", function: "billing/reconcile", mode: "refuse", times: 3 });
  await run();
  await clearFaults();
  await run();
  await expectOnePurchase(buyer, sessionId);
});

test("a month on, with one call in ten lost: one renewal, one receipt", async () => {
  const buyer = await signUpPerson();
  const sessionId = String((await openCheckout(buyer, "monthly")).body.sessionId);
  await payCheckout(sessionId);
  await settle();
  await injectFault({ service: "dynamodb", function: WEBHOOK, mode: "lost", probability: 0.1, seed: 31 });
  await setDelivery("duplicate", 31);
  await advanceClock((31 * DAY) / SECOND);
  await settle();
  await clearFaults();
  await setDelivery("normal");
  await settle();
  const receipts = (await mailTo(buyer.email)).filter(({ subject }) => /receipt/.test(subject));
  expect(receipts.map(({ subject }) => subject.replace(/receipt .+/, "receipt")).sort()).toEqual([
    "Your Articlip license key and receipt",
    "Your Articlip receipt",
  ]);
  expect(await codesOf(buyer)).toEqual(["VALID"]);
  const results = (await invocations(WEBHOOK)).flatMap(({ calls }) => calls.map(({ result }) => result));
  expect(results).toContain("lost");
});
