import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { maskKey } from "#shared/licenses/masked.ts";
import type { Entitlement } from "#shared/licenses/standing.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler as assignLicenseKey } from "../../../functions/licenses/assignLicenseKey.ts";
import { handler as extendKey } from "../../../functions/licenses/extendKey.ts";
import { handler as reactivateKey } from "../../../functions/licenses/reactivateKey.ts";
import { handler as revokeKey } from "../../../functions/licenses/revokeKey.ts";
import { findStock, putStock } from "../../../functions/licenses/stockTable.ts";
import { findKey, findLicense } from "../../../functions/licenses/table.ts";
import { handler as unassignLicenseKey } from "../../../functions/licenses/unassignLicenseKey.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { keyIdOf, licenseKeyOf } from "../../../functions/platform/keyId.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { operatorClaims, operatorRow } from "../../support/memory/operator.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";
import { LICENSE, later, NOW } from "./license.ts";

const { licenseKey: keyId, entitlement } = LICENSE;
const END = later(1000).toISOString();
const TEN_DAYS = 864_000_000;

const wire = network();
let rows: Rows;
beforeAll(() => {
  const environment = {
    FUNCTION_ID: "licenses/revokeKey",
    ORIGIN_HASHES,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  for (const table of ["audit", "events", "grants", "seats", "users"])
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.spyOn(Math, "random").mockReturnValue(0);
  for (const level of ["info", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
});
beforeEach(() => {
  wire.turn = undefined;
  rows.clear();
  rows.put("users", operatorRow("op"));
  rows.put("users", { pk: "ann", sk: "account", ...newAccount("ann", "ann@example.com", NOW) });
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const store = (change: Partial<Entitlement> = {}) =>
  transact([
    putStock({
      licenseKey: keyId,
      entitlement: { ...entitlement, tier: "pro", expiresAt: END, ...change },
      maxDailySwaps: 3,
      totalSwaps: 2,
      activationCount: 1,
      createdAt: LICENSE.assignedAt,
      leases: [],
      extras: null,
    }),
  ]);

async function ask(handler: typeof revokeKey, input: Record<string, unknown>) {
  const claims = operatorClaims("op", NOW.getTime() / 1000);
  const event = {
    headers: { "content-type": "application/json", "x-origin-secret": "origin" },
    body: JSON.stringify(input),
    requestContext: { authorizer: { jwt: { claims } } },
  };
  const answer = await handler(event as never, { awsRequestId: "request" } as Context);
  return { status: answer.statusCode, body: JSON.parse(String(answer.body)) };
}
let dialogs = 0;
const extend = (days: number) => {
  dialogs += 1;
  return ask(extendKey, { keyId, days, requestId: `dialog-${dialogs}` });
};
const assign = () => ask(assignLicenseKey, { licenseKeyId: keyId, userId: "ann" });
const worth = async () => (await findStock(keyId))?.entitlement;
const audited = () => rows.of("audit").map(({ action, before, after }) => ({ action, before, after }));

test("an unassigned key can be switched off and on again, each once and with an audit entry", async () => {
  await store();
  const off = await ask(revokeKey, { keyId });
  expect(off).toMatchObject({
    status: 200,
    body: { key: { id: keyIdOf(keyId), user_id: null, is_active: false } },
  });
  expect(await worth()).toMatchObject({ active: false, expiresAt: END });
  expect(await ask(revokeKey, { keyId })).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  expect((await ask(reactivateKey, { keyId })).body.key.is_active).toBe(true);
  expect(await worth()).toMatchObject({ active: true, expiresAt: END });
  expect((await ask(reactivateKey, { keyId })).status).toBe(409);
  expect(audited()).toMatchObject([
    { action: "licenses/revokeKey", before: { user: null, active: true }, after: { active: false } },
    { action: "licenses/reactivateKey", before: { user: null, active: false }, after: { active: true } },
  ]);
});

test.each([
  ["its end", END],
  ["now if its end is past", later(-TEN_DAYS).toISOString()],
])("an unassigned key is extended from %s", async (_from, expiresAt) => {
  await store({ expiresAt });
  const expires_at = new Date(Math.max(Date.parse(expiresAt), NOW.getTime()) + TEN_DAYS).toISOString();
  expect((await extend(10)).body.key).toMatchObject({ user_id: null, expires_at });
  expect(await worth()).toMatchObject({ active: true, expiresAt: expires_at });
  expect(audited()).toMatchObject([{ before: { expiresAt }, after: { expiresAt: expires_at } }]);
});

test.each(["refused", "lost"] as const)(
  "one dialog extends an unassigned key once even if the first request fails at one of its calls (%s)",
  async (mode) => {
    await store();
    const press = () => ask(extendKey, { keyId, days: 10, requestId: "one-dialog" });
    const restore = rows.keep();
    wire.plan();
    await press();
    const { length } = wire.calls;
    const expires_at = new Date(Date.parse(END) + TEN_DAYS).toISOString();
    for (let at = 0; at < length; at += 1) {
      restore();
      wire.plan({ at, mode });
      await press();
      wire.plan();
      for (const answer of [await press(), await press()])
        expect(answer, `call ${at}`).toMatchObject({ status: 200, body: { key: { expires_at } } });
      expect(audited(), `call ${at}`).toHaveLength(1);
    }
    const other = await ask(extendKey, { keyId, days: 11, requestId: "one-dialog" });
    expect(other).toMatchObject({ status: 409, body: { field: "requestId" } });
    expect(await worth()).toMatchObject({ expiresAt: expires_at });
  },
);

test("one dialog that is sent twice at once extends an unassigned key once", async () => {
  await store();
  const press = () => ask(extendKey, { keyId, days: 10, requestId: "one-dialog" });
  before(press);
  expect((await press()).status).toBe(200);
  expect(await worth()).toMatchObject({ expiresAt: new Date(Date.parse(END) + TEN_DAYS).toISOString() });
  expect(audited()).toHaveLength(1);
});

test("a key without an end or an unknown key cannot be extended", async () => {
  expect((await extend(10)).status).toBe(404);
  expect((await ask(revokeKey, { keyId })).status).toBe(404);
  await store({ expiresAt: null });
  expect(await extend(10)).toMatchObject({
    status: 409,
    body: { error: "This key has no end date." },
  });
  expect(audited()).toEqual([]);
});

test("the new owner gets the key with the state and the end that the operator has set", async () => {
  await store();
  await extend(10);
  await ask(revokeKey, { keyId });
  expect((await assign()).status).toBe(200);
  const left = { active: false, expiresAt: new Date(Date.parse(END) + TEN_DAYS).toISOString() };
  expect(await findLicense(keyId)).toMatchObject({ userId: "ann", entitlement: left });
  expect(rows.of("grants")).toMatchObject([{ userId: "ann", entitlement: left }]);
});

/** Runs `other` between the next call's reads and its write. */
function before(other: () => Promise<unknown>): void {
  wire.turn = async ({ operation }) => {
    if (operation !== "TransactWriteItems") return;
    wire.turn = undefined;
    await other();
  };
}

test("a key that is switched off during its assignment is assigned and off", async () => {
  await store();
  before(() => ask(revokeKey, { keyId }));
  expect((await assign()).status).toBe(200);
  expect(await findLicense(keyId)).toMatchObject({ entitlement: { active: false } });
});

test("a key that is assigned while an operator switches it off is assigned and off", async () => {
  await store();
  before(assign);
  expect((await ask(revokeKey, { keyId })).body.key).toMatchObject({ user_id: "ann", is_active: false });
  expect(await findStock(keyId)).toBeUndefined();
});

test("a key that is extended while an operator switches it off is extended and off", async () => {
  await store();
  before(() => extend(10));
  expect((await ask(revokeKey, { keyId })).status).toBe(200);
  expect(await worth()).toMatchObject({
    active: false,
    expiresAt: new Date(Date.parse(END) + TEN_DAYS).toISOString(),
  });
});

test("switching a key off fails if the key loses its owner in the meantime and gets a new string", async () => {
  await store();
  before(async () => {
    await assign();
    await ask(unassignLicenseKey, { keyId });
  });
  expect((await ask(revokeKey, { keyId })).status).toBe(404);
  expect(rows.of("seats")).toMatchObject([{ sk: "stock", entitlement: { active: true } }]);
});

test("the previous owner's key string never works again, and the next owner gets a new string", async () => {
  await store();
  await assign();
  const { body } = await ask(unassignLicenseKey, { keyId });
  const { id } = body.key;
  expect(id).not.toBe(keyIdOf(keyId));
  expect(audited().at(-1)).toMatchObject({
    before: { key: maskKey(keyId), user: "ann" },
    after: { key: body.key.license_key, user: null, successor: `key#${id}` },
  });
  expect((await ask(assignLicenseKey, { licenseKeyId: keyId, userId: "ann" })).status).toBe(404);
  expect((await ask(assignLicenseKey, { licenseKeyId: id, userId: "ann" })).status).toBe(200);
  expect(await findKey(keyId)).toBeUndefined();
  expect(rows.of("seats")).toMatchObject([{ licenseKey: licenseKeyOf(id), userId: "ann" }]);
  expect(rows.of("grants")).toMatchObject([{ licenseKey: licenseKeyOf(id), userId: "ann" }]);
});

test("the previous owner's running leases still count for the next owner, without fingerprints", async () => {
  await store();
  await assign();
  const before = await findLicense(keyId);
  const lease = { fingerprint: "laptop", endsAt: later(1000).toISOString(), isFull: true };
  rows.put("seats", { ...rows.of("seats").find(({ sk }) => sk === "license"), ...before, leases: [lease] });
  const { id } = (await ask(unassignLicenseKey, { keyId })).body.key;
  expect((await ask(assignLicenseKey, { licenseKeyId: id, userId: "ann" })).status).toBe(200);
  expect((await findLicense(licenseKeyOf(id)))?.leases).toEqual([{ ...lease, fingerprint: "" }]);
});
