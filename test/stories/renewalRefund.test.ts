import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { RefundLimits, RefundOffer } from "#shared/refunds/refunds.ts";
import { computer, type Person, theWorld } from "../world/world.ts";

const world = theWorld({ sellsAll: true });
const YEAR = 365 * 24;
const PRICE = CATALOG.yearly.price;
const PROMISE =
  /You can get this payment back until January 18, 2027[\s\S]*no more than 2 videos since the renewal/;

async function allow(renewal_videos: RefundLimits["renewal_videos"]): Promise<void> {
  const { body } = await world.operate("refunds/getRefundLimits", {});
  const { version, ...limits } = body as RefundLimits & { version: number };
  const saved = await world.operate("refunds/saveRefundLimits", { ...limits, renewal_videos, version });
  expect(saved).toMatchObject({ status: 200, body: { renewal_videos } });
}
async function makeVideos(person: Person, count: number): Promise<void> {
  const [key] = await world.keys(person);
  const licenseKey = key?.license_key ?? "";
  const { body } = await world.call("licenses/activate", { licenseKey, ...computer("desk") });
  const at = world.now().toISOString();
  const entries = Array.from({ length: count }, () => ({ id: randomUUID(), at, status: "success" as const }));
  const made = await world.call("activity/report", {
    licenseKey,
    fingerprint: computer("desk").fingerprint,
    activationId: String(body.activationId),
    refreshSecret: String(body.refreshSecret),
    sentAt: at,
    entries: entries.map((entry) => ({ ...entry, type: "video_created" as const })),
  });
  expect(made.body).toMatchObject({ recorded: count });
}
const offerOf = async (person: Person) =>
  (await world.call("refunds/getRefundOffer", {}, person)).body.offer as RefundOffer | null;
async function asks(person: Person, amount_cents: number = PRICE) {
  const answer = await world.call("refunds/requestRefund", { requestId: randomUUID(), amount_cents }, person);
  await world.settle();
  return answer.status;
}

test("if the operator allows it, a customer who made few videos can get a yearly renewal refunded within 14 days", async () => {
  await allow(2);
  const [ann, bob, eve] = [await world.signUp(), await world.signUp(), await world.signUp()];
  for (const person of [ann, bob, eve]) await world.prove(person);
  await world.buy(ann, "yearly");
  await makeVideos(ann, 5);
  await world.days(1);
  await world.buy(bob, "yearly", { holder: "Bob" });
  await world.hours(YEAR - 12);
  expect(world.mailed(ann, PROMISE)).toBe(1);

  await allow(null);
  await world.days(1);
  expect([world.charged(ann), world.charged(bob)]).toEqual([2, 2]);
  expect(world.mailed(bob, /get this payment back/)).toBe(0);
  expect([await offerOf(ann), await asks(ann)]).toEqual([null, 409]);

  await allow(2);
  const offer = { product: "yearly", amount_cents: PRICE, max_videos: 2, self_service: true };
  await makeVideos(ann, 2);
  expect(await offerOf(ann)).toMatchObject(offer);
  await makeVideos(ann, 1);
  expect([await offerOf(ann), await asks(ann)]).toEqual([null, 409]);
  await allow(3);
  expect(await asks(ann)).toBe(200);
  expect(await world.codes(ann)).toEqual(["REVOKED"]);
  expect(world.chargesOf(ann).map(({ refunded }) => refunded)).toEqual([false, true]);
  expect(world.mailed(ann, /This subscription and its license have ended/)).toBe(1);
  expect(await offerOf(ann)).toBeNull();

  // A person who has had a refund waits for the operator, who can also refund the renewal.
  await world.buy(eve, "monthly", { holder: "Bob" });
  expect(await asks(eve, CATALOG.monthly.price)).toBe(200);
  expect(await offerOf(bob)).toMatchObject({ ...offer, max_videos: 3, self_service: false });
  expect(await asks(bob)).toBe(200);
  const { withdrawals } = (await world.operate("refunds/listWithdrawals", {})).body as {
    withdrawals: { id: string; refund: unknown }[];
  };
  expect(withdrawals).toMatchObject([{ refund: { product: "yearly", amount_cents: PRICE } }]);
  const answer = { withdrawalId: withdrawals[0]?.id ?? "", answer: "refund" as const };
  expect((await world.operate("refunds/answerWithdrawal", answer)).status).toBe(200);
  await world.settle();
  expect(await world.codes(bob)).toEqual(["REVOKED"]);
});
