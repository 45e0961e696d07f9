import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { HOUR } from "#shared/instant.ts";
import { LifetimeOffer } from "#shared/promotions/offer.ts";
import { TURN_LASTS } from "#shared/promotions/waitingList.ts";
import { type Person, theWorld } from "../world/world.ts";

/** The waiting list for the sold-out offer: whose turn it is, when the turn ends, and which mails are sent. */

const world = theWorld();
const people = async (count: number): Promise<Person[]> => {
  const found: Person[] = [];
  for (let index = 0; index < count; index += 1) found.push(await world.signUp({ proves: true }));
  return found;
};
const joins = async (person: Person) => (await world.call("promotions/joinWaiting", {}, person)).body;
const placeOf = async (person: Person) => (await world.call("promotions/getWaiting", {}, person)).body;
const units = (count: number, change: object = {}) =>
  world.offerUnits(count, { waiting_list: true, ...change });
const offer = () => LifetimeOffer.parse(world.rows("Promotions").find(({ pk }) => pk === "promotion"));
const statusAt = (session: unknown) => world.store.find("checkoutSession", String(session))?.status;
const YOURS = /license is reserved until/;
async function serve(): Promise<void> {
  await world.run("reconciliation/sweepReservations");
  await world.settle();
}

beforeEach(() => units(0));

test("a refunded unit that is sold again goes to the first person on the waiting list", async () => {
  await units(1);
  const [owner, first, second, passerBy] = (await people(4)) as [Person, Person, Person, Person];
  const { payment } = await world.buy(owner, "lifetime");
  expect(await joins(first)).toMatchObject({ state: "waiting", ahead: 0 });
  expect(await joins(second)).toMatchObject({ ahead: 1 });
  await world.stripe.refunds.create({ payment_intent: payment });
  await world.settle();
  expect(await world.codes(owner)).toEqual(["REVOKED"]);
  expect(offer()).toMatchObject({ left: 0, waiting: 2 });
  await units(1);
  expect((await world.openCheckout(passerBy, "lifetime")).body.code).toBe("OFFER_UNAVAILABLE");
  await serve();
  expect(offer()).toMatchObject({ left: 0, offered: 1, waiting: 1 });
  expect([world.mailed(first, YOURS), world.mailed(second, YOURS)]).toEqual([1, 0]);
  // Leaving Stripe's page keeps the unit. The page stays open as long as any other page.
  const { sessionId } = (await world.openCheckout(first, "lifetime")).body;
  const { created = 0, expires_at = 0 } = world.store.find("checkoutSession", String(sessionId)) ?? {};
  expect(Math.ceil((expires_at - created) / 60)).toBe(31);
  await world.call("checkout/leaveCheckout", {}, first);
  await world.buy(first, "lifetime");
  expect(await world.codes(first)).toEqual(["VALID"]);
  expect(offer()).toMatchObject({ sold: 2, offered: 0, reserved: 0, waiting: 1 });
});

test("a person who lets the time run out gets a mail and can join the end of the list again", async () => {
  const [late, last, removed] = (await people(3)) as [Person, Person, Person];
  for (const person of [late, last, removed]) await joins(person);
  await units(1);
  await serve();
  expect(await placeOf(late)).toMatchObject({ state: "offered" });
  expect((await world.call("customers/exportData", {}, last)).body.waitingList).toMatchObject({
    state: "waiting",
  });
  const removal = { userId: removed.userId };
  expect((await world.operate("promotions/removeWaiting", removal)).status).toBe(200);
  expect(await placeOf(removed)).toMatchObject({ state: "over", why: "removed" });
  await world.hours(TURN_LASTS / HOUR);
  await serve();
  expect(await placeOf(late)).toMatchObject({ state: "over", why: "ranOut" });
  expect(world.mailed(late, /your time to buy has run out/)).toBe(1);
  expect(offer()).toMatchObject({ offered: 1, waiting: 0, left: 0 });
  expect(world.mailed(last, YOURS)).toBe(1);
  expect(await joins(late)).toMatchObject({ state: "waiting", ahead: 0 });
});

test("a reserved unit passes to the next person when its holder leaves, is removed or deletes the account", async () => {
  const [leaving, giving, taken, next] = (await people(4)) as [Person, Person, Person, Person];
  for (const person of [leaving, giving, taken, next]) await joins(person);
  await units(1);
  await serve();
  const pageOf = async (person: Person) => {
    expect(await placeOf(person)).toMatchObject({ state: "offered" });
    return (await world.openCheckout(person, "lifetime")).body.sessionId;
  };
  expect(await placeOf(leaving)).toMatchObject({ state: "offered" });
  const erasure = { email: leaving.email };
  expect((await world.call("customers/deleteAccount", erasure, leaving)).status).toBe(200);
  await world.settle();
  expect(offer()).toMatchObject({ offered: 0, waiting: 3, left: 1 });
  await serve();
  const given = await pageOf(giving);
  expect((await world.call("promotions/leaveWaiting", {}, giving)).body).toMatchObject({ why: "left" });
  await serve();
  const page = await pageOf(taken);
  expect((await world.operate("promotions/removeWaiting", { userId: taken.userId })).status).toBe(200);
  expect([given, page].map(statusAt)).toEqual(["expired", "expired"]);
  await serve();
  expect(await placeOf(next)).toMatchObject({ state: "offered" });
  expect(offer()).toMatchObject({ offered: 1, waiting: 0, left: 0 });
});

