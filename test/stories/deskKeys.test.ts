import { beforeEach, describe, expect, test } from "vitest";
import { replaceKey } from "#shared/licenses/customer.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import { newLicenseKey } from "../../functions/platform/random.ts";
import type { Row } from "../support/memory/expressions.ts";
import { computer, type Person, theWorld } from "../world/world.ts";

const world = theWorld();
const { fingerprint } = computer("desk");
type Key = { id: string; expires_at: string };
const keyOf = ({ body }: { body: Row }) => body.key as Key;
const listed = async (search: string) =>
  (await world.operate("licenses/searchKeys", { search })).body.keys as Key[];
const activated = async (licenseKey: string, name = "desk") =>
  (await world.call("licenses/activate", { licenseKey, ...computer(name) })).body;
const validated = async (licenseKey: string) =>
  (await world.call("licenses/validate", { licenseKey, fingerprint })).body.code;

let owner: Person;
beforeEach(async () => {
  owner = await world.signUp();
});

async function made() {
  const input = { userId: owner.userId, duration: "yearly", maxDailySwaps: 3 } as const;
  const answer = await world.operate("licenses/createLicenseKey", input);
  expect(answer.body.key).toMatchObject({ user_id: owner.userId, max_daily_swaps: 3, source: "manual" });
  await world.settle();
  const licenseKey = String(answer.body.licenseKey);
  return { licenseKey, keyId: keyOf(answer).id, expiresAt: Date.parse(keyOf(answer).expires_at) };
}

test("keys are listed with their owner, and found by their beginning in any spelling", async () => {
  await world.offerUnits(20);
  const { licenseKey } = await world.buy(owner, "lifetime");
  const search = licenseKey.slice(0, 12).toLowerCase().replaceAll("-", " ");
  const shown = {
    license_key: maskKey(licenseKey),
    user_id: owner.userId,
    user_email: owner.email,
    is_active: true,
  };
  expect(await listed(search)).toMatchObject([shown]);
  const among = async (status: "active" | "inactive") =>
    ((await world.operate("licenses/searchKeys", { search, status })).body.keys as Key[]).length;
  expect([await among("active"), await among("inactive")]).toEqual([1, 0]);
  for (const sort of ["created_at", "license_key", "last_used_at", "computer_count"] as const)
    for (const filter of [{}, { status: "active" }] as const) {
      const { body } = await world.operate("licenses/listKeys", { sort, ...filter, direction: "asc" });
      expect(body).toMatchObject({ keys: [shown], total: 1 });
    }
});

const LONG_AGO = "2026-01-05T08:00:00.000Z";

test("keys are sorted by the number of computers that they have been on, page by page", async () => {
  for (const number of [2, 11, 0, 5]) {
    const { licenseKey } = await made();
    if (number === 0) continue;
    const visits = Array.from({ length: number - 1 }, (_, at) => ({ fingerprint: `${at}`, at: LONG_AGO }));
    world.patch("Seats", { pk: licenseKey, sk: "license" }, { visits });
    await activated(licenseKey);
  }
  await world.settle();
  type Counted = { computer_count: number };
  const sorted = async (direction: "asc" | "desc", filter: { status?: "active" }) => {
    const found: number[] = [];
    let place = {};
    do {
      const asked = { sort: "computer_count", direction, ...filter, limit: 3, ...place } as const;
      const { body } = await world.operate("licenses/listKeys", asked);
      found.push(...(body.keys as Counted[]).map(({ computer_count }) => computer_count));
      place = body.next === null ? {} : { cursor: body.next };
    } while ("cursor" in place);
    return found;
  };
  for (const filter of [{}, { status: "active" }] as const) {
    expect(await sorted("desc", filter)).toEqual([11, 5, 2, 0]);
    expect(await sorted("asc", filter)).toEqual([0, 2, 5, 11]);
  }
});

