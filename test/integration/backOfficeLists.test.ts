import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { auditAddress } from "#shared/audit/entry.ts";
import type { EndpointId } from "#shared/endpoints.ts";
import { raiseAlert } from "../support/alerts.ts";
import { invocations } from "../support/control.ts";
import { auditedOf, callsOf, type OperatorBody, type Row } from "../support/operatorCalls.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";

let operator: Person;
let person: Person;
let licenseKey: string;
let keyId: string;
let alertId: string;
const ask = callsOf(() => operator);
const name = `desk${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  operator = await signUpOperator();
  person = await signUpPerson(`${name}@example.com`);
  const { userId } = person;
  const made = (await ask("licenses/createLicenseKey", { userId, duration: "yearly" })).body;
  licenseKey = made.licenseKey;
  keyId = String(made.key.id);
  alertId = await raiseAlert(userId);
});

test("a list that is filtered by an id has exactly that row, or no row for an unknown id", async () => {
  const [entry] = await auditedOf(ask, person.userId, "licenses/createLicenseKey");
  const linked: [EndpointId, keyof OperatorBody, unknown][] = [
    ["customers/listUsers", "users", person.userId],
    ["licenses/listKeys", "keys", keyId],
    ["security/listAlerts", "rows", alertId],
    ["audit/listAudit", "entries", auditAddress({ at: String(entry?.at), id: String(entry?.id) })],
  ];
  for (const [list, rows, id] of linked) {
    // The limit and other parameters have no effect on a search by id.
    const { body } = await ask(list, { id, limit: 1 });
    expect(body[rows], list).toHaveLength(1);
    expect(body.next).toBeNull();
    expect((await ask(list, { id: "none" })).body[rows], list).toEqual([]);
  }
  expect((await ask("customers/listUsers", { id: person.userId })).body.users[0]?.email).toBe(person.email);
});

test("a search finds a person by the beginning of the address or by the id, and a key by its text", async () => {
  const kinds = async (q: string) =>
    ((await ask("insights/searchAll", { q })).body.results as Row[]).map(({ kind, id }) => `${kind} ${id}`);
  expect(await kinds(name)).toEqual([`user ${person.userId}`]);
  expect(await kinds(licenseKey.toLowerCase())).toEqual([`key ${keyId}`]);
  expect(await kinds(person.userId)).toContain(`user ${person.userId}`);
  expect(await kinds("")).toEqual([]);
});

test("users, keys, alerts and the audit log can be downloaded as CSV with one header", async () => {
  for (const list of ["users", "license-keys", "alerts", "audit"] as const) {
    const { status, body } = await ask("insights/exportList", { list });
    expect(status).toBe(200);
    expect(body.csv.split("\r\n")).toHaveLength(body.rows + 2);
  }
});

describe("bad input", () => {
  const LISTS: EndpointId[] = ["customers/listUsers", "licenses/listKeys", "security/listAlerts"];
  test.each(LISTS)("%s answers an impossible page with 400", async (id) => {
    for (const limit of [0, -1, 26, 1e9, 1.5, Number.NaN])
      expect((await ask(id, { limit })).body, String(limit)).toMatchObject({
        code: "VALIDATION_ERROR",
        field: "limit",
      });
    for (const offset of [-1, 1e9]) expect((await ask(id, { offset })).body.field).toBe("offset");
    const foreign = Buffer.from(JSON.stringify({ pk: "a", sk: "b", list: "else", createdAt: "x" }));
    for (const cursor of ["nonsense", foreign.toString("base64url")])
      expect((await ask(id, { cursor })).body.field).toBe("cursor");
    const beyond = await ask(id, { offset: 1000 });
    expect(beyond.status).toBe(200);
  });

  test.each([
    ...["%", ".*", "🦊", "🦊".repeat(9), "İstanbul", "';--", "#"].map((text) => [text, text]),
    ["5,000 letters", "a".repeat(5000)],
  ])("a search for %s is not an error", async (_what, search) => {
    for (const id of [
      "customers/searchUsers",
      "licenses/searchKeys",
      "affiliates/searchAffiliates",
      "payouts/searchPayouts",
    ] as const)
      expect((await ask(id, { search })).status, id).toBe(200);
    expect((await ask("insights/searchAll", { q: search })).status).toBe(200);
  });
});

test.each<[EndpointId, Record<string, unknown>]>([
  ["licenses/listKeys", { sort: "computer_count" }],
  ["licenses/listKeys", { sort: "computer_count", status: "active" }],
  ["affiliates/listAffiliates", { sort: "pending_payout_cents" }],
  ["affiliates/listAffiliates", { sort: "pending_payout_cents", status: "active" }],
  ["payouts/listPayouts", { sort: "amount_cents" }],
  ["payouts/listPayouts", { sort: "amount_cents", status: "pending" }],
  ["payouts/searchPayouts", { search: "ann", status: "pending" }],
  ["audit/searchAudit", { search: "ann" }],
  ["audit/searchAudit", { search: "ann", userId: "00000000-0000-4000-8000-000000000000" }],
])("%s accepts %j", async (id, input) => {
  expect(await ask(id, input)).toMatchObject({ status: 200 });
});

test("a page of a list needs two round trips (first its Queries, then the caller with related rows), and each call of the Overview needs one", async () => {
  const asked = async (id: EndpointId, input = {}) => {
    await ask(id, input);
    const latest = (await invocations(id)).at(-1);
    return (latest?.calls ?? []).filter(({ service }) => service === "dynamodb").map((one) => one.operation);
  };
  for (const id of [
    "customers/listUsers",
    "licenses/listKeys",
    "security/listAlerts",
    "affiliates/listAffiliates",
    "payouts/listPayouts",
    "payouts/listPayoutRequests",
    "audit/listAudit",
  ] as const)
    expect(await asked(id)).toEqual(["Query", "BatchGetItem"]);
  // The function sends these Queries at the same time. The reasons are in docs/decisions:
  // how-do-lists-and-figures-follow-the-tables.md and how-is-an-affiliates-click-counted.md.
  expect(await asked("licenses/listKeys", { sort: "last_used_at" })).toEqual([
    ...Array(16).fill("Query"),
    "BatchGetItem",
    "BatchGetItem",
  ]);
  expect(await asked("affiliates/listActivity")).toEqual([...Array(17).fill("Query"), "BatchGetItem"]);
  for (const id of ["insights/getSystemStats", "insights/getLatest"] as const)
    expect(await asked(id)).toEqual(["GetItem", "Query"]);
  expect(await asked("insights/getTrends")).toEqual(["GetItem", "Query", "Query"]);
});