test("when a visitor looks at the waiting list, the offer stores that the reserved unit is wanted", async () => {
  await units(1);
  const [holder, visitor] = (await people(2)) as [Person, Person];
  await world.openCheckout(holder, "lifetime");
  expect(offer()).toMatchObject({ left: 0, reserved: 1 });
  expect(offer().wantedAt).toBeUndefined();
  expect(await placeOf(visitor)).toMatchObject({ state: null });
  expect(offer().wantedAt).toBe(world.now().toISOString());
});

test("when the operator closes the list, everybody on it gets a mail and nobody can join", async () => {
  const [hopeful, visitor] = (await people(2)) as [Person, Person];
  await joins(hopeful);
  expect((await units(0, { waiting_list: false })).status).toBe(200);
  await serve();
  expect(world.mailed(hopeful, /the waiting list has closed/)).toBe(1);
  expect(offer()).toMatchObject({ waiting: 0, offered: 0, reserved: 0 });
  expect(await joins(visitor)).toMatchObject({ code: "OFFER_UNAVAILABLE" });
});

/** Raises the price, as a release with another price does. */
async function raisePrice(unit_amount: number): Promise<void> {
  const { stripeProductId: product, currency, price } = CATALOG.lifetime;
  const { id } = await world.stripe.prices.create({ product, currency, unit_amount });
  Object.assign(CATALOG.lifetime, { price: unit_amount });
  onTestFinished(() => void Object.assign(CATALOG.lifetime, { price }));
  world.shop.stripe.prices.lifetime = id;
  process.env.PRICE_LIFETIME = id;
}
const totalOf = (session: unknown) => world.store.find("checkoutSession", String(session))?.amount_total;

test("a reserved unit keeps its price in the mail, on the page and at Stripe after the price rises", async () => {
  await units(1);
  const [next, buyer, late] = (await people(3)) as [Person, Person, Person];
  const held = (await world.openCheckout(buyer, "lifetime")).body.sessionId;
  await joins(next);
  await units(1);
  await serve();
  expect(world.mailed(next, /\$4,000\.00/)).toBe(1);
  await raisePrice(4500_00);
  expect(await placeOf(next)).toMatchObject({ state: "offered", price_cents: 4000_00 });
  const { sessionId } = (await world.openCheckout(next, "lifetime")).body;
  expect(totalOf(sessionId)).toBe(4000_00);
  // Opens two more pages for the same unit: with a discount code, and after leaving.
  const requestId = "00000000-0000-4000-8000-000000000020";
  const made = await world.operate("discounts/createDiscountCode", {
    requestId,
    percentOff: 20,
    code: "OFF20",
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const reduced = (await world.openCheckout(next, "lifetime", { code: "OFF20" })).body;
  expect(totalOf(reduced.sessionId), JSON.stringify(reduced)).toBe(3200_00);
  await world.call("checkout/leaveCheckout", {}, next);
  const { payment } = await world.buy(next, "lifetime");
  expect(world.store.find("paymentIntent", payment)?.amount).toBe(4000_00);
  expect(await world.codes(next)).toEqual(["VALID"]);
  expect((await world.openCheckout(buyer, "lifetime")).body.sessionId).toBe(held);
  await world.call("checkout/leaveCheckout", {}, buyer);
  await units(1);
  const anew = (await world.openCheckout(late, "lifetime")).body.sessionId;
  expect(totalOf(anew)).toBe(4500_00);
});

describe("each person is on the list once, with a confirmed address", () => {
  test("an account has to confirm its address before it gets a place", async () => {
    const person = await world.signUp();
    expect((await joins(person)).code).toBe("UNPROVEN");
    await world.prove(person);
    expect(await joins(person)).toMatchObject({ state: "waiting" });
  });

  test("aliases of one address take one place, and get no turn while one of them has a unit", async () => {
    const proven = (email: string) => world.signUp({ email, proves: true });
    const [ann, alias, bob] = [
      await proven("ann@gmail.com"),
      await proven("a.nn@gmail.com"),
      (await people(1))[0],
    ];
    await joins(ann);
    expect((await joins(alias)).code).toBe("CONFLICT");
    await world.call("promotions/leaveWaiting", {}, ann);
    expect(await joins(alias)).toMatchObject({ state: "waiting" });
    if (bob) await joins(bob);
    // There is one more unit than people waiting. Ann's account reserves it, and the turn passes to Bob.
    await units(3);
    expect((await world.openCheckout(ann, "lifetime")).status).toBe(200);
    expect((await joins(await proven("ann+2@gmail.com"))).error).toMatch(/held for you in another account/);
    await serve();
    expect([await placeOf(alias), bob && (await placeOf(bob))]).toMatchObject([
      { state: "waiting" },
      { state: "offered" },
    ]);
    await world.call("checkout/leaveCheckout", {}, ann);
    await serve();
    expect(await placeOf(alias)).toMatchObject({ state: "offered" });
    expect((await world.openCheckout(ann, "lifetime")).body.code).toBe("CONFLICT");
  });

  test("people of a family with one card can join the list only one after the other", async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    for (const person of [ann, bob]) await world.buy(person, "monthly", { holder: "family" });
    await joins(ann);
    expect((await joins(bob)).code).toBe("CONFLICT");
    await units(1);
    await serve();
    await world.buy(ann, "lifetime", { holder: "family" });
    expect(await joins(bob)).toMatchObject({ state: "waiting" });
  });

  test("an old entry of an unconfirmed account is passed over", async () => {
    const [early, next] = (await people(2)) as [Person, Person];
    for (const person of [early, next]) await joins(person);
    world.patch("Users", { pk: early.userId, sk: "account" }, { emailConfirmed: false });
    await units(1);
    await serve();
    expect(await placeOf(early)).toMatchObject({ why: "passedOver" });
    expect(await placeOf(next)).toMatchObject({ state: "offered" });
  });
});
