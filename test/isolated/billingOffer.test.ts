import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR, MINUTE, SECOND } from "#shared/instant.ts";
import { HOLD_FOR } from "#shared/promotions/reservation.ts";
import { call } from "../support/api.ts";
import {
  advanceClock,
  clearFaults,
  injectFault,
  payCheckout,
  runSchedule,
  setDelivery,
  settle,
} from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { offerRow, offerUnits, reservationOf, takeHoldAway, unitsAreKept } from "../support/offer.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { patchRow } from "../support/rows.ts";
import { stack, startOwnStack } from "../support/running.ts";
import {
  atStripe,
  codesOf,
  openCheckout,
  openSlowCheckout,
  paymentOf,
  stripeClient,
} from "../support/shop.ts";

let close: () => Promise<void>;
let operator: Person;
beforeAll(async () => {
  ({ close } = await startOwnStack("offer", 4800));
  operator = await signUpOperator();
});
afterAll(() => close());

const as = (person: Person) => ({ token: person.accessToken });
const open = async (person: Person) => String((await openCheckout(person, "lifetime")).body.sessionId);
const sessionAt = (id: string) => stripeClient().checkout.sessions.retrieve(id);

const QUANTITY = 10;
const PEOPLE = 50;
const TRIES = 500;

test("five hundred tries for ten units, half of them never paying: ten sold, no unit lost", async () => {
  await offerUnits(operator, QUANTITY);
  const before = await offerRow();
  const people: Person[] = [];
  for (let index = 0; index < PEOPLE; index += 1) people.push(await signUpPerson());
  const buyers = new Set<Person>();
  const answers = new Set<string>();
  let tries = 0;
  let isLeaving = false;
  while (tries < TRIES) {
    const round = await Promise.all(
      people.map(async (person) => ({ person, answer: await openCheckout(person, "lifetime") })),
    );
    tries += round.length;
    for (const { answer } of round) answers.add(String(answer.body.code ?? answer.status));
    expect(await unitsAreKept()).toBe(true);
    const holding = round.filter(({ answer }) => answer.status === 200);
    // Every second one pays; of the others half go back, half just close the window.
    for (const [index, { person, answer }] of holding.entries()) {
      if (index % 2 === 0) {
        await payCheckout(String(answer.body.sessionId));
        buyers.add(person);
      } else if (isLeaving) await call("billing/leaveCheckout", {}, as(person));
      isLeaving = !isLeaving;
    }
    await settle();
    if (holding.length > 0) await advanceClock(HOLD_FOR / SECOND + 60);
    await runSchedule("billing/sweepReservations");
    await settle();
    expect(await unitsAreKept()).toBe(true);
  }
  const after = await offerRow();
  expect(after).toMatchObject({ sold: before.sold + QUANTITY, reserved: 0, left: 0, total: before.total });
  expect(answers).toEqual(new Set(["200", "OFFER_UNAVAILABLE", "ALREADY_OWNED"]));
  expect(buyers.size).toBe(QUANTITY);
  for (const person of people) expect(await codesOf(person)).toEqual(buyers.has(person) ? ["VALID"] : []);
});

test("who pays after the unit was given away: refunded, mailed, the operator told, nothing sold", async () => {
  await offerUnits(operator, 1);
  const late = await signUpPerson();
  const sessionId = await open(late);
  await takeHoldAway(late);
  await offerUnits(operator, 0);
  const before = await offerRow();
  await payCheckout(sessionId);
  await settle();
  const { payment_intent } = await paymentOf(sessionId);
  const { data } = await stripeClient().refunds.list({ payment_intent });
  expect(data).toMatchObject([{ amount: 4000_00, status: "succeeded" }]);
  expect(await codesOf(late)).toEqual([]);
  expect(await offerRow()).toMatchObject({ sold: before.sold, left: 0, reserved: 0 });
  const { body } = await call("billing/getCheckout", { sessionId }, as(late));
  expect(body).toMatchObject({ status: "refunded", refusal: "sold out" });
  const mails = await mailTo(late.email);
  expect(mails.filter(({ subject }) => /sold out while you were paying/.test(subject))).toHaveLength(1);
  expect(mails.filter(({ subject }) => /refund of/.test(subject))).toHaveLength(0);
});

