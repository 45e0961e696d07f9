import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AlertRow } from "#shared/security/alertRow.ts";
import { transact, WriteConflict } from "../../../functions/platform/dynamo.ts";
import { alertRow } from "../../../functions/security/alertRowRules.ts";
import { closeAlert, findAlert } from "../../../functions/security/table.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

let rows: Rows;
beforeAll(() => {
  vi.stubEnv("TABLE_ALERTS", "Alerts");
  rows = memoryDynamo(network());
});
afterAll(() => vi.unstubAllEnvs());

const AT = "2026-11-20T12:00:00.000Z";
const STORED = {
  pk: "u1",
  id: "a1",
  userId: "u1",
  description: "Something else.",
  metadata: {},
  count: 1,
  createdAt: AT,
  lastSeenAt: AT,
  state: "open",
  resolvedBy: null,
  resolvedAt: null,
  note: null,
  version: 1,
};

test.each([
  ["without a type and a severity", { sk: "open#" }],
  ["of an unknown type and severity", { sk: "open#tampering", type: "tampering", severity: "dire" }],
])("a stored alert %s reads as unusual_activity and low, and can be resolved", async (_what, stored) => {
  rows.clear();
  const put = { Put: { TableName: "Alerts", Item: { ...STORED, ...stored } } };
  await transact([put]);
  const found = await findAlert("u1", "a1");
  if (!found) throw new Error("not found");
  expect(alertRow(found, null)).toMatchObject({ alert_type: "unusual_activity", severity: "low" });
  await transact(closeAlert(found, { ...found, state: "resolved", resolvedAt: AT }));
  expect(rows.of("Alerts").map(({ sk, state }) => [sk, state])).toEqual([["closed#a1", "resolved"]]);
  expect(await findAlert("u1", "a1")).toMatchObject({ state: "resolved", resolvedAt: AT });
});

test("an alert that was raised again is not closed by a call that read its earlier state", async () => {
  rows.clear();
  const stored = { ...STORED, sk: "open#key_sharing", type: "key_sharing", severity: "high" };
  rows.put("Alerts", stored);
  const found = await findAlert("u1", "a1");
  if (!found) throw new Error("not found");
  rows.put("Alerts", { ...stored, count: 2, version: 2 });
  const closing = transact(closeAlert(found, { ...found, state: "resolved", resolvedAt: AT }));
  await expect(closing).rejects.toThrow(WriteConflict);
  expect(rows.of("Alerts").map(({ state, count }) => [state, count])).toEqual([["open", 2]]);
});

test("a listed alert without a type and a severity reads as unusual_activity and low", () => {
  const row = { id: "a1", user_id: "u1", user_email: null, description: "", metadata: {}, count: 1 };
  const times = { created_at: AT, last_seen_at: AT, resolved_at: null };
  expect(AlertRow.parse({ ...row, ...times, resolved: false, resolved_by: null, note: null })).toMatchObject({
    alert_type: "unusual_activity",
    severity: "low",
  });
});
