import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY, fromEpochSeconds, MINUTE, SECOND, toEpochSeconds } from "#shared/instant.ts";
import { OFFLINE_LEASE } from "#shared/licenses/offline.ts";
import type { RefundOffer } from "#shared/refunds/refunds.ts";
import { atTime } from "#shared/words.ts";
import { goOffline } from "../world/offline.ts";
import { computer, type Person, theWorld } from "../world/world.ts";

/** Each person gets one immediate refund. The operator answers every other request by its deadline. */

const world = theWorld();
beforeEach(() => world.offerUnits(10));

const offerOf = async (person: Person) =>
  (await world.call("refunds/getRefundOffer", {}, person)).body.offer as RefundOffer | null;
async function asks(person: Person) {
  const { amount_cents = 0 } = (await offerOf(person)) ?? {};
  const answer = await world.call("refunds/requestRefund", { requestId: randomUUID(), amount_cents }, person);
  await world.settle();
  return answer;
}
const isBack = (person: Person) => world.charged(person) === 0;
async function waiting() {
  const { body } = await world.operate("refunds/listWithdrawals", {});
  return body.withdrawals as { id: string; user_id: string; due_by: string; contract: string }[];
}
async function operatorRefunds(): Promise<void> {
  for (const { id: withdrawalId } of await waiting()) {
    const answer = { withdrawalId, answer: "refund" as const };
    expect((await world.operate("refunds/answerWithdrawal", answer)).status).toBe(200);
  }
  await world.settle();
}
async function usesOnce(person: Person, name: string): Promise<void> {
  const [key] = await world.keys(person);
  const licenseKey = key?.license_key ?? "";
  const { body } = await world.call("licenses/activate", { licenseKey, ...computer(name) });
  expect(body.code).toBe("VALID");
  const proof = { activationId: String(body.activationId), refreshSecret: String(body.refreshSecret) };
  await world.call("licenses/deactivate", {
    licenseKey,
    fingerprint: computer(name).fingerprint,
    ...proof,
  });
}

describe("a person with four accounts gets at most one immediate refund", () => {
  const ALIASES = ["ann@gmail.com", "a.nn@gmail.com", "ann+1@gmail.com", "an.n+2@gmail.com"];
  const OTHERS = ["a@example.com", "b@example.com", "c@example.com", "d@example.com"];
  test.each([
    { by: "address", emails: ALIASES },
    { by: "card", emails: OTHERS, holder: "Ann" },
    { by: "computer, which has left the seat", emails: OTHERS, desk: "desk" },
    {
      by: "card, and each account has used two offline licenses",
      emails: ALIASES,
      holder: "Ann",
      offline: true,
    },
  ])("if the accounts are recognized by their $by", async ({ emails, holder, desk, offline = false }) => {
    const people: Person[] = [];
    for (const email of emails) {
      const person = await world.signUp({ email, proves: true });
      people.push(person);
      await world.buy(person, "lifetime", { ...(holder && { holder }) });
      if (desk) await usesOnce(person, desk);
      if (offline) await goOffline(world, person);
      expect((await asks(person)).status).toBe(200);
    }
    expect(people.map(isBack)).toEqual([!offline, false, false, false]);
    const asking = offline ? people : people.slice(1);
    expect(await waiting()).toMatchObject(asking.map(({ userId: user_id }) => ({ user_id })));
  });
});

test("if two accounts of one person ask at once, one is refunded and the operator answers the other", async () => {
  for (const holder of ["Ann", "Bob", "Cid", "Dan"]) {
    const people = [await world.signUp({ proves: true }), await world.signUp({ proves: true })];
    for (const person of people) await world.buy(person, "lifetime", { holder });
    await world.atOnce(people.map((person) => () => asks(person)));
    expect(people.map(isBack).sort()).toEqual([false, true]);
    for (const late of people.filter((person) => !isBack(person))) {
      await asks(late);
      expect((await waiting()).map(({ user_id }) => user_id)).toContain(late.userId);
    }
  }
});

test("a customer is recognized by the card that paid, even after trying many others", async () => {
  const [first, late] = [await world.signUp({ proves: true }), await world.signUp({ proves: true })];
  for (const person of [first, late]) await world.buy(person, "monthly", { holder: "Ann" });
  await asks(first);
  const { customer_id: customer } = await world.subscription(late);
  for (let tried = 0; tried < 12; tried += 1) {
    const { id: payment_method } = await world.stripe.paymentMethods.attach("pm_card_visa", { customer });
    await world.stripe.paymentIntents.create({
      amount: 100,
      currency: "usd",
      customer,
      payment_method,
      confirm: true,
      off_session: true,
    });
  }
  expect(await offerOf(late)).toMatchObject({ self_service: false });
  world.tolerates(/^Everything is found: the payment pi_\w+ is unknown$/);
});