test("who pays after the hold is over, while a unit is left, gets it", async () => {
  await offerUnits(operator, 1);
  const late = await signUpPerson();
  const sessionId = await open(late);
  await takeHoldAway(late);
  const before = await offerRow();
  await payCheckout(sessionId);
  await settle();
  expect(await codesOf(late)).toEqual(["VALID"]);
  expect(await offerRow()).toMatchObject({ sold: before.sold + 1, left: 0, reserved: 0 });
});

test("asking again leads to the same page; going back gives the unit back at once", async () => {
  await offerUnits(operator, 1);
  const [person, other] = [await signUpPerson(), await signUpPerson()];
  const sessionId = await open(person);
  expect(await open(person)).toBe(sessionId);
  expect((await openCheckout(other, "lifetime")).body.code).toBe("OFFER_UNAVAILABLE");
  await call("billing/leaveCheckout", {}, as(person));
  expect((await sessionAt(sessionId)).status).toBe("expired");
  expect((await openCheckout(other, "lifetime")).status).toBe(200);
  await call("billing/leaveCheckout", {}, as(other));
  await settle();
  expect(await unitsAreKept()).toBe(true);
});

test("one unit asked for from two pages: both lead to its one page, and nobody else gets the unit", async () => {
  await offerUnits(operator, 1);
  const [person, other] = [await signUpPerson(), await signUpPerson()];
  // The first window's call dies before it has noted the page that Stripe made.
  const create = { service: "stripe", operation: "checkout.sessions.create", mode: "kill-after", times: 1 };
  await injectFault({ ...create, function: "billing/startCheckout" });
  expect((await openCheckout(person, "lifetime", "/dashboard")).status).toBeGreaterThanOrEqual(500);
  const { body, status } = await openCheckout(person, "lifetime", "/checkout/lifetime");
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await open(person)).toBe(body.sessionId);
  expect(await offerRow()).toMatchObject({ reserved: 1, left: 0 });
  expect((await openCheckout(other, "lifetime")).body.code).toBe("OFFER_UNAVAILABLE");
  const before = await offerRow();
  await payCheckout(String(body.sessionId));
  await settle();
  expect(await codesOf(person)).toEqual(["VALID"]);
  expect(await offerRow()).toMatchObject({ sold: before.sold + 1, reserved: 0, left: 0 });
});

test("a customer who pays after the offer ended or was switched off is served; no one else begins", async () => {
  await offerUnits(operator, 3);
  const [person, other] = [await signUpPerson(), await signUpPerson()];
  const sessionId = await open(person);
  const now = (await fetch(`${stack().controlUrl}/clock`).then((answer) => answer.json())) as { now: string };
  await offerUnits(operator, 2, { end_at: new Date(Date.parse(now.now) + 5 * MINUTE).toISOString() });
  await advanceClock((6 * MINUTE) / SECOND);
  expect((await openCheckout(other, "lifetime")).body.code).toBe("OFFER_UNAVAILABLE");
  expect(await open(person)).toBe(sessionId);
  await offerUnits(operator, 2, { lifetime_enabled: false });
  await payCheckout(sessionId);
  await settle();
  expect(await codesOf(person)).toEqual(["VALID"]);
});

test("the operator's save during a sale loses no unit: a figure typed beside an old one is a CONFLICT", async () => {
  await offerUnits(operator, 4);
  const { body: loaded } = await call("promotions/getPromotions", {});
  const person = await signUpPerson();
  const sessionId = await open(person);
  const saved = await call(
    "promotions/savePromotions",
    { lifetime_enabled: true, quantity_remaining: 4, version: Number(loaded.version) },
    as(operator),
  );
  expect(saved).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  await Promise.all([offerUnits(operator, 7), payCheckout(sessionId)]);
  await settle();
  expect(await offerRow()).toMatchObject({ left: 7, reserved: 0 });
  expect(await unitsAreKept()).toBe(true);
});

