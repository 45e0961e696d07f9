import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DAY } from "#shared/instant.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { newAccount } from "../../../../functions/accounts/rules.ts";
import { freeGrant } from "../../../../functions/grants/grantRules.ts";
import { createGrant, getGrant, listGrants } from "../../../../functions/grants/table.ts";
import { handler as activate } from "../../../../functions/licenses/activate.ts";
import { handler as replaceCustomerKey } from "../../../../functions/licenses/replaceCustomerKey.ts";
import { handler as replaceKey } from "../../../../functions/licenses/replaceKey.ts";
import { replacementMail } from "../../../../functions/licenses/replacement/rules.ts";
import { putStock } from "../../../../functions/licenses/stockTable.ts";
import { handler as swapSeat } from "../../../../functions/licenses/swapSeat.ts";
import { createLicense, entitle, findLicense, toLicense } from "../../../../functions/licenses/table.ts";
import { handler as validate } from "../../../../functions/licenses/validate.ts";
import { transact, WriteConflict } from "../../../../functions/platform/dynamo.ts";
import { keyIdOf } from "../../../../functions/platform/keyId.ts";
import { newLicenseKey } from "../../../../functions/platform/random.ts";
import { memoryDynamo, type Rows } from "../../../support/memory/dynamo.ts";
import { network } from "../../../support/memory/network.ts";
import { operatorClaims, operatorRow } from "../../../support/memory/operator.ts";
import { memoryQueues } from "../../../support/memory/queue.ts";
import { ORIGIN_HASHES } from "../../../support/origin.ts";
import { LICENSE, NOW } from "../license.ts";

