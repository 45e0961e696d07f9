import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { refreshEntries } from "../../../functions/directory/table.ts";
import { freeGrant } from "../../../functions/grants/grantRules.ts";
import { loadAlert, loadKey } from "../../../functions/insights/entryTable.ts";
import { handler } from "../../../functions/insights/project.ts";
import { licenseOf } from "../../../functions/licenses/rules.ts";
import { createLicense } from "../../../functions/licenses/table.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { createUser } from "../../../functions/users/table.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { streamRecord } from "../../support/streamRecord.ts";

const NOW = new Date("2026-11-22T10:00:00.000Z");
const OLD = "ann@example.com";
const NEW = "ann@new.example";
const TABLES = ["users", "seats", "grants", "alerts", "directory", "insights", "events"];
const KEYS = Array.from({ length: 27 }, (_, at) => `KEY${at}`);
const ALERT = {
  pk: "ann",
  sk: "open#many_computers",
  id: "a1",
  userId: "ann",
  type: "multiple_logins",
  severity: "high",
  description: "More than 4 computers of one key.",
  metadata: {},
  count: 1,
  createdAt: NOW.toISOString(),
  lastSeenAt: NOW.toISOString(),
  state: "open",
  resolvedBy: null,
  resolvedAt: null,
  note: null,
  version: 1,
};

let rows: Rows;
beforeAll(() => {
  for (const name of TABLES) vi.stubEnv(`TABLE_${name.toUpperCase()}`, name);
  vi.stubEnv("FUNCTION_ID", "insights/project");
  vi.spyOn(console, "info").mockReturnValue();
  rows = memoryDynamo(network());
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
beforeEach(async () => {
  rows.clear();
  await createUser(newAccount("ann", OLD, NOW));
  rows.put("alerts", ALERT);
  const licenses = KEYS.map((key) => licenseOf(freeGrant("ann", key, NOW), key, NOW));
  await transact(licenses.map(createLicense));
  await refreshEntries(["alert#a1"], () => loadAlert("ann", "a1"));
  for (const key of KEYS) await refreshEntries([`key#${key}`], () => loadKey(key, NOW));
});

function moved(change: object): { before: object; after: object } {
  const before = rows.of("users").find(({ sk }) => sk === "account") ?? {};
  const after = { ...before, ...change };
  rows.put("users", after as Parameters<Rows["put"]>[1]);
  return { before, after };
}
const follow = (change: { before: object; after: object }) =>
  handler({ Records: [streamRecord(change, 1)] } as never, { awsRequestId: "request" } as Context);
const listed = (kind: "key" | "alert") =>
  rows.of("directory").filter(({ pk, sk }) => sk === "entry" && String(pk).startsWith(`${kind}#`));
const addresses = (kind: "key" | "alert") =>
  new Set(listed(kind).map(({ row }) => (row as { user_email: unknown }).user_email));

test("a changed address reaches all keys and alerts in lists and search", async () => {
  expect([addresses("key"), addresses("alert")]).toEqual([new Set([OLD]), new Set([OLD])]);
  await follow(moved({ email: NEW }));
  expect([addresses("key"), addresses("alert")]).toEqual([new Set([NEW]), new Set([NEW])]);
  expect(listed("key")).toHaveLength(KEYS.length);
  expect(listed("alert")).toMatchObject([{ name: NEW }]);
});

test("a sign-in changes the account's row, but refreshes no keys or alerts", async () => {
  moved({ email: NEW });
  await follow(moved({ lastSignInAt: NOW.toISOString() }));
  expect([addresses("key"), addresses("alert")]).toEqual([new Set([OLD]), new Set([OLD])]);
});
