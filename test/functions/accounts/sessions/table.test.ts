import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { keepSession } from "../../../../functions/accounts/sessions/table.ts";
import { memoryDynamo } from "../../../support/memory/dynamo.ts";
import { network } from "../../../support/memory/network.ts";

beforeAll(() => void vi.stubEnv("TABLE_USERS", "users"));
afterAll(() => void vi.unstubAllEnvs());

test("a session is forgotten 90 days after its last use, as the privacy page says", async () => {
  const wire = network();
  const rows = memoryDynamo(wire);
  wire.plan();
  const at = "2026-11-25T09:00:00.000Z";
  await keepSession("ann", { id: "s1", device: null, country: "PT", signedInAt: at, lastUsedAt: at });
  const [row] = rows.of("users");
  expect(row?.expiresAtEpoch).toBe((Date.parse(at) + 90 * DAY) / SECOND);
});
