import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Alert } from "#shared/security/alert.ts";
import { alertRow } from "../../../functions/security/alertRowRules.ts";
import { handler as resolveAlert } from "../../../functions/security/resolveAlert.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

vi.mock("../../../functions/http/http.ts", () => ({ http: () => (handle: unknown) => handle }));

const AT = "2026-11-20T12:00:00.000Z";
const ALERT: Alert = {
  id: "a1",
  userId: "ann",
  type: "key_sharing",
  severity: "high",
  description: "More than 4 computers of one key in 7 days.",
  metadata: {},
  count: 2,
  createdAt: AT,
  lastSeenAt: AT,
  state: "open",
  resolvedBy: null,
  resolvedAt: null,
  note: null,
  version: 2,
};
type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
const resolve = (input: object) =>
  (resolveAlert as unknown as Handler)({
    input: { id: ALERT.id, note: "", ...input },
    caller: { userId: "op", operator: { email: "op@example.com" } },
    now: new Date(AT),
  });

const wire = network();
let rows: Rows;
beforeAll(() => {
  for (const table of ["Alerts", "Audit", "Directory"]) vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  rows = memoryDynamo(wire);
  wire.plan();
});
beforeEach(() => {
  rows.clear();
  rows.put("Alerts", { pk: ALERT.userId, sk: "open#key_sharing", ...ALERT });
  // The list's entry is older than the alert.
  const row = alertRow({ ...ALERT, count: 1 }, "ann@example.com");
  rows.put("Directory", { pk: `alert#${ALERT.id}`, sk: "entry", sums: [], version: 1, row });
});
afterAll(() => vi.unstubAllEnvs());
const states = () => rows.of("Alerts").map(({ state }) => state);

test("an alert that was raised again stays open until the operator has seen it", async () => {
  await expect(resolve({ seen: 1 })).rejects.toMatchObject({
    code: "CONFLICT",
    message: "This alert was raised again in the meantime. Look at it first.",
  });
  expect(states()).toEqual(["open"]);
  expect(rows.of("Audit")).toEqual([]);
  expect(await resolve({ seen: 2 })).toMatchObject({ alert: { resolved: true, count: 2 } });
  expect(states()).toEqual(["resolved"]);
});

test("a call that does not say which findings the operator has seen resolves the alert", async () => {
  await resolve({});
  expect(states()).toEqual(["resolved"]);
});

test("resolving an alert twice is refused with the reason", async () => {
  await resolve({});
  await expect(resolve({ seen: 1 })).rejects.toMatchObject({ message: "This alert is already resolved." });
});
