import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isForReaders, levelOf } from "#shared/apiKeys/levels.ts";
import { AREAS, highestLevel, SCRIPT_ROUTES } from "#shared/apiKeys/scopes.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import type { Access } from "../../infra/access/row.ts";
import { ACCESS } from "../../infra/access.ts";
import {
  API_KEY_ROUTES_FILE,
  API_KEYS_PAGE,
  apiKeyRoutesText,
  apiKeysPage,
} from "../../scripts/docs/apiKeyRoutes.ts";
import { areaOf } from "../../shared/apiKeys/areas.ts";
import { AREA_NAMES, CRITICAL_MEANS } from "../../web/src/operator/apiKeys/words.ts";

const operators = Object.entries<Endpoint>(ENDPOINTS).filter(([, { audience }]) => audience === "operator");

test("shared/apiKeys/routes.ts is up to date with the output of npm run docs", () => {
  expect(readFileSync(API_KEY_ROUTES_FILE, "utf8")).toBe(apiKeyRoutesText());
  expect(readFileSync(API_KEYS_PAGE, "utf8")).toBe(apiKeysPage());
});

test("no API key can manage keys, operators or an operator's session, and every other call of operators has a scope", () => {
  const closed = operators.filter(([, contract]) => levelOf(contract) === null).map(([id]) => id);
  expect(closed.sort()).toEqual([
    "accounts/endOperatorSession",
    "accounts/inviteReader",
    "accounts/listOperators",
    "accounts/removeReader",
    "accounts/startOperatorSession",
    "apiKeys/createApiKey",
    "apiKeys/listApiKeys",
    "apiKeys/revokeApiKey",
  ]);
  expect(SCRIPT_ROUTES.map(({ id }) => id).sort()).toEqual(
    operators.flatMap(([id]) => (closed.includes(id) ? [] : [id])).sort(),
  );
});

test("no API key can make a call of customers, devices or Stripe", () => {
  for (const [, contract] of Object.entries<Endpoint>(ENDPOINTS))
    if (contract.audience !== "operator") expect(levelOf(contract)).toBeNull();
});

test("the form for a key has a line for each area that offers the level critical", () => {
  const critical = AREAS.filter((area) => highestLevel(area) === "critical");
  expect(Object.keys(CRITICAL_MEANS).sort()).toEqual([...critical].sort());
});

test("an area offers the level critical if one of its calls requires a fresh sign-in", () => {
  expect(AREAS.filter((area) => highestLevel(area) === "critical").sort()).toEqual([
    "accounts",
    "affiliates",
    "audit",
    "billing",
    "insights",
    "licenses",
    "payouts",
    "promotions",
    "security",
  ]);
});

/** Fields that show the area of an answer's data. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  accounts: ["users", "sessions", "email_confirmed"],
  audit: ["audit", "notes"],
  billing: ["payments", "paymentId", "purchases"],
  licenses: ["keys", "license_key", "licenseKey"],
  mail: ["mails"],
  promotions: ["waiting"],
  security: ["alerts", "alert_type"],
};
/** Areas whose answers identify no person. */
const NAMES_NOBODY = ["insights", "status", "mail"];
const NAMES = ["email", "user_email"];
const COUNTS = ["insights/getGrowth payments"];

function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { _zod } = schema as { _zod?: { def: Record<string, unknown> } };
  if (!_zod) return Object.values(schema).flatMap((part) => fieldsOf(part, seen));
  const { shape = {}, ...rest } = _zod.def as { shape?: object };
  return [
    ...Object.keys(shape),
    ...Object.values({ ...shape, ...rest }).flatMap((part) => fieldsOf(part, seen)),
  ];
}

test.each(operators.filter(([, contract]) => levelOf(contract) !== null))(
  "%s declares each area of its answer",
  (id, contract) => {
    const fields = new Set(fieldsOf(contract.output));
    const named = [areaOf(id), ...(contract.shows ?? []), ...Object.values(contract.areaBy?.areas ?? {})];
    const shown = Object.entries(MARKS).flatMap(([area, marks]) =>
      marks.some((mark) => fields.has(mark) && !COUNTS.includes(`${id} ${mark}`)) ? [area] : [],
    );
    expect(shown.filter((area) => !named.includes(area))).toEqual([]);
    if (NAMES.some((name) => fields.has(name)))
      expect(named.filter((area) => !NAMES_NOBODY.includes(area))).not.toEqual([]);
    expect(named.filter((area) => !AREAS.some((one) => one === area))).toEqual([]);
  },
);

test("the form for an API key has a different text for each area's name and critical level", () => {
  const texts = [...Object.values(AREA_NAMES), ...Object.values(CRITICAL_MEANS)];
  expect(texts).toEqual([...new Set(texts)]);
});

const READING = operators.filter(([, contract]) => isForReaders(contract) && contract.byKey !== "session");
describe.each(READING)("%s", (id, contract) => {
  test("only reads, because its level is read, except that an export writes an audit entry", () => {
    const {
      tables = {},
      sends = [],
      cognito = [],
      operatorPool = [],
    }: Access = ACCESS[id as keyof typeof ACCESS];
    const actions = Object.entries(tables).flatMap(([table, grant]) =>
      ("actions" in grant ? grant.actions : grant).map((action) => `${table} ${action}`),
    );
    const traces = contract.freshSignIn === undefined ? [] : ["Audit PutItem"];
    expect(actions.filter((action) => !/ (GetItem|BatchGetItem|Query)$/.test(action))).toEqual(traces);
    expect(
      [...sends, ...cognito, ...operatorPool].filter((action) => !/^(AdminGetUser|ListUsers)$/.test(action)),
    ).toEqual([]);
  });
});
