import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { Commission } from "#shared/affiliates/commission.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { onDayOf } from "#shared/words.ts";
import { enqueue } from "../../functions/platform/queue.ts";
import { growthOf } from "../support/figures.ts";
import type { Row } from "../support/memory/expressions.ts";
import { goOffline } from "../world/offline.ts";
import { computer, type Person, theWorld } from "../world/world.ts";

const world = theWorld({ sellsAll: true });
const SEATS = 3;
const PRICE = SEATS * CATALOG.monthly.price;

async function join(buyer: Person, known?: Person): Promise<Person> {
  const member = known ?? (await world.signUp({ proves: true }));
  for (const one of known ? [buyer, known] : [buyer]) await world.prove(one);
  await world.call("subscriptions/inviteMember", { email: member.email }, buyer);
  await world.settle();
  const [invitation] = world.mails(member).filter(({ subject }) => /team invitation/.test(subject));
  const token = /join-team#([\w.-]+)/.exec(invitation?.text ?? "")?.[1] ?? "no link";
  expect((await world.call("subscriptions/joinTeam", { token }, member)).status).toBe(200);
  return member;
}

/** A team that an affiliate has brought, with one member. The buyer's bank disputes the team's payment. */
async function disputed() {
  const affiliate = await world.join();
  const sale = await world.subscriber({ seats: SEATS, affiliateCode: affiliate.code });
  const { person: buyer, payment, charge } = sale;
  const member = await join(buyer);
  for (const one of [buyer, member]) expect(await world.activate(one)).toBe("VALID");
  const billing = await world.call("subscriptions/getSubscription", {}, member);
  expect(billing.body).toMatchObject({ subscription: null, paid_by: buyer.email });
  const closes = await world.dispute(charge);
  const isCommission = ({ sk, id }: Row) => id === payment && String(sk).startsWith("commission#");
  return {
    buyer,
    member,
    closes,
    codes: async () => [...(await world.codes(buyer)), ...(await world.codes(member))],
    commission: () => Commission.parse(world.rows("Payouts").find(isCommission)),
    figures: async () => {
      const { now } = await growthOf(world.ask);
      return [now.payments.cents, now.refunds.cents, now.mrr_end_cents];
    },
  };
}
const EARNED = { baseCents: PRICE, earnedCents: PRICE / 5 };

test("the operator sees how many seats a team pays for, and each member's account", async () => {
  const { person: buyer } = await world.subscriber({ seats: SEATS });
  const member = await join(buyer);
  const { team } = (await world.operate("customers/getCustomer", { userId: buyer.userId })).body;
  expect(team).toMatchObject({ seats: SEATS, members: [{ email: member.email, user_id: member.userId }] });
});

test("a dispute about a team's payment suspends every key until the dispute is won", async () => {
  const { buyer, member, closes, codes, commission, figures } = await disputed();
  expect(await codes()).toEqual(["SUSPENDED", "SUSPENDED"]);
  expect(await world.activate(member)).toBe("SUSPENDED");
  expect(
    world.mailed(buyer, /taken back \$90\.00 and opened a dispute\. The license is suspended and no/),
  ).toBe(1);
  await closes("won");
  expect(await codes()).toEqual(["VALID", "VALID"]);
  expect(await world.activate(member)).toBe("VALID");
  expect(world.mailed(buyer, /Your license works again and your subscription continues\./)).toBe(1);
  expect(world.mailed(member, /taken back|dispute|ended/)).toBe(0);
  expect(commission()).toMatchObject({ ...EARNED, reversedCents: 0, holds: [] });
  expect(await figures()).toEqual([PRICE, 0, PRICE]);
});

test("a lost dispute about a team's payment ends the subscription and every key", async () => {
  const { buyer, member, closes, codes, commission, figures } = await disputed();
  await closes("lost");
  expect(await codes()).toEqual(["REVOKED", "REVOKED"]);
  expect(world.mailed(buyer, /This subscription and its license ended\. You will not be charged/)).toBe(1);
  expect((await world.subscription(buyer)).subscription_status).toBe("canceled");
  expect(world.mailed(member, /team seat has ended/)).toBe(1);
  expect(commission()).toMatchObject({ ...EARNED, reversedCents: PRICE / 5, holds: [] });
  expect(await figures()).toEqual([PRICE, PRICE, 0]);
});

const commissionOf = (payment: string) =>
  Commission.parse(
    world.rows("Payouts").find(({ sk, id }) => id === payment && String(sk).startsWith("commission#")),
  );

test("members of a team and its buyer earn no commission from each other, before and after joining the team", async () => {
  const member = await world.join();
  const { person: owner, payment } = await world.subscriber({ seats: SEATS, affiliateCode: member.code });
  expect(commissionOf(payment)).toMatchObject({ ...EARNED, reversedCents: 0 });
  await join(owner, member);
  await world.settle();
  const isVoid = { selfReferral: "self_team", reversedCents: PRICE / 5, status: "void" };
  expect(commissionOf(payment)).toMatchObject(isVoid);
  // The renewal is paid while the affiliate is in the team.
  await world.days(32);
  const renewed = world
    .rows("Payouts")
    .filter(({ buyerUserId, sk }) => buyerUserId === owner.userId && String(sk).startsWith("commission#"));
  expect(renewed).toMatchObject([isVoid, isVoid]);
  const { body } = await world.call("affiliates/join", { acceptTerms: true }, owner);
  const theirs = await world.buy(member, "monthly", { affiliateCode: String(body.referral_code) });
  expect(commissionOf(theirs.payment)).toMatchObject({ selfReferral: "self_team", status: "void" });
});