test.each([true, false])(
  "after the refund of a lifetime license, the earlier subscription renews only if the customer keeps it (kept: %s)",
  async (keeps) => {
    const person = await world.signUp({ proves: true });
    await world.buy(person, "monthly");
    await world.buy(person, "lifetime");
    const { current_period_end } = await world.subscription(person);
    const end = atTime(fromEpochSeconds(current_period_end));
    const offer = await offerOf(person);
    expect(offer?.subscription_ends).toBe(fromEpochSeconds(current_period_end));
    expect(offer).not.toHaveProperty("subscription_is_final");
    expect((await world.call("subscriptions/keepSubscription", {}, person)).status).toBe(409);
    await asks(person);
    const said = `Your subscription still ends on ${end}, and you are not charged again. To keep it`;
    expect(world.mails(person).filter(({ text }) => text.includes(said))).toHaveLength(1);
    if (keeps) expect((await world.call("subscriptions/keepSubscription", {}, person)).status).toBe(200);
    const before = world.charged(person);
    await world.days(32);
    expect(world.charged(person) - before).toBe(keeps ? 1 : 0);
    expect(await world.codes(person)).toEqual(["REVOKED", keeps ? "VALID" : "EXPIRED"]);
  },
);

test("after the refund of a lifetime license, no mail suggests keeping a subscription that a lost dispute ends", async () => {
  const person = await world.signUp({ proves: true });
  const { charge } = await world.buy(person, "monthly");
  await world.days(32);
  await world.signInAgain(person);
  const closes = await world.dispute(charge);
  await closes("lost");
  await world.buy(person, "lifetime");
  expect(await offerOf(person)).toMatchObject({ subscription_is_final: true });
  await asks(person);
  const [mail] = world.mails(person).filter(({ text }) => text.includes("Your subscription still ends on"));
  expect(mail?.text).toContain(
    "It ends because a dispute over an earlier payment was lost. You can subscribe again once it has ended.",
  );
  expect((await world.call("subscriptions/keepSubscription", {}, person)).status).toBe(409);
});

test("after two offline licenses, a refund waits for the operator or for the end of the licenses", async () => {
  // The world starts at noon in UTC. The guarantee of a purchase at noon would end together with the offline licenses.
  await world.hours(1);
  const [ann, bob] = [await world.signUp({ proves: true }), await world.signUp({ proves: true })];
  for (const person of [ann, bob]) {
    await world.buy(person, "lifetime");
    await goOffline(world, person);
  }
  const ends = new Date(world.now().getTime() + OFFLINE_LEASE);
  const { lease_until = "", self_service } = (await offerOf(ann)) ?? {};
  expect([self_service, Math.abs(Date.parse(lease_until) - ends.getTime()) < MINUTE]).toEqual([false, true]);
  const { answer_by } = (await asks(ann)).body;
  expect(await offerOf(ann)).toMatchObject({ answer_by });
  expect(isBack(ann)).toBe(false);
  expect(world.mailed(ann, new RegExp(`works until ${atTime(lease_until)}`))).toBe(1);
  await asks(ann);
  expect(await waiting()).toMatchObject([{ user_id: ann.userId, due_by: answer_by }]);
  expect(world.mailed("operator", /withdrawal waits for your answer/i)).toBe(1);
  // Makes the licenses end now.
  for (const { pk, sk, offline } of world.rows("Seats"))
    if (Array.isArray(offline))
      world.patch(
        "Seats",
        { pk: String(pk), sk: String(sk) },
        { offline: offline.map((lease) => ({ ...lease, endsAt: world.now().toISOString() })) },
      );
  for (const person of [ann, bob]) {
    expect(await offerOf(person)).toMatchObject({ self_service: true });
    await asks(person);
    expect(isBack(person)).toBe(true);
  }
  expect(await waiting()).toEqual([]);
});

test("a customer who waits for the operator is promised no date, and only the operator sees the reasons", async () => {
  const [first, late] = [await world.signUp({ proves: true }), await world.signUp({ proves: true })];
  for (const person of [first, late]) await world.buy(person, "lifetime", { holder: "Ann" });
  await asks(first);
  await goOffline(world, late);
  expect((await offerOf(late))?.lease_until).toBeUndefined();
  await asks(late);
  expect(world.mailed(late, /We review this request/)).toBe(1);
  expect(world.mailed(late, /works until|guarantee:/)).toBe(0);
  expect(world.mailed("operator", /guarantee: an offline license works until/)).toBe(1);
});

