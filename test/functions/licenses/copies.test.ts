import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Signal } from "#shared/security/signal.ts";
import { handler as report } from "../../../functions/activity/report.ts";
import { handler as deactivate } from "../../../functions/licenses/deactivate.ts";
import { activateDevice, refreshDevice } from "../../../functions/licenses/devices/rules.ts";
import { newLicenseKey, newSecret } from "../../../functions/platform/random.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { memoryQueues } from "../../support/memory/queue.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";
import { computer, LICENSE, NOW, proofOf } from "./license.ts";

const wire = network();
let rows: Rows;
let told: Signal[];
beforeAll(() => {
  const environment = {
    FUNCTION_ID: "licenses/deactivate",
    ORIGIN_HASHES,
    SECURITY_QUEUE_URL: "security",
    TABLE_SEATS: "seats",
    TABLE_ACTIVITY: "activity",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
  memoryQueues(wire, (_url, body) => void told.push(Signal.parse(JSON.parse(body))));
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const licenseKey = newLicenseKey();
const fingerprint = "fingerprint-of-the-desk";
const activationId = randomUUID();
const [used, latest] = [newSecret(), newSecret()];
const installed = { ...computer(fingerprint, NOW, activationId), secretHash: used.hash };
/** The license after its computer refreshed, which used up the first secret. */
const refreshed = refreshDevice(
  activateDevice({ ...LICENSE, licenseKey }, installed, NOW),
  proofOf(installed),
  latest.hash,
  NOW,
);

const row = { pk: licenseKey, sk: "license", ...refreshed };
beforeEach(() => {
  told = [];
  rows.clear();
  rows.put("seats", row);
});

const at = NOW.toISOString();
const entries = [{ id: "entry-number-1", type: "video_created", status: "success", at }];

async function codeOf(handler: typeof deactivate | typeof report, refreshSecret: string): Promise<unknown> {
  const body = JSON.stringify({ licenseKey, fingerprint, activationId, refreshSecret, sentAt: at, entries });
  const event = { headers: { "content-type": "application/json", "x-origin-secret": "origin" }, body };
  const answer = await handler(event as never, { awsRequestId: "request" } as Context);
  return JSON.parse((answer as unknown as { body: string }).body).code;
}

describe.each([
  ["reports its activity", report],
  ["gives up its seat", deactivate],
] as const)("an installation that %s", (_does, handler) => {
  test("with a used secret is refused and reported as one finding, even after several tries", async () => {
    expect(await codeOf(handler, used.secret)).toBe("CLONE_SUSPECTED");
    expect(await codeOf(handler, used.secret)).toBe("CLONE_SUSPECTED");
    const findings = told.flatMap((signal) => (signal.kind === "finding" ? signal.finding : []));
    expect(findings.map(({ type, userId }) => ({ type, userId }))).toEqual(
      Array(2).fill({ type: "key_sharing", userId: LICENSE.userId }),
    );
    expect(new Set(findings.map(({ id }) => id)).size).toBe(1);
    expect(rows.of("seats")).toEqual([row]);
    expect(rows.of("activity")).toEqual([]);
  });

  test("with the current secret alerts no one", async () => {
    expect(await codeOf(handler, latest.secret)).toBe("VALID");
    expect(told).toEqual([]);
  });
});
