import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DAY } from "#shared/instant.ts";
import { newAccount } from "../../../../functions/accounts/rules.ts";
import { activateDevice, refreshDevice } from "../../../../functions/licenses/devices/rules.ts";
import { handler as dismissCopy } from "../../../../functions/licenses/dismissCopy.ts";
import { handler as listSeats } from "../../../../functions/licenses/listSeats.ts";
import { handler as refresh } from "../../../../functions/licenses/refresh.ts";
import { handler as replaceKey } from "../../../../functions/licenses/replaceKey.ts";
import { createLicense, findLicense } from "../../../../functions/licenses/table.ts";
import { transact } from "../../../../functions/platform/dynamo.ts";
import { newLicenseKey, newSecret } from "../../../../functions/platform/random.ts";
import { memoryDynamo, type Rows } from "../../../support/memory/dynamo.ts";
import { network } from "../../../support/memory/network.ts";
import { memoryQueues } from "../../../support/memory/queue.ts";
import { ORIGIN_HASHES } from "../../../support/origin.ts";
import { computer, LICENSE, later, NOW, proofOf } from "../license.ts";

vi.mock("../../../../functions/platform/leases.ts", () => ({ signLease: async () => "a.b.c" }));

const wire = network();
const licenseKey = newLicenseKey();
const fingerprint = "fingerprint-of-the-desk";
const activationId = randomUUID();
const [used, latest] = [newSecret(), newSecret()];
let rows: Rows;
beforeAll(() => {
  const environment = {
    FUNCTION_ID: "licenses/refresh",
    ORIGIN_HASHES,
    SITE_URL: "https://shop.example.com",
    LICENSE_ISSUER: "https://shop.example.com",
    SECURITY_QUEUE_URL: "security",
    MAIL_QUEUE_URL: "mail",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  for (const table of ["limits", "grants", "seats", "users"])
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
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
  const installed = { ...computer(fingerprint, NOW, activationId), secretHash: used.hash };
  const seated = activateDevice({ ...LICENSE, licenseKey, userId: "ann" }, installed, NOW);
  await transact([createLicense(refreshDevice(seated, proofOf(installed), latest.hash, NOW))]);
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function ask(handler: unknown, input: Record<string, unknown>, sub = "ann") {
  const claims = { sub, token_use: "access", auth_time: String(Date.now() / 1000) };
  const event = {
    headers: { "content-type": "application/json", "x-origin-secret": "origin" },
    body: JSON.stringify(input),
    requestContext: { authorizer: { jwt: { claims } } },
  };
  const answer = await (handler as typeof refresh)(event as never, { awsRequestId: "request" } as Context);
  const { body } = answer as unknown as { body: string };
  return JSON.parse(body);
}
const refreshed = (refreshSecret: string) =>
  ask(refresh, { licenseKey, fingerprint, activationId, refreshSecret, attemptId: randomUUID() });
const suspected = async () => (await findLicense(licenseKey))?.copySuspectedAt;

test("a copy is refused each time, and the seat keeps the date of the first suspicion", async () => {
  expect((await refreshed(used.secret)).code).toBe("CLONE_SUSPECTED");
  vi.setSystemTime(later(DAY));
  expect((await refreshed(used.secret)).code).toBe("CLONE_SUSPECTED");
  expect(await suspected()).toBe(NOW.toISOString());
});

test("the computer that has the seat is not suspected of being a copy", async () => {
  expect((await refreshed(latest.secret)).code).toBe("VALID");
  expect(await suspected()).toBeNull();
});

test("the owner can dismiss the suspicion of a copy, and a stranger cannot", async () => {
  await refreshed(used.secret);
  expect((await ask(dismissCopy, { licenseKey }, "bob")).code).toBe("NOT_FOUND");
  expect(await suspected()).toBe(NOW.toISOString());
  expect((await ask(dismissCopy, { licenseKey })).seat.copy_suspected_at).toBeNull();
  expect(await suspected()).toBeNull();
});

test("a new key ends the suspicion of a copy", async () => {
  await refreshed(used.secret);
  const { seat } = await ask(replaceKey, { licenseKey });
  expect(seat.copy_suspected_at).toBeNull();
});

test("the list of seats shows the activation's address and whether the owner is in the same network", async () => {
  const { seats } = await ask(listSeats, {});
  expect(seats).toMatchObject([{ ip_address: "203.0.113.24", is_same_network: false }]);
});