test("a customer with an offline license that outlives the guarantee gets no immediate refund", async () => {
  const ann = await world.signUp({ proves: true });
  await world.buy(ann, "lifetime");
  await world.days(5);
  await goOffline(world, ann);
  const offer = await offerOf(ann);
  expect([offer?.self_service, offer?.lease_until]).toEqual([false, undefined]);
});

describe("an honest customer", () => {
  test.each([
    { who: "who pays with a family's card", holder: "family" },
    { who: "who uses an office's computer", desk: "reception" },
  ])(
    "$who gets the money after the operator answers, and a mail names the deadline",
    async ({ holder, desk }) => {
      const [first, second] = [await world.signUp({ proves: true }), await world.signUp({ proves: true })];
      for (const person of [first, second]) {
        await world.buy(person, "lifetime", { ...(holder && { holder }) });
        expect(await world.codes(person)).toEqual(["VALID"]);
        if (desk) await usesOnce(person, desk);
      }
      await asks(first);
      const { answer_by } = (await asks(second)).body;
      expect(await world.codes(second)).toEqual(["VALID"]);
      expect(world.mailed(second, new RegExp(`answer by ${atTime(String(answer_by))}`))).toBe(1);
      expect((await world.needs()).find(({ kind }) => kind === "withdrawal")).toMatchObject({
        due_by: answer_by,
      });
      await operatorRefunds();
      expect([first, second].map(isBack)).toEqual([true, true]);
      expect(await offerOf(second)).toBeNull();
    },
  );

  test("gets the money at once for another purchase two years after a refund", async () => {
    const person = await world.signUp({ proves: true });
    await world.buy(person, "monthly");
    await asks(person);
    expect(isBack(person)).toBe(true);
    const counts = world.rows("Events").filter(({ pk }) => String(pk).startsWith("refundAsks#"));
    const forgotten = toEpochSeconds(world.now().toISOString()) + (2 * 365 * DAY) / SECOND;
    for (const { expiresAtEpoch } of counts)
      expect(Math.abs(Number(expiresAtEpoch) - forgotten)).toBeLessThan(60);
    await world.buy(person, "lifetime");
    expect(await offerOf(person)).toMatchObject({ self_service: false });
    // Acts as if the table's time to live had deleted the counts.
    for (const { pk, sk } of counts) world.patch("Events", { pk: String(pk), sk: String(sk) }, { asked: 0 });
    expect(await offerOf(person)).toMatchObject({ self_service: true });
  });

  test("gets the money only through support if the operator has closed the request, which cannot be made again", async () => {
    const [first, second] = [await world.signUp(), await world.signUp()];
    for (const person of [first, second]) await world.buy(person, "monthly", { holder: "family" });
    await asks(first);
    await asks(second);
    const [{ id = "" } = {}] = await waiting();
    await world.operate("refunds/answerWithdrawal", { withdrawalId: id, answer: "close" });
    expect(await offerOf(second)).toMatchObject({ answer_by: null });
    expect((await asks(second)).body.code).toBe("CONFLICT");
    expect(await waiting()).toEqual([]);
  });
});

test("a card that accounts share raises one alert for each account with a confirmed address", async () => {
  const [ann, bob, eve] = [
    await world.signUp({ proves: true }),
    await world.signUp({ proves: true }),
    await world.signUp(),
  ];
  for (const person of [eve, ann, bob]) await world.buy(person, "monthly", { holder: "family" });
  await world.days(32);
  const { body } = await world.operate("security/listAlerts", {});
  const alerts = (
    body.rows as {
      alert_type: string;
      user_id: string;
      count: number;
      metadata: { card: string };
    }[]
  ).filter(({ alert_type }) => alert_type === "shared_card");
  expect(alerts.map(({ user_id }) => user_id).sort()).toEqual([ann.userId, bob.userId]);
  expect(alerts.map(({ count }) => count)).toEqual([1, 1]);
  // Both alerts have the same id for the shared card.
  expect(alerts[0]?.metadata.card).toMatch(/^[\w-]{16}$/);
  expect(alerts[1]?.metadata.card).toBe(alerts[0]?.metadata.card);
});

test("after an account is deleted, no row about refund requests or about the person contains the account's id", async () => {
  const { person } = await world.subscriber();
  await asks(person);
  expect(rowsOfPersons(person)).not.toEqual([]);
  await world.call("customers/deleteAccount", { email: person.email }, person);
  await world.settle();
  expect(rowsOfPersons(person)).toEqual([]);
});

const rowsOfPersons = ({ userId }: Person) =>
  ["Events", "Grants"]
    .flatMap((table) => world.rows(table))
    .filter(({ pk }) => /^(refundAsks|person)#/.test(String(pk)))
    .filter((row) => JSON.stringify(row).includes(userId));
