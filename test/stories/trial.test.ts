import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import { TRIAL_REFUSED } from "#shared/licenses/trial.ts";
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

test("a trial begins with the first computer, is given to each computer only once, and ends in the free tier", async () => {
  const [person, second] = [await world.signUp(), await world.signUp()];
  const licenseKey = await freeKeyOf(person);
  const leased = await activate(licenseKey, "studio");
  expect(leased.tier).toBe("pro");
  expect(await activate(await freeKeyOf(second), "studio")).toMatchObject({
    tier: "free",
    message: TRIAL_REFUSED,
  });
  await world.settle();
  expect([aboutTrial(person), aboutTrial(second)]).toEqual([[`Your ${BRAND.name} free trial has begun`], []]);
  await world.days(13);
  expect(aboutTrial(person)).toEqual([
    expect.stringMatching(/^Your .* free trial ends on /),
    `Your ${BRAND.name} free trial has begun`,
  ]);
  const { body: renewed } = await refresh(licenseKey, "studio", leased);
  expect(renewed.tier).toBe("pro");
  const left = Date.parse(String(renewed.leaseEndsAt)) - Date.parse(String(renewed.serverTime));
  expect(left).toBeLessThanOrEqual(3 * DAY);
  await world.days(3);
  expect(aboutTrial(person)).toHaveLength(3);
  expect(aboutTrial(person)[0]).toBe(`Your ${BRAND.name} free trial has ended`);
  expect(await refresh(licenseKey, "studio", renewed)).toMatchObject({
    status: 200,
    body: { code: "VALID", tier: "free" },
  });
  expect(await trialOf(person)).toMatchObject({ state: "over" });
  await world.days(1);
  expect(aboutTrial(person)).toHaveLength(3);
});

test("a key that was made before the operator turned trials on gets no trial", async () => {
  const plans = { plans: [], teams: false };
  const trialDays = async (trial_days: number) => {
    const { body } = await world.operate("catalog/getPlanSettings", {});
    const change = { ...plans, trial_days, version: Number(body.version) };
    expect((await world.operate("catalog/savePlanSettings", change)).status).toBe(200);
  };
  await trialDays(0);
  const person = await world.signUp();
  const licenseKey = await freeKeyOf(person);
  const leased = await activate(licenseKey, "before");
  expect(leased.tier).toBe("free");
  await trialDays(14);
  expect((await refresh(licenseKey, "before", leased)).body.tier).toBe("free");
  expect(await trialOf(person)).toBeUndefined();
  await world.days(15);
  expect(aboutTrial(person)).toEqual([]);
});

test("a computer can start a trial by signing in or offline, but only once", async () => {
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
  // A trial ends at noon UTC after its last day, when that day has ended in every time zone.
  expect(await offline("cabin")).toEqual({ tier: "pro", days: 15 });
});

test("a purchase ends the trial without a mail, and a refund does not start it again", async () => {
  const person = await world.signUp();
  const licenseKey = await freeKeyOf(person);
  const leased = await activate(licenseKey, "laptop");
  expect(leased.tier).toBe("pro");
  await world.buy(person, "monthly");
  expect(await trialOf(person)).toMatchObject({ state: "over" });
  expect((await refresh(licenseKey, "laptop", leased)).body.tier).toBe("free");
  const { offer } = (await world.call("refunds/getRefundOffer", {}, person)).body;
  const { amount_cents } = offer as { amount_cents: number };
  const refund = { requestId: "refund-of-a-trial-1", amount_cents };
  expect((await world.call("refunds/requestRefund", refund, person)).status).toBe(200);
  await world.settle();
  expect(await trialOf(person)).toMatchObject({ state: "over" });
  await world.days(21);
  expect(aboutTrial(person)).toEqual([`Your ${BRAND.name} free trial has begun`]);
});