test("the reason for a key is in the audit log and on the customer's page", async () => {
  const day = () => world.now().toISOString().slice(0, 10);
  const note = "Won the contest";
  await world.operate("licenses/createLicenseKey", { userId: owner.userId, duration: "yearly", note });
  await world.settle();
  type Asked = { userId?: string; day?: string; area?: "keys" | "payouts"; limit?: number };
  const entries = async (asked: Asked) => (await world.operate("audit/listAudit", asked)).body.entries;
  const given = [
    { action: "licenses/createLicenseKey", note, email: owner.email, after: { duration: "yearly" } },
  ];
  const { userId } = owner;
  for (const asked of [{}, { day: day() }, { userId }, { userId, day: day() }])
    expect(await entries(asked)).toMatchObject(given);
  for (const asked of [{ day: "2026-01-04" }, { userId, day: "2026-01-04" }])
    expect(await entries(asked)).toEqual([]);
  const { body } = await world.operate("customers/getCustomer", { userId });
  expect(body.audit).toMatchObject([{ note }]);
  for (const words of ["Called", "Wrote"]) await world.operate("accounts/addNote", { userId, note: words });
  expect(await entries({ limit: 1 })).toMatchObject([{ action: "accounts/addNote" }]);
  expect(await entries({ limit: 1, area: "keys" })).toMatchObject(given);
  expect(await entries({ userId, day: day(), area: "keys" })).toMatchObject(given);
  expect(await entries({ area: "payouts" })).toEqual([]);
});

test("a key is extended by days, once for each request", async () => {
  const { keyId, expiresAt } = await made();
  const extend = (requestId: string) => world.operate("licenses/extendKey", { keyId, days: 10, requestId });
  for (let times = 0; times < 2; times += 1)
    expect(Date.parse(keyOf(await extend("one-request")).expires_at) - expiresAt).toBe(864_000_000);
  expect(await world.audited("licenses/extendKey", owner)).toHaveLength(1);
});

test("resetting a key's swaps restores the day's swaps, and keeps the total count", async () => {
  const { licenseKey, keyId } = await made();
  await activated(licenseKey);
  await world.call("licenses/swapSeat", { licenseKey }, owner);
  const answer = await world.operate("licenses/resetSwaps", { keyId });
  expect(answer.body.key).toMatchObject({ swap_count_today: 0, total_swaps: 1 });
  expect(await world.audited("licenses/resetSwaps", owner)).toHaveLength(1);
});

test("the next lease has the key's new entitlements, and invalid entitlements are refused", async () => {
  const { licenseKey, keyId } = await made();
  const coveredUntil = "2030-01-01T23:59:59.000Z";
  const extras = { features: ["voices"], coveredVersion: "3.2", coveredUntil, metadata: { order: "A-17" } };
  expect((await world.operate("licenses/setEntitlements", { keyId, extras })).body.key).toMatchObject({
    extras,
  });
  const [, claims = ""] = String((await activated(licenseKey)).lease).split(".");
  expect(JSON.parse(Buffer.from(claims, "base64url").toString()).entitlements).toEqual({
    ...extras,
    coveredUntil: Date.parse(coveredUntil) / 1000,
  });
  const wrong = { ...extras, features: ["No spaces, please"] };
  expect((await world.operate("licenses/setEntitlements", { keyId, extras: wrong })).status).toBe(400);
  expect(await world.audited("licenses/setEntitlements", owner)).toHaveLength(1);
});

test("switching a key off removes its computer, and the key can be switched on again", async () => {
  const { licenseKey, keyId } = await made();
  await activated(licenseKey);
  const off = await world.operate("licenses/revokeKey", { keyId });
  expect(off.body.key).toMatchObject({ is_active: false, computer_name: null });
  expect((await world.operate("licenses/revokeKey", { keyId })).status).toBe(409);
  expect(await validated(licenseKey)).toBe("INACTIVE");
  expect((await world.operate("licenses/reactivateKey", { keyId })).body.key).toMatchObject({
    is_active: true,
  });
  expect(await world.audited("licenses/revokeKey", owner)).toHaveLength(1);
});

