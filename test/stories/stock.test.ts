import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { LifetimeOffer } from "../../functions/promotions/table.ts";
import { type Person, theWorld } from "../world/world.ts";

/** Nobody freezes the limited offer for nothing, and no honest buyer is kept out. */

const UNITS = 25;
const world = theWorld();
beforeEach(() => world.offerUnits(1));

const offer = () => LifetimeOffer.parse(world.rows("Promotions").find(({ pk }) => pk === "promotion"));
const begin = (person: Person) => world.openCheckout(person, "lifetime");
const proven = (email?: string) => world.signUp({ proves: true, ...(email && { email }) });

test("accounts that prove no address hold no more than a few units, and never the last", async () => {
  await world.offerUnits(UNITS);
  const codes = new Set<unknown>();
  for (let made = 0; made < UNITS; made += 1) codes.add((await begin(await world.signUp())).body.code);
  expect(codes).toEqual(new Set([undefined, "UNPROVEN"]));
  expect(offer()).toMatchObject({ left: 23, reserved: 2 });
  const buyer = await proven();
  expect((await begin(buyer)).status).toBe(200);
});

test("aliases of one address hold one unit, until it is paid or left", async () => {
  await world.offerUnits(2);
  const [first, alias] = [await proven("ann@gmail.com"), await proven("a.n.n+2@gmail.com")];
  expect((await begin(first)).status).toBe(200);
  expect((await begin(alias)).body.code).toBe("CONFLICT");
  expect(offer()).toMatchObject({ reserved: 1, left: 1 });
  await world.call("checkout/leaveCheckout", {}, first);
  expect((await begin(alias)).status).toBe(200);
});

