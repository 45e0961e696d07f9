import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { movesOf } from "../support/figures.ts";
import { type Person, theWorld } from "../world/world.ts";

// A discount code works as often as the operator allowed. An unpaid page reserves a redemption until the page ends.

const world = theWorld();
const proven = () => world.signUp({ proves: true });
const offerCode = (code: string, maxRedemptions: number | null, change: object = {}) =>
  world.operate("discounts/createDiscountCode", {
    requestId: randomUUID(),
    code,
    percentOff: 50,
    amountOffCents: null,
    plans: ["monthly", "yearly", "lifetime"],
    firstPurchaseOnly: false,
    maxRedemptions,
    expiresAt: null,
    ...change,
  });
const open = (person: Person, code: string) => world.openCheckout(person, "monthly", { code });

test("a code with one redemption works once, even if five pages are opened at once", async () => {
  await offerCode("ONCE", 1);
  const people: Person[] = [];
  for (let made = 0; made < 5; made += 1) people.push(await proven());
  const answers = await world.atOnce(people.map((person) => () => open(person, "ONCE")));
  const sessions = answers.flatMap(({ status, body }) => (status === 200 ? [String(body.sessionId)] : []));
  expect(sessions).toHaveLength(1);
  for (const session of sessions) world.pay(session);
  await world.settle();
  const [late] = people.filter((_, at) => answers[at]?.status !== 200);
  if (late) expect((await open(late, "ONCE")).body.error).toMatch(/used up/);
});

