import { beforeEach, expect, test } from "vitest";
import { MINUTE, SECOND } from "#shared/instant.ts";
import { LifetimeOffer } from "#shared/promotions/offer.ts";
import { HOLD_FOR } from "#shared/promotions/reservation.ts";
import { type Person, SITE, theWorld } from "../world/world.ts";

/** No unit of the limited offer is sold twice, and no unit is lost. */

const world = theWorld();
beforeEach(() => world.offerUnits(1));

const signUp = () => world.signUp({ proves: true });
const offer = () => LifetimeOffer.parse(world.rows("Promotions").find(({ pk }) => pk === "promotion"));
function expectUnitsKept(): void {
  const { total, sold, reserved, left } = offer();
  expect({ left, isWithin: left !== null && left >= 0 && sold <= Number(total) }).toEqual({
    left: Number(total) - sold - reserved,
    isWithin: true,
  });
}
const begin = (person: Person, leaveTo?: string) => world.openCheckout(person, "lifetime", {}, leaveTo);
const open = async (person: Person) => String((await begin(person)).body.sessionId);
const leave = (person: Person) => world.call("checkout/leaveCheckout", {}, person);
const statusAt = (session: string) => world.store.find("checkoutSession", session)?.status;
const keyOf = ({ userId }: Person) => ({ pk: `reservation#${userId}`, sk: "lifetime" });
const reservationOf = (person: Person) => world.rows("Promotions").find(({ pk }) => pk === keyOf(person).pk);
async function buy(person: Person, session: string): Promise<void> {
  world.pay(session);
  await world.settle();
  expect(await world.codes(person)).toEqual(["VALID"]);
}

/** Ends a reservation: its unit is back in the offer, while its page at Stripe stays open. */
function takeHoldAway(person: Person): void {
  const { reserved, left } = offer();
  world.patch("Promotions", keyOf(person), { state: "released", queue: "none" });
  const back = { reserved: reserved - 1, left: Number(left) + 1 };
  world.patch("Promotions", { pk: "promotion", sk: "lifetime" }, back);
}

/** Makes a customer's page take bank debits, as pages did before they took only cards. */
async function openSlow(person: Person): Promise<string> {
  const before = world.store.find("checkoutSession", await open(person));
  const metadata = before?.metadata ?? {};
  const { id } = await world.stripe.checkout.sessions.create({
    mode: "payment",
    customer: String(before?.customer),
    line_items: [{ price: world.shop.stripe.prices.lifetime, quantity: 1 }],
    success_url: `${SITE}/success`,
    metadata,
    payment_intent_data: { metadata },
  });
  world.patch("Promotions", keyOf(person), { sessionId: id });
  return id;
}

const UNITS = 10;
const PEOPLE = 50;
const TRIES = 500;

test("five hundred attempts to buy ten units lose no unit, although half of the reservations are never paid", async () => {
  await world.offerUnits(UNITS);
  const people: Person[] = [];
  for (let index = 0; index < PEOPLE; index += 1) people.push(await signUp());
  const buyers = new Set<Person>();
  const answers = new Set<string>();
  let isLeaving = false;
  for (let tries = 0; tries < TRIES; tries += PEOPLE) {
    const round = await world.atOnce(people.map((person) => () => begin(person)));
    for (const { status, body } of round) answers.add(String(body.code ?? status));
    expectUnitsKept();
    const holding = people.flatMap((person, at) =>
      round[at]?.status === 200 ? [{ person, session: String(round[at].body.sessionId) }] : [],
    );
    // Every second buyer pays. Half of the others go back, and the rest close the window.
    for (const [index, { person, session }] of holding.entries()) {
      if (index % 2 === 0) {
        world.pay(session);
        buyers.add(person);
      } else if (isLeaving) await leave(person);
      isLeaving = !isLeaving;
    }
    await world.settle();
    if (holding.length > 0) await world.seconds(HOLD_FOR / SECOND + 60);
    await world.run("reconciliation/sweepReservations");
    await world.settle();
    expectUnitsKept();
  }
  expect(offer()).toMatchObject({ sold: UNITS, reserved: 0, left: 0, total: UNITS });
  expect(answers).toEqual(new Set(["200", "OFFER_UNAVAILABLE", "ALREADY_OWNED"]));
  expect(buyers.size).toBe(UNITS);
  for (const person of people) expect(await world.codes(person)).toEqual(buyers.has(person) ? ["VALID"] : []);
});