test("one of the aliases' calls at once gets a unit", async () => {
  await world.offerUnits(2);
  const people = [
    await proven("ann@gmail.com"),
    await proven("a.nn@gmail.com"),
    await proven("ann+1@gmail.com"),
  ];
  const answers = await world.atOnce(people.map((person) => () => begin(person)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(offer()).toMatchObject({ reserved: 1, left: 1 });
});

test("a holder who reopens the page every 31 minutes does not keep the unit", async () => {
  const [holder, buyer] = [await proven(), await proven()];
  const bought: number[] = [];
  let held = 0;
  for (let minute = 0; minute <= 180 && bought.length === 0; minute += 1) {
    if ((await begin(holder)).status === 200) held += 1;
    if (minute % 30 === 29 && (await begin(buyer)).status === 200) bought.push(minute);
    await world.minutes(1);
    if (minute % 5 === 0) await world.run("reconciliation/sweepReservations");
    await world.settle();
  }
  expect(bought[0]).toBeLessThan(120);
  expect(held).toBeGreaterThan(31);
});

test("a first hold that ran out costs no wait, and neither does Back, however often", async () => {
  const [slow, other] = [await proven(), await proven()];
  await begin(slow);
  expect((await begin(other)).body.code).toBe("OFFER_UNAVAILABLE");
  await world.minutes(32);
  await world.run("reconciliation/sweepReservations");
  expect((await begin(slow)).status).toBe(200);
  for (let times = 0; times < 5; times += 1) {
    await world.minutes(1);
    await world.call("checkout/leaveCheckout", {}, slow);
    expect((await begin(slow)).status).toBe(200);
  }
});

test("a buyer who leaves a minute before the end, again and again, waits like one who lets it run out", async () => {
  const [holder, buyer] = [await proven(), await proven()];
  const bought: unknown[] = [];
  for (let times = 0; times < 4; times += 1) {
    await begin(holder);
    bought.push((await begin(buyer)).status);
    await world.minutes(30);
    await world.call("checkout/leaveCheckout", {}, holder);
  }
  expect(bought).toEqual([409, 409, 409, 200]);
});

test("a page with a discount code and one without it, in turn, keep no unit for longer", async () => {
  const offered = { requestId: randomUUID(), code: "HALF", percentOff: 50 };
  expect((await world.operate("discounts/createDiscountCode", offered)).status).toBe(200);
  const [holder, buyer] = [await proven(), await proven()];
  const answers: unknown[] = [];
  for (let times = 0; times < 6; times += 1) {
    const code = times % 2 === 0 ? undefined : "HALF";
    answers.push((await world.openCheckout(holder, "lifetime", { ...(code && { code }) })).body.code);
    await begin(buyer);
    await world.minutes(25);
    await world.settle();
  }
  expect(answers).toContain("RATE_LIMITED");
});

test("two accounts of one person that take turns wait like one", async () => {
  const holders = [await proven("ann@gmail.com"), await proven("ann+1@gmail.com")] as const;
  const buyer = await proven();
  const bought: unknown[] = [];
  for (const holder of [holders[0], holders[1], holders[0], holders[1]]) {
    await begin(holder);
    bought.push((await begin(buyer)).status);
    await world.minutes(30);
    await world.call("checkout/leaveCheckout", {}, holder);
  }
  expect(bought).toEqual([409, 409, 409, 200]);
});

test("while nobody else wants a unit, nobody waits", async () => {
  const slow = await proven();
  for (let times = 0; times < 5; times += 1) {
    expect((await begin(slow)).status).toBe(200);
    await world.minutes(32);
    await world.run("reconciliation/sweepReservations");
  }
});

test("a declined card keeps the hold", async () => {
  const person = await proven();
  const sessionId = String((await begin(person)).body.sessionId);
  expect(() => world.pay(sessionId, "4000000000000002")).toThrow();
  await world.settle();
  expect(offer()).toMatchObject({ reserved: 1, left: 0 });
  expect((await begin(person)).body.sessionId).toBe(sessionId);
  world.pay(sessionId);
  await world.settle();
  expect(await world.codes(person)).toEqual(["VALID"]);
});

test("slow mail at the checkout: after two minutes the sale continues without the code", async () => {
  const person = await world.signUp();
  expect((await begin(person)).body.code).toBe("UNPROVEN");
  world.breaks({ service: "ses", kind: "refused" });
  await world.call("accounts/sendEmailCode", {}, person);
  await world.minutes(1);
  expect((await begin(person)).body.code).toBe("UNPROVEN");
  await world.minutes(1.1);
  expect((await begin(person)).status).toBe(200);
});

test("a mail that came in time and an address that takes none ask for the code", async () => {
  const [lazy, odd] = [await world.signUp(), await world.signUp({ email: "a,b@example.com" })];
  for (const person of [lazy, odd]) await world.call("accounts/sendEmailCode", {}, person);
  await world.settle();
  const asked = world.rows("Users").find(({ pk }) => pk === odd.userId)?.emailCode as { sentAt: string[] };
  const mail = { pk: `mail#email-code:${odd.userId}:${asked.sentAt[0]}`, sk: "effect" };
  world.patch("Events", mail, { status: "refused" });
  await world.minutes(3);
  for (const person of [lazy, odd]) expect((await begin(person)).body.code).toBe("UNPROVEN");
});

test("an office behind one address: all of it holds units, and the operator hears of it once", async () => {
  await world.offerUnits(UNITS);
  const colleagues: Person[] = [];
  for (let made = 0; made < 13; made += 1) colleagues.push(await proven());
  const answers = [];
  for (const one of colleagues) answers.push((await begin(one)).status);
  expect(new Set(answers)).toEqual(new Set([200]));
  await world.settle();
  expect((await world.needs()).find(({ kind }) => kind === "alert")).toMatchObject({ count: 1 });
});

test("a family card: the second buyer gets a unit as soon as the first has paid", async () => {
  await world.offerUnits(2);
  const [ann, bob] = [await proven(), await proven()];
  for (const person of [ann, bob]) await world.buy(person, "monthly", { holder: "family" });
  const sessionId = String((await begin(ann)).body.sessionId);
  expect((await begin(bob)).body.code).toBe("CONFLICT");
  world.pay(sessionId);
  await world.settle();
  await world.buy(bob, "lifetime");
  expect(offer()).toMatchObject({ sold: 2, left: 0 });
});

test("sold out by checkouts alone, the pages say that some may return", async () => {
  const shown = async () => (await world.call("promotions/getPromotions", {})).body;
  expect(await shown()).not.toHaveProperty("may_return");
  const person = await proven();
  const sessionId = String((await begin(person)).body.sessionId);
  expect(await shown()).toMatchObject({ quantity_remaining: 0, may_return: true });
  world.pay(sessionId);
  await world.settle();
  expect(await shown()).not.toHaveProperty("may_return");
});