// The new owner gets a new string, because the previous owner still knows the old one.
test("a key that is taken back is given to another user with a new string", async () => {
  const { licenseKey, keyId, expiresAt } = await made();
  await activated(licenseKey);
  const back = await world.operate("licenses/unassignLicenseKey", { keyId });
  expect(back.body.key).toMatchObject({ user_id: null, user_email: null });
  expect(await world.audited("licenses/unassignLicenseKey", owner)).toHaveLength(1);
  expect(await validated(licenseKey)).toBe("NOT_FOUND");
  expect((await world.operate("licenses/revokeKey", { keyId })).status).toBe(404);
  const nextId = keyOf(back).id;
  const off = await world.operate("licenses/revokeKey", { keyId: nextId });
  expect(off.body.key).toMatchObject({ user_id: null, is_active: false });
  expect((await world.operate("licenses/revokeKey", { keyId: nextId })).status).toBe(409);
  const later = await world.operate("licenses/extendKey", {
    keyId: nextId,
    days: 5,
    requestId: "one-request",
  });
  expect(Date.parse(keyOf(later).expires_at) - expiresAt).toBe(432_000_000);
  await world.settle();
  expect(await listed(licenseKey)).toEqual([]);
  expect((await world.operate("licenses/reactivateKey", { keyId: nextId })).body.key).toMatchObject({
    is_active: true,
  });

  const other = await world.signUp();
  const assign = () =>
    world.operate("licenses/assignLicenseKey", { licenseKeyId: nextId, userId: other.userId });
  const { expires_at } = keyOf(later);
  expect((await assign()).body.key).toMatchObject({ user_email: other.email, is_active: true, expires_at });
  expect((await assign()).status).toBe(409);
  await world.settle();
  const next = String((await world.operate("licenses/showKey", { keyId: nextId })).body.licenseKey);
  expect(await listed(next)).toMatchObject([{ id: nextId, user_id: other.userId }]);
  expect((await activated(licenseKey)).code).toBe("NOT_FOUND");
  expect((await activated(next, "new")).code).toBe("VALID");
});

test("the owner and an operator can replace a leaked key, which activates no computer afterwards", async () => {
  await world.offerUnits(20);
  const { licenseKey: leaked, sessionId } = await world.buy(owner, "lifetime");
  const own = await world.call("licenses/replaceKey", { licenseKey: leaked }, owner);
  const { seat } = replaceKey.output.parse(own.body);
  const second = seat.license_key;
  const replaced = await world.operate("licenses/replaceCustomerKey", { keyId: second });
  const shown = await world.operate("licenses/showKey", { keyId: keyOf(replaced).id });
  const third = String(shown.body.licenseKey);
  for (const old of [leaked, second]) expect((await activated(old, "thief")).code).toBe("REPLACED");
  for (const [licenseKey, code] of [
    [leaked, "REPLACED"],
    [newLicenseKey(), "NOT_FOUND"],
  ] as const)
    expect((await world.call("licenses/explain", { licenseKey, fingerprint })).body.code).toBe(code);
  expect((await activated(third)).code).toBe("VALID");
  expect((await world.call("stripeEvents/getCheckout", { sessionId }, owner)).body.licenseKey).toBe(third);
  await world.settle();
  expect(await listed(leaked)).toEqual(await listed(third));
  expect(await listed(third)).toMatchObject([{ user_id: owner.userId, computer_name: "desk" }]);
  const told = world.mails(owner).filter(({ subject }) => subject.includes("was replaced"));
  expect(told.map(({ text }) => text.includes(leaked.slice(-5)))).toEqual([false, true]);
  for (const { text } of told) expect(text).not.toContain(third);
});

describe("an operator cannot make a key", () => {
  test.each<[string, Row, number, string | undefined]>([
    ["for an unknown user", { userId: "nobody" }, 404, undefined],
    ["without a user", { userId: undefined }, 400, "userId"],
    ["with more swaps a day than the limit", { maxDailySwaps: 11 }, 400, "maxDailySwaps"],
    ["for an unknown duration", { duration: "weekly" }, 400, "duration"],
  ])("%s", async (_what, change, status, field) => {
    const input = { userId: owner.userId, ...change } as { userId: string };
    const { status: said, body } = await world.operate("licenses/createLicenseKey", input);
    expect([said, status === 400 ? body.field : undefined]).toEqual([status, field]);
  });
});
