import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { computer, type Person, theWorld } from "../world/world.ts";

const world = theWorld({ sellsAll: true });

const freeKeyOf = async (person: Person) =>
  String((await world.call("licenses/createFreeKey", {}, person)).body.licenseKey);
const activate = async (licenseKey: string, name: string) =>
  (await world.call("licenses/activate", { licenseKey, ...computer(name) })).body;
const refresh = (licenseKey: string, name: string, last: Record<string, unknown>) =>
  world.call("licenses/refresh", {
    licenseKey,
    fingerprint: computer(name).fingerprint,
    activationId: String(last.activationId),
    refreshSecret: String(last.refreshSecret),
    attemptId: randomUUID(),
  });
const trialOf = async (person: Person) => {
  const seats = (await world.keys(person)) as Record<string, unknown>[];
  return seats.find(({ source }) => source === "free")?.trial;
};
const aboutTrial = (person: Person) =>
  world
    .mails(person)
    .map(({ subject }) => subject)
    .filter((subject) => /trial/.test(subject));

test("a computer that signs in has it, and so has one without internet; one that had a trial has none", async () => {
  const first = await world.signUp();
  const { body: asked } = await world.call("licenses/startSignIn", computer("kitchen"));
  const keyId = await freeKeyOf(first);
  const code = String(asked.userCode);
  const answered = await world.call("licenses/answerSignIn", { code, answer: "approve", keyId }, first);
  expect(answered.status, JSON.stringify(answered.body)).toBe(200);
  const polled = await world.call("licenses/pollSignIn", { deviceCode: String(asked.deviceCode) });
  expect(polled.body).toMatchObject({ status: "approved", leased: { tier: "pro" } });

  const offline = async (name: string) => {
    const person = await world.signUp();
    const request = {
      type: "license-request" as const,
      version: 1 as const,
      nonce: randomUUID(),
      ...computer(name),
    };
    const input = { licenseKey: await freeKeyOf(person), request };
    const { status, body } = await world.call("licenses/answerOffline", input, person);
    expect(status, JSON.stringify(body)).toBe(200);
    const [, claims = ""] = (body.answer as { lease: string }).lease.split(".");
    const { tier, iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
    return { tier, days: Math.round(((exp - iat) * SECOND) / DAY) };
  };
  expect(await offline("kitchen")).toEqual({ tier: "free", days: 30 });
  // The trial's last day ends at noon UTC, when it has ended everywhere.
  expect(await offline("cabin")).toEqual({ tier: "pro", days: 15 });
});

test("a purchase ends it, its refund does not bring it back, and nobody hears of its end", async () => {
  const person = await world.signUp();
  const licenseKey = await freeKeyOf(person);
  const leased = await activate(licenseKey, "laptop");
  expect(leased.tier).toBe("pro");
  await world.buy(person, "monthly");
  expect(await trialOf(person)).toMatchObject({ state: "over" });
  expect((await refresh(licenseKey, "laptop", leased)).body.tier).toBe("free");
  const { offer } = (await world.call("billing/getRefundOffer", {}, person)).body;
  const { amount_cents } = offer as { amount_cents: number };
  const refund = { requestId: "refund-of-a-trial-1", amount_cents };
  expect((await world.call("billing/requestRefund", refund, person)).status).toBe(200);
  await world.settle();
  expect(await trialOf(person)).toMatchObject({ state: "over" });
  await world.days(21);
  expect(aboutTrial(person)).toEqual(["Your Articlip free trial has begun"]);
});