test("a customer who pays after the unit was given away gets a refund and a mail", async () => {
  const late = await signUp();
  const sessionId = await open(late);
  takeHoldAway(late);
  await world.offerUnits(0);
  world.pay(sessionId);
  await world.settle();
  const { payment } = world.paymentOf(sessionId);
  const { data } = await world.stripe.refunds.list({ payment_intent: payment });
  expect(data).toMatchObject([{ amount: 4000_00, status: "succeeded" }]);
  expect(await world.codes(late)).toEqual([]);
  expect(offer()).toMatchObject({ sold: 0, left: 0, reserved: 0 });
  const { body } = await world.call("stripeEvents/getCheckout", { sessionId }, late);
  expect(body).toMatchObject({ status: "refunded", refusal: "sold out" });
  expect(world.mailed(late, /^.*sold out while you were paying/)).toBe(1);
  expect(world.mailed(late, /^.*refund of/)).toBe(0);
  expect(world.mailed("operator", new RegExp(payment))).toBe(1);
});

test("a customer who pays after the reservation ended gets a unit that is left", async () => {
  const late = await signUp();
  const sessionId = await open(late);
  takeHoldAway(late);
  await buy(late, sessionId);
  expect(offer()).toMatchObject({ sold: 1, left: 0, reserved: 0 });
});

test("a second request leads to the same page, and going back releases the unit at once", async () => {
  const [person, other] = [await signUp(), await signUp()];
  const sessionId = await open(person);
  expect(await open(person)).toBe(sessionId);
  expect((await begin(other)).body.code).toBe("OFFER_UNAVAILABLE");
  await leave(person);
  expect(statusAt(sessionId)).toBe("expired");
  expect((await begin(other)).status).toBe(200);
  await leave(other);
  expectUnitsKept();
});

test("if the first window's call dies, a second window gets a page for the same unit, and nobody else gets the unit", async () => {
  const [person, other] = [await signUp(), await signUp()];
  world.breaks({
    service: "stripe",
    operation: "POST /v1/checkout/sessions",
    function: "checkout/startCheckout",
    kind: "killed after",
    times: 1,
  });
  expect((await begin(person)).status).toBe(0);
  const { body, status } = await begin(person, "/checkout/lifetime");
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await open(person)).toBe(body.sessionId);
  expect(offer()).toMatchObject({ reserved: 1, left: 0 });
  expect((await begin(other)).body.code).toBe("OFFER_UNAVAILABLE");
  await buy(person, String(body.sessionId));
  expect(offer()).toMatchObject({ sold: 1, reserved: 0, left: 0 });
});

test("an open page can be paid after the offer ended or was switched off, but nobody can open a new page", async () => {
  await world.offerUnits(3);
  const [person, other] = [await signUp(), await signUp()];
  const sessionId = await open(person);
  await world.offerUnits(2, { end_at: new Date(world.now().getTime() + 5 * MINUTE).toISOString() });
  await world.minutes(6);
  expect((await begin(other)).body.code).toBe("OFFER_UNAVAILABLE");
  expect(await open(person)).toBe(sessionId);
  await world.offerUnits(2, { lifetime_enabled: false });
  await buy(person, sessionId);
});

test("a save by the operator during a sale loses no unit, because a save of an outdated version is refused", async () => {
  await world.offerUnits(4);
  const { body: loaded } = await world.call("promotions/getPromotions", {});
  const sessionId = await open(await signUp());
  const saved = await world.operate("promotions/savePromotions", {
    lifetime_enabled: true,
    quantity_remaining: 4,
    version: Number(loaded.version),
  });
  expect(saved).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  world.pay(sessionId);
  await world.shop.deliverSome(10, world.random, undefined, [
    async () => {
      while ((await world.offerUnits(7)).status === 409);
    },
  ]);
  await world.settle();
  expect(offer()).toMatchObject({ left: 7, reserved: 0 });
  expectUnitsKept();
});