test.each([
  ["the only redemption", 1],
  ["the last redemption", 2],
])("if buyers open pages at once, one of them reserves %s", async (_which, limit) => {
  const earlier = await proven();
  const buyers = [await proven(), await proven(), await proven(), await proven(), await proven()];
  for (let round = 0; round < 5; round += 1) {
    const code = `LAST${round}`;
    await offerCode(code, limit);
    if (limit > 1) await open(earlier, code);
    const answers = await world.atOnce(buyers.map((person) => () => open(person, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});

test("a buyer gets no redemption that another buyer is paying for at the same time", async () => {
  await world.offerUnits(9);
  const [ann, bob, cid] = [await proven(), await proven(), await proven()];
  for (let round = 0; round < 12; round += 1) {
    const code = `PAID${round}`;
    await offerCode(code, 2, { oncePerCustomer: false });
    await open(cid, code);
    const { sessionId } = (await world.openCheckout(ann, "lifetime", { code })).body;
    const errors: unknown[] = [];
    await world.atOnce([
      async () => void errors.push((await open(bob, code)).body.error),
      async () => {
        await world.call("promotions/getPromotions", {});
        world.pay(String(sessionId));
      },
    ]);
    expect(errors).toEqual([expect.stringContaining("Another customer is paying with")]);
    await world.stripe.refunds.create({ payment_intent: world.paymentOf(String(sessionId)).payment });
    await world.settle();
  }
});

test.each([
  ["with one redemption", 1],
  ["without a limit, which works once for each customer", null],
])("a buyer who opens pages in turn or at once has one open page for a code %s", async (_which, limit) => {
  await offerCode("ONCE", limit);
  await world.offerUnits(9);
  const ann = await proven();
  const openLifetime = () => world.openCheckout(ann, "lifetime", { code: "ONCE" });
  const stateOf = ({ body }: Awaited<ReturnType<typeof open>>) =>
    world.store.find("checkoutSession", String(body.sessionId))?.status;
  const first = await open(ann, "ONCE");
  await world.minutes(1);
  const second = await openLifetime();
  expect([stateOf(first), stateOf(second)]).toEqual(["expired", "open"]);
  await world.minutes(32);
  const both = await world.atOnce([() => open(ann, "ONCE"), openLifetime]);
  expect(both.filter((one) => one.status === 200 && stateOf(one) === "open")).toHaveLength(1);
  expect(world.store.all("checkoutSession").filter(({ status }) => status === "open")).toHaveLength(1);
});

test("a buyer who repeats a lifetime checkout with a code gets the first page, and newer pages are closed", async () => {
  await offerCode("ONCE", 1);
  await world.offerUnits(9);
  const [ann, bob] = [await proven(), await proven()];
  const openLifetime = () => world.openCheckout(ann, "lifetime", { code: "ONCE" });
  const first = await openLifetime();
  await world.minutes(5);
  expect((await openLifetime()).body.sessionId).toBe(first.body.sessionId);
  await world.minutes(2);
  expect((await open(bob, "ONCE")).body.error).toMatch(/Another customer is paying with/);

  // The failed call leaves a newer page whose address nobody has.
  world.breaks({ service: "stripe", operation: /\/expire$/, kind: "refused" });
  expect((await open(ann, "ONCE")).status).toBeGreaterThanOrEqual(500);
  world.repair();
  await world.minutes(1);
  expect((await openLifetime()).body.sessionId).toBe(first.body.sessionId);
  const pages = world.store.all("checkoutSession").filter(({ status }) => status === "open");
  expect(pages.map(({ id }) => id)).toEqual([first.body.sessionId]);
});

test("an account with an unconfirmed address cannot reserve the last redemption", async () => {
  await offerCode("ONCE", 1);
  expect((await open(await world.signUp(), "ONCE")).body.code).toBe("UNPROVEN");
});

test("an unpaid page keeps the code for its buyer until the page ends", async () => {
  await offerCode("ONCE", 1);
  const [ann, bob] = [await proven(), await proven()];
  expect((await open(ann, "ONCE")).status).toBe(200);
  expect((await open(bob, "ONCE")).body.error).toMatch(/Another customer is paying with/);
  const again = await open(ann, "ONCE");
  expect(again.status).toBe(200);
  await world.minutes(32);
  expect(world.store.find("checkoutSession", String(again.body.sessionId))?.status).toBe("expired");
  const { body, status } = await open(bob, "ONCE");
  expect(status).toBe(200);
  world.pay(String(body.sessionId));
  await world.settle();
  expect(await world.codes(bob)).toEqual(["VALID"]);
});

test("a code is free for the next buyer after its holder opens a page without the code", async () => {
  await offerCode("TWICE", 2);
  const [ann, bob, cid] = [await proven(), await proven(), await proven()];
  world.pay(String((await open(ann, "TWICE")).body.sessionId));
  await open(bob, "TWICE");
  await world.minutes(2);
  expect((await open(cid, "TWICE")).body.error).toMatch(/Another customer is paying with/);
  await world.openCheckout(bob, "monthly");
  expect((await open(cid, "TWICE")).status).toBe(200);
});

test("a code without a limit needs no confirmed address", async () => {
  await offerCode("ALWAYS", null);
  expect((await open(await world.signUp(), "ALWAYS")).status).toBe(200);
});

test("aliases of one address reserve one redemption at a time, and other buyers get theirs", async () => {
  await offerCode("FOUR", 4);
  const alias = (tag: string) => world.signUp({ email: `ann+${tag}@gmail.com`, proves: true });
  const [one, two, three] = [await alias("1"), await alias("2"), await alias("3")];
  const answers = await world.atOnce([one, two, three].map((person) => () => open(person, "FOUR")));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const [held] = answers.filter(({ status }) => status === 200);
  const late = answers[0]?.status === 200 ? two : one;
  expect((await open(await proven(), "FOUR")).status).toBe(200);
  world.pay(String(held?.body.sessionId));
  await world.settle();
  expect((await open(late, "FOUR")).status).toBe(200);
});

test("a code works once for each customer, unless the operator says otherwise", async () => {
  await world.offerUnits(20);
  await offerCode("MINE", null);
  await offerCode("OFTEN", null, { oncePerCustomer: false });
  const [ann, bob] = [await proven(), await proven()];
  const openLifetime = (code: string) => world.openCheckout(ann, "lifetime", { code });
  world.pay(String((await open(ann, "MINE")).body.sessionId));
  await world.settle();
  const wasUsed = /You have used this discount code before/;
  expect((await openLifetime("MINE")).body.error).toMatch(wasUsed);
  // The renewal's invoice, which is newer, does not name the code.
  await world.days(32);
  expect((await openLifetime("MINE")).body.error).toMatch(wasUsed);
  expect((await open(bob, "MINE")).status).toBe(200);
  world.pay(String((await open(bob, "OFTEN")).body.sessionId));
  await world.settle();
  expect((await world.openCheckout(bob, "lifetime", { code: "OFTEN" })).status).toBe(200);
});

test("a code for the yearly plan works for no other plan", async () => {
  await offerCode("YEAR", null, { plans: ["yearly"] });
  expect((await open(await proven(), "YEAR")).body.error).toMatch(/only for the yearly plan/);
});

test("a code's discount lowers the revenue of the first payment, but not the monthly recurring revenue", async () => {
  await offerCode("HALF", null);
  const ann = await proven();
  world.pay(String((await open(ann, "HALF")).body.sessionId));
  await world.settle();
  expect(await movesOf(world.ask, "money", ann)).toEqual(["payment 1500"]);
  expect(await movesOf(world.ask, "mrr", ann)).toEqual(["new 3000"]);
});