test("an affiliate who buys with an alias of their own address earns nothing", async () => {
  const affiliate = await world.signUp({ email: "ann@gmail.com" });
  const { body } = await world.call("affiliates/join", { acceptTerms: true }, affiliate);
  const alias = await world.signUp({ email: "a.n.n+2@gmail.com" });
  const { payment } = await world.buy(alias, "monthly", { affiliateCode: String(body.referral_code) });
  expect(commissionOf(payment)).toMatchObject({ selfReferral: "self_address", status: "void" });
});

test("an affiliate keeps a commission whose hold ended before the buyer's invitation to the team", async () => {
  const affiliate = await world.join();
  const { person: owner, payment } = await world.subscriber({ seats: SEATS, affiliateCode: affiliate.code });
  await world.days(36);
  await join(owner, affiliate);
  await world.settle();
  expect(commissionOf(payment)).toMatchObject({ ...EARNED, selfReferral: null, reversedCents: 0 });
});

test("a member's running offline licenses make the buyer's refund wait for the operator", async () => {
  const { person: buyer } = await world.subscriber({ seats: SEATS });
  const member = await join(buyer);
  const offer = async () => (await world.call("refunds/getRefundOffer", {}, buyer)).body.offer;
  expect(await offer()).toMatchObject({ self_service: true });
  await goOffline(world, member);
  expect(await offer()).toMatchObject({ self_service: false });
});

/** A team's owner with a confirmed address and a free seat. */
async function owner(): Promise<Person> {
  const { person } = await world.subscriber({ seats: SEATS });
  await world.prove(person);
  return person;
}
const invite = async (from: Person, email: string) => {
  const { status, body } = await world.call("subscriptions/inviteMember", { email }, from);
  await world.settle();
  return { status, mailed: body.mailed };
};
const INVITATION = /team invitation/;

test("a customer who refuses invitations gets none until the customer allows them again in the account", async () => {
  const friend = await world.signUp({ proves: true });
  expect(await invite(await owner(), friend.email)).toEqual({ status: 200, mailed: true });
  const [mail] = world.mails(friend).filter(({ subject }) => INVITATION.test(subject));
  const token = /refuse-invitations#(\S+)/.exec(mail?.text ?? "")?.[1] ?? "no link";
  expect((await world.call("accounts/unsubscribe", { token })).status).toBe(200);
  expect(await invite(await owner(), friend.email)).toEqual({ status: 200, mailed: false });
  const set = (given: { enabled?: boolean }) => world.call("mail/setInvitationMail", given, friend);
  expect((await set({})).body).toEqual({ enabled: false });
  expect((await set({ enabled: true })).body).toEqual({ enabled: true });
  expect(await invite(await owner(), friend.email)).toEqual({ status: 200, mailed: true });
  expect(world.mailed(friend, INVITATION)).toBe(2);
});

test("an invitation that bounces stops only that team's invitations by mail", async () => {
  const [careless, other] = [await owner(), await owner()];
  expect(await invite(careless, "nobody@example.com")).toEqual({ status: 200, mailed: true });
  const bounce = {
    bounceType: "Permanent",
    bouncedRecipients: [{ emailAddress: "nobody@example.com" }],
    timestamp: new Date().toISOString(),
    feedbackId: "feedback",
  };
  await enqueue(process.env.SECURITY_QUEUE_URL ?? "", [{ eventType: "Bounce", bounce }]);
  await world.settle();
  expect(await invite(careless, "ada@example.com")).toEqual({ status: 200, mailed: false });
  expect(await invite(other, "ada@example.com")).toEqual({ status: 200, mailed: true });
});

test.each<[string, (buyer: Person, payment: string) => Promise<unknown>]>([
  ["cancels", (buyer) => world.call("subscriptions/cancelSubscription", {}, buyer)],
  ["buys a lifetime license", (buyer) => world.buy(buyer, "lifetime")],
  ["gets a refund", (_buyer, payment_intent) => world.stripe.refunds.create({ payment_intent })],
])("members get a mail about the end of a team whose buyer %s", async (how, ends) => {
  await world.offerUnits(1);
  const { person: buyer, payment } = await world.subscriber({ seats: SEATS });
  const member = await join(buyer);
  const { current_period_end: end } = await world.subscription(buyer);
  await ends(buyer, payment);
  await world.settle();
  const isAtOnce = how === "gets a refund";
  const day = onDayOf(end);
  expect(world.mailed(member, new RegExp(`team seat ends on ${day}`))).toBe(isAtOnce ? 0 : 1);
  await world.days(32);
  expect(await world.codes(member)).toEqual([isAtOnce ? "REVOKED" : "EXPIRED"]);
  expect(world.mailed(member, /team seat has ended/)).toBe(1);
});

test("an offline license of a removed member makes the buyer's refund wait for the operator", async () => {
  const { person: buyer } = await world.subscriber({ seats: SEATS });
  const member = await join(buyer);
  const [key] = await world.keys(member);
  const licenseKey = key?.license_key ?? "";
  const request = { type: "license-request" as const, version: 1 as const, nonce: randomUUID() };
  const input = { licenseKey, request: { ...request, ...computer("cabin") } };
  expect((await world.call("licenses/answerOffline", input, member)).status).toBe(200);
  const { body } = await world.call("subscriptions/getSubscription", {}, buyer);
  const [invited] = (body.team as { members: { id: string }[] }).members;
  const removal = { member: invited?.id ?? "" };
  expect((await world.call("subscriptions/removeMember", removal, buyer)).status).toBe(200);
  await world.settle();
  const { offer } = (await world.call("refunds/getRefundOffer", {}, buyer)).body;
  expect(offer).toMatchObject({ self_service: false });
});
