import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { MINUTE, SECOND } from "#shared/instant.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import { newAccount } from "../../../../functions/accounts/rules.ts";
import { handler as activate } from "../../../../functions/licenses/activate.ts";
import { handler as answerSignIn } from "../../../../functions/licenses/answerSignIn.ts";
import { handler as getSignIn } from "../../../../functions/licenses/getSignIn.ts";
import { handler as pollSignIn } from "../../../../functions/licenses/pollSignIn.ts";
import { handler as startSignIn } from "../../../../functions/licenses/startSignIn.ts";
import { createLicense, findLicense } from "../../../../functions/licenses/table.ts";
import { transact } from "../../../../functions/platform/dynamo.ts";
import { newLicenseKey } from "../../../../functions/platform/random.ts";
import { memoryDynamo, type Rows } from "../../../support/memory/dynamo.ts";
import { network } from "../../../support/memory/network.ts";
import { memoryQueues } from "../../../support/memory/queue.ts";
import { ORIGIN_HASHES } from "../../../support/origin.ts";
import { LICENSE, later, NOW } from "../license.ts";

vi.mock("../../../../functions/platform/leases.ts", () => ({ signLease: async () => "a.b.c" }));

const wire = network();
const licenseKey = newLicenseKey();
let rows: Rows;
beforeAll(() => {
  const environment = {
    FUNCTION_ID: "licenses/startSignIn",
    ORIGIN_HASHES,
    SECOND_FACTOR: "optional",
    SITE_URL: "https://shop.example.com",
    LICENSE_ISSUER: "https://shop.example.com",
    SECURITY_QUEUE_URL: "security",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  for (const table of ["limits", "seats", "users"]) vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
  memoryQueues(wire, () => undefined);
});
beforeEach(async () => {
  rows.clear();
  vi.setSystemTime(NOW);
  for (const userId of ["ann", "bob"])
    rows.put("users", { pk: userId, sk: "account", ...newAccount(userId, `${userId}@example.com`, NOW) });
  await transact([createLicense({ ...LICENSE, licenseKey, userId: "ann" })]);
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function ask(handler: unknown, input: Record<string, unknown>, sub = "ann") {
  const claims = { sub, token_use: "access", auth_time: String(Date.now() / SECOND) };
  const event = {
    headers: {
      "content-type": "application/json",
      "x-origin-secret": "origin",
      "cloudfront-viewer-address": "203.0.113.24:1",
    },
    body: JSON.stringify(input),
    requestContext: { authorizer: { jwt: { claims } } },
  };
  const answer = await (handler as typeof activate)(event as never, { awsRequestId: "request" } as Context);
  const { statusCode, body } = answer as { statusCode: number; body: string };
  return { status: statusCode, ...JSON.parse(body) };
}
const named = (name: string) => ({
  fingerprint: `fingerprint-of-the-${name}`,
  computerName: name,
  os: "macOS 15",
  appVersion: "1.0",
});
const start = (name = "desk") => ask(startSignIn, named(name));
const poll = (deviceCode: string) => ask(pollSignIn, { deviceCode });
const approve = (code: string, more = {}) =>
  ask(answerSignIn, { code, answer: "approve", keyId: licenseKey, ...more });

test("a computer is activated without a key, and can ask again after a lost answer", async () => {
  const { deviceCode, userCode, verificationUriComplete, interval, expiresIn } = await start();
  expect([verificationUriComplete, interval, expiresIn]).toEqual([`/activate?code=${userCode}`, 5, 600]);
  vi.setSystemTime(later(5 * SECOND));
  expect(await poll(deviceCode)).toMatchObject({ status: "pending", interval: 5 });
  const { request } = await ask(getSignIn, { code: userCode.toLowerCase() });
  expect(request).toMatchObject({
    computer_name: "desk",
    ip_address: "203.0.113.24",
    is_same_network: true,
    choices: [{ key: maskKey(licenseKey), replaces: null, problem: null }],
  });
  expect(JSON.stringify(request)).not.toContain(licenseKey);
  expect((await approve(userCode, { keyId: request.choices[0].keyId })).status).toBe(200);
  const first = await poll(deviceCode);
  expect(first).toMatchObject({ status: "approved", licenseKey, leased: { code: "VALID" } });
  const again = await poll(deviceCode);
  expect(again.leased.refreshSecret).not.toBe(first.leased.refreshSecret);
  expect(await findLicense(licenseKey)).toMatchObject({
    device: { computerName: "desk", isByCode: true },
    totalSwaps: 0,
  });
});

test("approving a seat that another computer has requires a swap", async () => {
  await ask(activate, { licenseKey, ...named("laptop") });
  const { deviceCode, userCode } = await start();
  expect(await approve(userCode)).toMatchObject({ code: "SEAT_TAKEN" });
  expect((await findLicense(licenseKey))?.device?.computerName).toBe("laptop");
  expect((await approve(userCode, { swap: true })).status).toBe(200);
  expect((await approve(userCode, { swap: true })).status).toBe(200);
  expect(await findLicense(licenseKey)).toMatchObject({ device: null, totalSwaps: 1 });
  expect((await poll(deviceCode)).status).toBe("approved");
});

test("a denied computer gets nothing, and its code stops working", async () => {
  const { deviceCode, userCode } = await start();
  expect((await ask(answerSignIn, { code: userCode, answer: "deny" })).status).toBe(200);
  expect(await poll(deviceCode)).toEqual({
    status: "denied",
    interval: 5,
    serverTime: expect.any(String),
  });
  expect(await approve(userCode)).toMatchObject({ code: "NOT_FOUND", field: "code" });
});

test("a stranger's seat cannot be given away, and an approval must name a seat", async () => {
  const { userCode } = await start();
  const of = (more: object) => ask(answerSignIn, { code: userCode, answer: "approve", ...more }, "bob");
  expect(await of({ keyId: licenseKey })).toMatchObject({ code: "NOT_FOUND" });
  expect(await of({})).toMatchObject({ code: "VALIDATION_ERROR", field: "keyId" });
});

test("a device code with a missing or wrong secret is answered as expired", async () => {
  const { userCode } = await start();
  await approve(userCode);
  for (const wrong of [userCode, `${userCode}.guess`, "x", ".", `${userCode}.`])
    expect(await poll(wrong)).toMatchObject({ status: "expired", interval: 5 });
});

test("a person's twenty-first code within ten minutes is refused, even if it is right", async () => {
  const { userCode } = await start();
  for (let tries = 0; tries < 20; tries += 1)
    expect((await ask(getSignIn, { code: "BBBB-BBBB" }, "bob")).code).toBe("NOT_FOUND");
  expect(await ask(getSignIn, { code: userCode }, "bob")).toMatchObject({
    status: 429,
    code: "RATE_LIMITED",
  });
  expect((await ask(getSignIn, { code: userCode })).status).toBe(200);
  vi.setSystemTime(later(10 * MINUTE));
  expect((await ask(getSignIn, { code: "BBBB-BBBB" }, "bob")).code).toBe("NOT_FOUND");
});

test("a network address can start at most a hundred sign-ins within ten minutes", async () => {
  for (let tries = 0; tries < 100; tries += 1) expect((await start()).status).toBe(200);
  expect(await start()).toMatchObject({ status: 429, code: "RATE_LIMITED" });
});

test("the stored rows do not contain the secret of the device code", async () => {
  const { deviceCode } = await start();
  expect(JSON.stringify(rows.of("limits"))).not.toContain(deviceCode.split(".")[1]);
});
