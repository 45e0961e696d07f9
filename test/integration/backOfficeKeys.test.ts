import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { replaceKey } from "#shared/licenses/customer.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import { newLicenseKey } from "../../functions/platform/random.ts";
import { call } from "../support/api.ts";
import { settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { auditedOf, callsOf, type OperatorBody, type Row } from "../support/operatorCalls.ts";
import { newEmail, type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { buy, computer } from "../support/shop.ts";

let operator: Person;
let buyer: Person;
let licenseKey: string;
const ask = callsOf(() => operator);
beforeAll(async () => {
  operator = await signUpOperator();
  buyer = await signUpPerson();
  ({ licenseKey } = await buy(buyer, "lifetime"));
  await settle();
});

describe("keys", () => {
  const listed = async (search: string) => (await ask("licenses/searchKeys", { search })).body.keys;

  test("are listed with their owner, and found by their beginning however it is typed", async () => {
    const typed = licenseKey.slice(0, 12).toLowerCase().replaceAll("-", " ");
    expect(await listed(typed)).toMatchObject([
      {
        license_key: maskKey(licenseKey),
        user_id: buyer.userId,
        user_email: buyer.email,
        is_active: true,
      },
    ]);
    const among = async (status: string) =>
      (await ask("licenses/searchKeys", { search: typed, status })).body.keys.length;
    expect([await among("active"), await among("inactive")]).toEqual([1, 0]);
    for (const sort of ["created_at", "license_key", "last_used_at"] as const)
      for (const status of [undefined, "active"] as const) {
        const { body } = await ask("licenses/listKeys", { sort, status, direction: "asc" });
        expect(body.keys.length).toBeGreaterThan(0);
        expect(body.total).toBeGreaterThan(0);
      }
  });

  test("one that is made, extended, switched off and on, taken back and given to another", async () => {
    const made = await ask("licenses/createLicenseKey", {
      userId: buyer.userId,
      duration: "yearly",
      maxDailySwaps: 3,
    });
    expect(made.body.key).toMatchObject({ user_id: buyer.userId, max_daily_swaps: 3, source: "manual" });
    const { licenseKey } = made.body;
    const keyId = String(made.body.key.id);
    await call("licenses/activate", { licenseKey, ...computer("desk") });
    await call("licenses/swapSeat", { licenseKey }, { token: buyer.accessToken });
    await call("licenses/activate", { licenseKey, ...computer("desk") });

    const endOf = ({ body }: { body: OperatorBody }) => Date.parse(String(body.key.expires_at));
    const extended = await ask("licenses/extendKey", { keyId, days: 10, requestId: randomUUID() });
    expect(endOf(extended) - endOf(made)).toBe(864_000_000);
    expect((await ask("licenses/resetSwaps", { keyId })).body.key).toMatchObject({
      swap_count_today: 0,
      total_swaps: 1,
    });
    const extras = {
      features: ["voices"],
      coveredVersion: "3.2",
      coveredUntil: "2030-01-01T23:59:59.000Z",
      metadata: { order: "A-17" },
    };
    const set = await ask("licenses/setEntitlements", { keyId, extras });
    expect(set.body.key).toMatchObject({ extras });
    const again = await call("licenses/activate", { licenseKey, ...computer("desk") });
    const [, claims = ""] = String(again.body.lease).split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString()).entitlements).toEqual({
      ...extras,
      coveredUntil: Date.parse(extras.coveredUntil) / 1000,
    });
    const wrong = { ...extras, features: ["No spaces, please"] };
    expect((await ask("licenses/setEntitlements", { keyId, extras: wrong })).status).toBe(400);

    const off = await ask("licenses/revokeKey", { keyId });
    expect(off.body.key).toMatchObject({ is_active: false, computer_name: null });
    expect((await ask("licenses/revokeKey", { keyId })).status).toBe(409);
    const { fingerprint } = computer("desk");
    const validate = () => call("licenses/validate", { licenseKey, fingerprint });
    expect((await validate()).body.code).toBe("INACTIVE");
    expect((await ask("licenses/reactivateKey", { keyId })).body.key.is_active).toBe(true);

    // The next owner gets another string: the last one still knows the first.
    const back = await ask("licenses/unassignLicenseKey", { keyId });
    expect(back.body.key).toMatchObject({ user_id: null, user_email: null });
    expect((await validate()).body.code).toBe("NOT_FOUND");
    expect((await ask("licenses/revokeKey", { keyId })).status).toBe(404);
    const nextId = String(back.body.key.id);
    expect((await ask("licenses/revokeKey", { keyId: nextId })).body.key).toMatchObject({
      user_id: null,
      is_active: false,
    });
    expect((await ask("licenses/revokeKey", { keyId: nextId })).status).toBe(409);
    const later = await ask("licenses/extendKey", { keyId: nextId, days: 5, requestId: randomUUID() });
    expect(endOf(later) - endOf(extended)).toBe(432_000_000);
    await settle();
    const { expires_at } = later.body.key;
    expect(await listed(licenseKey)).toEqual([]);
    expect((await ask("licenses/reactivateKey", { keyId: nextId })).body.key.is_active).toBe(true);
    const other = await signUpPerson(newEmail("other"));
    const assign = { licenseKeyId: nextId, userId: other.userId };
    expect((await ask("licenses/assignLicenseKey", assign)).body.key).toMatchObject({
      user_email: other.email,
      is_active: true,
      expires_at,
    });
    expect((await ask("licenses/assignLicenseKey", assign)).status).toBe(409);
    await settle();
    const next = await ask("licenses/showKey", { keyId: nextId });
    expect(await listed(next.body.licenseKey)).toMatchObject([{ id: nextId, user_id: other.userId }]);
    expect((await validate()).body.code).toBe("NOT_FOUND");
    expect((await call("licenses/activate", { licenseKey, ...computer("desk") })).body.code).toBe(
      "NOT_FOUND",
    );
    expect(
      (await call("licenses/activate", { licenseKey: next.body.licenseKey, ...computer("new") })).body.code,
    ).toBe("VALID");
    for (const action of [
      "createLicenseKey",
      "extendKey",
      "resetSwaps",
      "revokeKey",
      "setEntitlements",
      "unassignLicenseKey",
    ] as const)
      expect((await auditedOf(ask, buyer.userId, `licenses/${action}`)).length, action).toBe(1);
  });

  test("one that leaked is replaced by its owner and by an operator", async () => {
    const owner = await signUpPerson(newEmail("leaked"));
    const { licenseKey: leaked, sessionId } = await buy(owner, "lifetime");
    const token = { token: owner.accessToken };
    const own = await call("licenses/replaceKey", { licenseKey: leaked }, token);
    const { seat: successor } = replaceKey.output.parse(own.body);
    const second = successor.license_key;
    const { body } = await ask("licenses/replaceCustomerKey", { keyId: second });
    const shown = await ask("licenses/showKey", { keyId: String(body.key.id) });
    const third = shown.body.licenseKey;
    for (const licenseKey of [leaked, second])
      expect((await call("licenses/activate", { licenseKey, ...computer("thief") })).body.code).toBe(
        "REPLACED",
      );
    const { fingerprint } = computer("thief");
    for (const [key, code] of [
      [leaked, "REPLACED"],
      [newLicenseKey(), "NOT_FOUND"],
    ] as const)
      expect((await call("licenses/explain", { licenseKey: key, fingerprint })).body.code).toBe(code);
    expect((await call("licenses/activate", { licenseKey: third, ...computer("desk") })).body.code).toBe(
      "VALID",
    );
    expect((await call("billing/getCheckout", { sessionId }, token)).body.licenseKey).toBe(third);
    await settle();
    expect(await listed(leaked)).toEqual([]);
    expect(await listed(third)).toMatchObject([{ user_id: owner.userId, computer_name: "desk" }]);
    const told = (await mailTo(owner.email)).filter(({ subject }) => subject.includes("was replaced"));
    expect(told.map(({ text }) => text.includes(leaked.slice(-5)))).toEqual([false, true]);
    for (const { text } of told) expect(text).not.toContain(third);
  });

  test("a key for an unknown user, or out of bounds, is refused", async () => {
    const make = (input: Row) => ask("licenses/createLicenseKey", { userId: buyer.userId, ...input });
    expect((await make({ userId: "nobody" })).status).toBe(404);
    expect((await make({ userId: undefined })).body).toMatchObject({
      code: "VALIDATION_ERROR",
      field: "userId",
    });
    expect((await make({ maxDailySwaps: 11 })).body.field).toBe("maxDailySwaps");
    expect((await make({ duration: "weekly" })).body.field).toBe("duration");
  });
});