const wire = network();
const keyId = newLicenseKey();
let rows: Rows;
let mails: Mail[];
beforeAll(() => {
  const environment = {
    FUNCTION_ID: "licenses/replaceKey",
    ORIGIN_HASHES,
    SECOND_FACTOR: "optional",
    SITE_URL: "https://shop.example.com",
    LICENSE_ISSUER: "https://shop.example.com",
    SECURITY_QUEUE_URL: "security",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  for (const table of ["audit", "grants", "limits", "seats", "users"])
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
  memoryQueues(wire, () => {});
  // Follows the table as customers/announceChanges does.
  rows.follow(({ table, before, after }) => {
    if (table !== "seats" || before !== undefined || after?.sk !== "license") return;
    const mail = replacementMail(toLicense(after));
    if (mail) mails.push(mail);
  });
});
beforeEach(async () => {
  wire.turn = undefined;
  mails = [];
  rows.clear();
  vi.setSystemTime(NOW);
  for (const userId of ["op", "ann", "bob"])
    rows.put("users", { pk: userId, sk: "account", ...newAccount(userId, `${userId}@example.com`, NOW) });
  rows.put("users", operatorRow("op"));
  const grant = freeGrant("ann", keyId, NOW);
  await transact([
    createGrant(grant),
    createLicense({ ...LICENSE, licenseKey: keyId, userId: "ann", grantId: grant.id }),
  ]);
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function ask(
  handler: typeof replaceKey | typeof validate,
  input: Record<string, unknown>,
  sub = "ann",
) {
  const claims =
    sub === "op"
      ? operatorClaims("op", Date.now() / 1000)
      : { sub, token_use: "access", auth_time: String(Date.now() / 1000) };
  const event = {
    headers: { "content-type": "application/json", "x-origin-secret": "origin" },
    body: JSON.stringify(input),
    requestContext: { authorizer: { jwt: { claims } } },
  };
  const answer = await handler(event as never, { awsRequestId: "request" } as Context);
  const { statusCode, body } = answer as { statusCode: number; body: string };
  return { status: statusCode, body: JSON.parse(body) };
}
const replace = async (licenseKey: string) => {
  const { status, body } = await ask(replaceKey, { licenseKey });
  expect(status).toBe(200);
  return String(body.seat.license_key);
};
const fingerprint = "fingerprint-of-the-desk";
const codeOf = async (licenseKey: string) => (await ask(validate, { licenseKey, fingerprint })).body.code;

test("the old key is answered with REPLACED immediately, and the grant has the new key", async () => {
  const successor = await replace(keyId);
  expect(successor).not.toBe(keyId);
  expect(await codeOf(keyId)).toBe("REPLACED");
  const taken = await ask(activate, {
    licenseKey: keyId,
    fingerprint,
    computerName: "desk",
    os: "macOS",
    appVersion: "1",
  });
  expect(taken).toMatchObject({ status: 403, body: { code: "REPLACED" } });
  expect(await codeOf(successor)).toBe("FINGERPRINT_MISMATCH");
  expect(await getGrant("ann", "free")).toMatchObject({ licenseKey: successor, version: 2 });
  expect(await findLicense(successor)).toMatchObject({
    earlierKeys: [{ licenseKey: keyId, by: "customer" }],
  });
});

test("every grant of the old key gets the new key, and other grants keep theirs", async () => {
  const other = newLicenseKey();
  for (const [id, licenseKey] of [
    ["ended", keyId],
    ["other", other],
  ] as const)
    await transact([createGrant({ ...freeGrant("ann", licenseKey, NOW), id })]);
  const successor = await replace(keyId);
  expect(await getGrant("ann", "ended")).toMatchObject({ licenseKey: successor });
  expect(await getGrant("ann", "other")).toMatchObject({ licenseKey: other });
});

test("the row of the old key does not name the owner", async () => {
  await replace(keyId);
  const old = rows.of("seats").find(({ pk }) => pk === keyId);
  expect(Object.keys(old ?? {}).sort()).toEqual(["licenseKey", "pk", "replacedAt", "sk", "successor"]);
});

test("a repeated request returns the same new key and sends one mail", async () => {
  const successor = await replace(keyId);
  expect(await replace(keyId)).toBe(successor);
  expect(mails.map(({ id }) => id)).toEqual([`key-replaced:${LICENSE.id}:1`]);
});

test("two simultaneous requests replace a key once", async () => {
  wire.turn = async ({ operation }) => {
    if (operation !== "TransactWriteItems") return;
    wire.turn = undefined;
    await replace(keyId);
  };
  const successor = await replace(keyId);
  expect((await findLicense(successor))?.earlierKeys).toHaveLength(1);
  expect((await listGrants("ann")).map(({ licenseKey }) => licenseKey)).toEqual([successor]);
});

test("a stranger gets NOT_FOUND before and after a replacement, and changes nothing", async () => {
  expect(await ask(replaceKey, { licenseKey: keyId }, "bob")).toMatchObject({ status: 404 });
  await replace(keyId);
  expect(await ask(replaceKey, { licenseKey: keyId }, "bob")).toMatchObject({ status: 404 });
  expect(mails).toHaveLength(1);
});

test("a fourth replacement within a year is refused to the customer, but not to an operator", async () => {
  let licenseKey = keyId;
  for (let day = 1; day <= 3; day += 1) {
    vi.setSystemTime(NOW.getTime() + day * DAY);
    licenseKey = await replace(licenseKey);
  }
  expect(await ask(replaceKey, { licenseKey })).toMatchObject({
    status: 429,
    body: {
      code: "REPLACEMENT_LIMIT",
      details: { replacements_left: 0, next_replacement_at: "2027-03-16T12:00:00.000Z" },
    },
  });
  expect(await ask(replaceCustomerKey, { keyId: licenseKey }, "op")).toMatchObject({ status: 200 });
  expect(await codeOf(licenseKey)).toBe("REPLACED");
});

test("an operator's replacement is audited once and mailed as a change by support", async () => {
  const { body } = await ask(replaceCustomerKey, { keyId }, "op");
  await ask(replaceCustomerKey, { keyId }, "op");
  expect(body.key).toMatchObject({ user_id: "ann", user_email: "ann@example.com" });
  expect(rows.of("audit")).toMatchObject([
    {
      action: "licenses/replaceCustomerKey",
      subject: `key#${keyIdOf(keyId)}`,
      userId: "ann",
      before: { key: maskKey(keyId) },
      after: { key: body.key.license_key, successor: `key#${body.key.id}` },
    },
  ]);
  expect(mails[0]?.data).toMatchObject({ who: "Our support team" });
});

test("an unassigned or unknown key cannot be replaced", async () => {
  const stock = newLicenseKey();
  const { entitlement, maxDailySwaps, totalSwaps, activationCount, assignedAt: createdAt } = LICENSE;
  await transact([
    putStock({
      licenseKey: stock,
      entitlement,
      maxDailySwaps,
      totalSwaps,
      activationCount,
      createdAt,
      leases: [],
      extras: null,
    }),
  ]);
  expect(await ask(replaceCustomerKey, { keyId: stock }, "op")).toMatchObject({ status: 409 });
  expect(await ask(replaceCustomerKey, { keyId: newLicenseKey() }, "op")).toMatchObject({ status: 404 });
});

test("a webhook's write to the old key is refused as a conflict", async () => {
  await replace(keyId);
  const { grantId, source, entitlement } = LICENSE;
  await expect(transact([entitle(keyId, { grantId, source, entitlement })])).rejects.toThrow(WriteConflict);
});

test("a request with the old key is refused with REPLACED", async () => {
  await replace(keyId);
  expect(await ask(swapSeat, { licenseKey: keyId })).toMatchObject({
    status: 403,
    body: { code: "REPLACED" },
  });
});