test("the sweeper settles each overdue reservation by the state of its page at Stripe", async () => {
  // Two pages take bank debits, one row names no page, and one row names an unknown page.
  world.tolerates(/^A page holds the unit that it sells/);
  await world.offerUnits(9);
  const someone = () => signUp();
  const [paid, waiting, refused] = [await someone(), await someone(), await someone()];
  const [idle, unopened, broken] = [await someone(), await someone(), await someone()];
  const [page, slow, slower] = [await open(paid), await openSlow(waiting), await openSlow(refused)];
  const idlePage = await open(idle);
  await open(unopened);
  await open(broken);
  await world.withoutWebhooks(async () => {
    world.pay(page);
    for (const session of [slow, slower]) world.acts.payCheckoutLater(session);
    world.acts.settleCheckout(slower, "failed");
    const heldUntil = new Date(world.now().getTime() - MINUTE).toISOString();
    for (const person of [paid, waiting, refused, idle, unopened, broken])
      world.patch("Promotions", keyOf(person), { heldUntil });
    world.patch("Promotions", keyOf(unopened), { sessionId: null });
    world.patch("Promotions", keyOf(broken), { sessionId: "cs_test_nobody_knows" });
    expect(await world.run("reconciliation/sweepReservations")).toMatchObject({
      due: 6,
      sold: 1,
      waiting: 1,
      released: 3,
      failed: 1,
    });
    expect(await world.codes(paid)).toEqual(["VALID"]);
    expect(statusAt(idlePage)).toBe("expired");
    expect(reservationOf(waiting)?.state).toBe("held");
    for (const over of [refused, unopened]) expect(reservationOf(over)?.state).toBe("released");
    expect(offer()).toMatchObject({ reserved: 2 });
    world.acts.settleCheckout(slow, "failed");
  });
  await world.settle();
  expect(reservationOf(waiting)?.state).toBe("released");
  expectUnitsKept();
});

test("Stripe's page for the offer takes only cards, so no slow payment can hold a unit", async () => {
  const sessionId = await open(await signUp());
  const session = await world.stripe.checkout.sessions.retrieve(sessionId);
  expect(session.allowed_payment_method_types).toEqual(["card"]);
  expect(() => world.acts.payCheckoutLater(sessionId)).toThrow(/bank debits/);
});

test("the success page does the work of a late webhook once, and only for its buyer", async () => {
  const [person, stranger] = [await signUp(), await signUp()];
  for (const product of ["monthly", "lifetime"] as const) {
    const sessionId = String((await world.openCheckout(person, product)).body.sessionId);
    const look = async (who: Person, input: object) =>
      (await world.call("stripeEvents/getCheckout", { sessionId, ...input }, who)).body;
    const forced = { force: "true" };
    expect((await look(person, forced)).status).toBe("pending");
    let shown = {};
    await world.withoutWebhooks(async () => {
      world.pay(sessionId);
      expect((await look(person, {})).status).toBe("pending");
      expect((await look(stranger, forced)).status).toBe("pending");
      const mode = product === "monthly" ? "subscription" : "payment";
      shown = await look(person, forced);
      expect(shown).toMatchObject({ status: "paid", mode, licenseKey: expect.any(String) });
    });
    await world.settle();
    expect(await look(person, {})).toEqual(shown);
  }
  expect(await world.codes(person)).toEqual(["VALID", "VALID"]);
  expect(world.mailed(person, /^.*licen[cs]e key/i)).toBe(2);
  const unknown = { sessionId: "cs_test_nobody_knows", force: "true" as const };
  expect(await world.call("stripeEvents/getCheckout", unknown, person)).toMatchObject({
    status: 200,
    body: { status: "pending" },
  });
  expectUnitsKept();
});

test("a checkout that is repeated after a lost answer leads to one session, and no unit is lost", async () => {
  await world.offerUnits(5);
  const [person, other] = [await signUp(), await signUp()];
  const create = { service: "stripe", operation: "POST /v1/checkout/sessions" } as const;
  world.breaks({ ...create, kind: "lost", times: 1 });
  const sessionId = await open(person);
  world.repair();
  expect(await open(person)).toBe(sessionId);
  world.breaks({ ...create, kind: "refused" });
  expect((await begin(other)).status).toBe(503);
  world.repair();
  expect(offer()).toMatchObject({ left: 4 });
  expect((await begin(other)).status).toBe(200);
  expectUnitsKept();
});
