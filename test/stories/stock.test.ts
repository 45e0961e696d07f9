import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { LifetimeOffer } from "#shared/promotions/offer.ts";
import { type Person, theWorld } from "../world/world.ts";

/** Nobody can block the limited offer without paying, and no honest buyer is refused. */

const UNITS = 25;
const world = theWorld();
beforeEach(() => world.offerUnits(1));

const offer = () => LifetimeOffer.parse(world.rows("Promotions").find(({ pk }) => pk === "promotion"));
const begin = (person: Person) => world.openCheckout(person, "lifetime");
const proven = (email?: string) => world.signUp({ proves: true, ...(email && { email }) });

test("accounts with unconfirmed addresses can reserve only a few units, and never the last one", async () => {
  await world.offerUnits(UNITS);
  const codes = new Set<unknown>();
  for (let made = 0; made < UNITS; made += 1) codes.add((await begin(await world.signUp())).body.code);
  expect(codes).toEqual(new Set([undefined, "UNPROVEN"]));
  expect(offer()).toMatchObject({ left: 23, reserved: 2 });
  const buyer = await proven();
  expect((await begin(buyer)).status).toBe(200);
});

test("aliases of one address reserve only one unit at a time", async () => {
  await world.offerUnits(2);
  const [first, alias] = [await proven("ann@gmail.com"), await proven("a.n.n+2@gmail.com")];
  expect((await begin(first)).status).toBe(200);
  expect((await begin(alias)).body.code).toBe("CONFLICT");
  expect(offer()).toMatchObject({ reserved: 1, left: 1 });
  await world.call("checkout/leaveCheckout", {}, first);
  expect((await begin(alias)).status).toBe(200);
});

test("if aliases of one address open the checkout at once, only one of them gets a unit", async () => {
  await world.offerUnits(9);
  for (let round = 1; round <= 6; round += 1) {
    const people = [
      await proven(`ann${round}@gmail.com`),
      await proven(`a.nn${round}@gmail.com`),
      await proven(`ann${round}+1@gmail.com`),
    ];
    const answers = await world.atOnce(people.map((person) => () => begin(person)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(offer()).toMatchObject({ reserved: round, left: 9 - round });
  }
});

test.each([
  ["the second and the third account of a person", [1, 2]],
  ["the first and the second account of a person", [0, 1]],
])(
  "if %s open the checkout at once after leaving their pages, only one of them gets a unit",
  async (_whose, callers) => {
    await world.offerUnits(2);
    const people = [
      await proven("ann@gmail.com"),
      await proven("a.nn@gmail.com"),
      await proven("ann+1@gmail.com"),
    ];
    for (let round = 0; round < 4; round += 1) {
      for (const person of people) {
        await begin(person);
        await world.call("checkout/leaveCheckout", {}, person);
      }
      const answers = await world.atOnce(
        callers.flatMap((at) => people[at] ?? []).map((one) => () => begin(one)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const person of people) await world.call("checkout/leaveCheckout", {}, person);
    }
  },
);

test("an unconfirmed alias of a buyer's address does not keep the buyer from a unit", async () => {
  await world.offerUnits(UNITS);
  const buyer = await proven("ann@gmail.com");
  expect((await begin(await world.signUp({ email: "ann+eve@gmail.com" }))).status).toBe(200);
  expect((await begin(buyer)).status).toBe(200);
});

test("a buyer who opens a new page whenever the old page ends cannot keep the unit from others for two hours", async () => {
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

test("a buyer does not have to wait after a first reservation ran out, or after leaving the page several times", async () => {
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

test("a buyer who repeatedly leaves the page a minute before it ends has to wait", async () => {
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

test("opening pages with and without a discount code in turn does not keep a unit for longer", async () => {
  const offered = { requestId: randomUUID(), code: "HALF", percentOff: 50 };
  expect((await world.operate("discounts/createDiscountCode", offered)).status).toBe(200);
  const [holder, buyer] = [await proven(), await proven()];
  const answers: unknown[] = [];
  for (let times = 0; times < 6; times += 1) {
    const code = times % 2 === 0 ? undefined : "HALF";
    answers.push((await world.openCheckout(holder, "lifetime", { ...(code && { code }) })).body.error);
    await begin(buyer);
    await world.minutes(25);
    await world.settle();
  }
  expect(answers).toContainEqual(expect.stringMatching(/^Your unit has an open payment page/));
});

test("two accounts of one person that take turns have to wait like one account", async () => {
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

test("a buyer does not have to wait while nobody else wants a unit", async () => {
  const slow = await proven();
  for (let times = 0; times < 5; times += 1) {
    expect((await begin(slow)).status).toBe(200);
    await world.minutes(32);
    await world.run("reconciliation/sweepReservations");
  }
});

test("the unit stays reserved after a declined card", async () => {
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

test("if the mail with the confirmation code is slow, the buyer can buy without the code after two minutes", async () => {
  const person = await world.signUp();
  expect((await begin(person)).body.code).toBe("UNPROVEN");
  world.breaks({ service: "ses", kind: "refused" });
  await world.call("accounts/sendEmailCode", {}, person);
  await world.minutes(1);
  expect((await begin(person)).body.code).toBe("UNPROVEN");
  await world.minutes(1.1);
  expect((await begin(person)).status).toBe(200);
});

test("the confirmation code is still needed if the mail arrived in time, or if the address takes no mail", async () => {
  const [lazy, odd] = [await world.signUp(), await world.signUp({ email: "a,b@example.com" })];
  const bounced = await world.signUp();
  const mailStop = { why: "bounced", at: world.now().toISOString() };
  world.patch("Users", { pk: bounced.userId, sk: "account" }, { mailStop });
  for (const person of [lazy, odd, bounced]) await world.call("accounts/sendEmailCode", {}, person);
  await world.settle();
  const asked = world.rows("Users").find(({ pk }) => pk === odd.userId)?.emailCode as { sentAt: string[] };
  const mail = { pk: `mail#email-code:${odd.userId}:${asked.sentAt[0]}`, sk: "effect" };
  world.patch("Events", mail, { status: "refused" });
  await world.minutes(3);
  for (const person of [lazy, odd, bounced]) expect((await begin(person)).body.code).toBe("UNPROVEN");
});

test("all people of an office behind one address can reserve units, which raises one alert", async () => {
  await world.offerUnits(UNITS);
  const colleagues: Person[] = [];
  for (let made = 0; made < 13; made += 1) colleagues.push(await proven());
  const answers = [];
  for (const one of colleagues) answers.push((await begin(one)).status);
  expect(new Set(answers)).toEqual(new Set([200]));
  await world.settle();
  expect((await world.needs()).find(({ kind }) => kind === "alert")).toMatchObject({ count: 1 });
});

test("the second buyer with a family card gets a unit when the first has paid", async () => {
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

test("while open checkouts have the last units, the pages say that some may return", async () => {
  const shown = async () => (await world.call("promotions/getPromotions", {})).body;
  expect(await shown()).not.toHaveProperty("may_return");
  const person = await proven();
  const sessionId = String((await begin(person)).body.sessionId);
  expect(await shown()).toMatchObject({ quantity_remaining: 0, may_return: true });
  world.pay(sessionId);
  await world.settle();
  expect(await shown()).not.toHaveProperty("may_return");
});