test("the sweeper settles each hold that is past due as Stripe says, whatever became of its page", async () => {
  await offerUnits(operator, 9);
  const [paid, waiting, refused, idle, unopened, broken] = [
    await signUpPerson(),
    await signUpPerson(),
    await signUpPerson(),
    await signUpPerson(),
    await signUpPerson(),
    await signUpPerson(),
  ];
  const sessions = {
    paid: await open(paid),
    waiting: await openSlowCheckout(waiting),
    refused: await openSlowCheckout(refused),
    idle: await open(idle),
  };
  await open(unopened);
  await open(broken);
  await setDelivery("paused");
  await payCheckout(sessions.paid);
  for (const slow of [sessions.waiting, sessions.refused]) await atStripe(`checkout/${slow}/pay_later`);
  await atStripe(`checkout/${sessions.refused}/settle`, { outcome: "failed" });
  const past = new Date(Date.now() - HOUR).toISOString();
  for (const person of [paid, waiting, refused, idle, unopened, broken])
    await patchRow("Promotions", { pk: `reservation#${person.userId}`, sk: "lifetime" }, "heldUntil", past);
  const keyOf = ({ userId }: Person) => ({ pk: `reservation#${userId}`, sk: "lifetime" });
  await patchRow("Promotions", keyOf(unopened), "sessionId", null);
  await patchRow("Promotions", keyOf(broken), "sessionId", "cs_test_nobody_knows");
  expect(await runSchedule("billing/sweepReservations")).toMatchObject({
    payload: { due: 6, sold: 1, waiting: 1, released: 3, failed: 1 },
  });
  expect(await codesOf(paid)).toEqual(["VALID"]);
  expect((await sessionAt(sessions.idle)).status).toBe("expired");
  expect((await reservationOf(waiting))?.state).toBe("held");
  for (const over of [refused, unopened]) expect((await reservationOf(over))?.state).toBe("released");
  expect(await offerRow()).toMatchObject({ reserved: 2 });
  await atStripe(`checkout/${sessions.waiting}/settle`, { outcome: "failed" });
  await setDelivery("normal");
  await settle();
  expect((await reservationOf(waiting))?.state).toBe("released");
  expect(await unitsAreKept()).toBe(true);
});

test("no slow method can hold a unit: the page takes cards alone", async () => {
  await offerUnits(operator, 1);
  const person = await signUpPerson();
  const sessionId = await open(person);
  expect((await sessionAt(sessionId)).allowed_payment_method_types).toEqual(["card"]);
  await expect(atStripe(`checkout/${sessionId}/pay_later`)).rejects.toThrow(/bank debits/);
  await call("billing/leaveCheckout", {}, as(person));
});

test("the success page does the work of a webhook that is late, for its own buyer alone, and once", async () => {
  await offerUnits(operator, 2);
  const [person, stranger] = [await signUpPerson(), await signUpPerson()];
  for (const product of ["monthly", "lifetime"] as const) {
    const sessionId = String((await openCheckout(person, product)).body.sessionId);
    const look = (who: Person, input: object) =>
      call("billing/getCheckout", { sessionId, ...input }, as(who));
    const forced = { force: "true" };
    expect((await look(person, forced)).body.status).toBe("pending");
    await setDelivery("paused");
    await payCheckout(sessionId);
    expect((await look(person, {})).body.status).toBe("pending");
    expect((await look(stranger, forced)).body.status).toBe("pending");
    const mode = product === "monthly" ? "subscription" : "payment";
    const { body } = await look(person, forced);
    expect(body).toMatchObject({ status: "paid", mode, licenseKey: expect.any(String) });
    await setDelivery("normal");
    await settle();
    expect((await look(person, {})).body).toEqual(body);
  }
  expect(await codesOf(person)).toEqual(["VALID", "VALID"]);
  const keys = (await mailTo(person.email)).filter(({ subject }) => /licen[cs]e key/i.test(subject));
  expect(keys).toHaveLength(2);
  const unknown = { sessionId: "cs_test_nobody_knows", force: "true" as const };
  expect(await call("billing/getCheckout", unknown, as(person))).toMatchObject({
    status: 200,
    body: { status: "pending" },
  });
  expect(await unitsAreKept()).toBe(true);
});

test("a checkout whose answer is lost leads to one session, and no unit is lost", async () => {
  await offerUnits(operator, 5);
  const person = await signUpPerson();
  await injectFault({ service: "stripe", operation: "checkout.sessions.create", mode: "lost", times: 1 });
  const sessionId = await open(person);
  await clearFaults();
  expect(await open(person)).toBe(sessionId);
  await injectFault({ service: "stripe", operation: "checkout.sessions.create", mode: "refuse" });
  const other = await signUpPerson();
  expect((await openCheckout(other, "lifetime")).status).toBe(500);
  await clearFaults();
  expect(await offerRow()).toMatchObject({ left: 4 });
  expect((await openCheckout(other, "lifetime")).status).toBe(200);
  expect(await unitsAreKept()).toBe(true);
});
