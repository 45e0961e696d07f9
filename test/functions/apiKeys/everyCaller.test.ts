import { describe, expect, test } from "vitest";
import { isForReaders, levelOf, type Need } from "#shared/apiKeys/levels.ts";
import { AREAS, highestLevel } from "#shared/apiKeys/scopes.ts";
import type { Audience, Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import type { ErrorCode } from "#shared/errors.ts";
import { findCall } from "../../../functions/apiKeys/rules.ts";
import { scopeRows } from "../../../scripts/docs/apiKeyRoutes.ts";
import { user } from "../../support/backOfficeRows.ts";
import {
  type Asked,
  CUSTOMER,
  contractOf,
  everyEndpoint,
  IDS,
  OPERATOR,
  SIGNED_IN,
} from "../../support/memory/handlers.ts";

// Calls every endpoint, without the gateway, as callers who may use it and as callers who may not. The cases come from
// the contracts, so a new endpoint is covered. test/infra/api.test.ts checks whose token each route takes, and
// test/contracts/audiences.test.ts checks a running stack.

const { rows, ask } = everyEndpoint();

const idsOf = (...audiences: Audience[]) => IDS.filter((id) => audiences.includes(ENDPOINTS[id].audience));
const customers = idsOf("customer");
const operators = idsOf("operator");

const EVERY_SCOPE = Object.fromEntries(AREAS.map((area) => [area, highestLevel(area)]));

type Row = { pk: string; sk: string } & Record<string, unknown>;
const jwt = (claims: Record<string, string>): Asked => ({ authorizer: { jwt: { claims, scopes: [] } } });
const key = (scopes: Record<string, string>): Asked => ({
  authorizer: { lambda: { name: "nightly", createdBy: "op", scopes } },
});

/** The result of a call: the code of a refusal, or LET_IN if the status is neither 401 nor 403. */
type Verdict = ErrorCode | typeof LET_IN;
const LET_IN = "let in";
type Say = Verdict | ((contract: Endpoint) => Verdict);

/** @returns the endpoints whose verdict differs from `say`, and those that write although they refuse the call */
async function mistakes(ids: readonly EndpointId[], asked: Asked, row: Row | undefined, say: Say) {
  const found: string[] = [];
  for (const id of ids) {
    const contract = contractOf(id);
    rows.clear();
    if (row) rows.put("Users", row);
    const { status, body, hasWritten } = await ask(id, {
      ...(contract.method === "GET" ? {} : { body: "{}" }),
      ...asked,
    });
    const isRefused = status === 401 || status === 403;
    const said = isRefused ? body.code : LET_IN;
    const wanted = typeof say === "string" ? say : say(contract);
    if (said !== wanted) found.push(`${id} says ${said}, not ${wanted}`);
    if (isRefused && hasWritten) found.push(`${id} writes although it refuses the call`);
  }
  return found;
}

const unless =
  (flag: "beforeSession" | "whileSuspended", code: ErrorCode) =>
  (contract: Endpoint): Verdict =>
    contract[flag] ? LET_IN : code;

describe("a customer's endpoint", () => {
  test.each<[string, Asked, Record<string, unknown>, Say]>([
    ["a caller who has not signed in", {}, {}, "AUTH_ERROR"],
    ["an ID token", jwt({ ...CUSTOMER.claims, token_use: "id" }), {}, "AUTH_ERROR"],
    ["an API key", key({ accounts: "critical" }), {}, "AUTH_ERROR"],
    [
      "a header that names another user",
      { ...jwt(CUSTOMER.claims), headers: { "x-user-id": "x" } },
      {},
      "FORBIDDEN",
    ],
    ["a deleted account", jwt(CUSTOMER.claims), { deletedAt: CUSTOMER.row.createdAt }, "AUTH_ERROR"],
    [
      "a suspended account",
      jwt(CUSTOMER.claims),
      { suspended: true },
      unless("whileSuspended", "ACCOUNT_SUSPENDED"),
    ],
    [
      "a session from before all sessions were ended",
      jwt(CUSTOMER.claims),
      { sessionsValidFrom: SIGNED_IN + 1 },
      "SESSION_ENDED",
    ],
    [
      "a session that was ended individually",
      jwt(CUSTOMER.claims),
      { endedSessions: [{ id: "one", until: SIGNED_IN + 1000 }] },
      "SESSION_ENDED",
    ],
    [
      "a session that was never reported to the shop",
      jwt(CUSTOMER.claims),
      { startedSessions: { from: SIGNED_IN - 1, sessions: [] } },
      unless("beforeSession", "SESSION_ENDED"),
    ],
  ])("refuses %s, and writes nothing", async (_what, asked, change, say) => {
    expect(await mistakes(customers, asked, { ...CUSTOMER.row, ...change }, say)).toEqual([]);
  });

  test("refuses a token without an account, unless the call creates the account", async () => {
    const say = unless("beforeSession", "AUTH_ERROR");
    expect(await mistakes(customers, jwt(CUSTOMER.claims), undefined, say)).toEqual([]);
  });

  test.each([
    ["a customer", {}],
    ["a customer whose header names the same customer", { "x-user-id": "cus" }],
  ])("lets in %s", async (_what, headers) => {
    expect(await mistakes(customers, { ...jwt(CUSTOMER.claims), headers }, CUSTOMER.row, LET_IN)).toEqual([]);
  });
});

describe("an operator's endpoint", () => {
  test.each<[string, Asked, Record<string, unknown>, Say]>([
    ["a caller who has not signed in", {}, {}, "AUTH_ERROR"],
    ["an ID token", jwt({ ...OPERATOR.claims, token_use: "id" }), {}, "AUTH_ERROR"],
    [
      "a person outside the group",
      jwt({ ...OPERATOR.claims, "cognito:groups": "[support]" }),
      {},
      "FORBIDDEN",
    ],
    ["a token that names no sign-in", jwt({ ...OPERATOR.claims, origin_jti: "" }), {}, "AUTH_ERROR"],
    [
      "a header that names another operator",
      { ...jwt(OPERATOR.claims), headers: { "x-user-id": "x" } },
      {},
      "FORBIDDEN",
    ],
    ["sessions that have ended", jwt(OPERATOR.claims), { sessionsValidFrom: SIGNED_IN }, "SESSION_ENDED"],
    [
      "a session that has not started",
      jwt(OPERATOR.claims),
      { sessions: [] },
      unless("beforeSession", "SESSION_ENDED"),
    ],
    ["an API key without the scope", key({ apiKeys: "critical" }), {}, "FORBIDDEN"],
  ])("refuses %s, and writes nothing", async (_what, asked, change, say) => {
    expect(await mistakes(operators, asked, { ...OPERATOR.row, ...change }, say)).toEqual([]);
  });

  test("refuses an operator without a row", async () => {
    expect(await mistakes(operators, jwt(OPERATOR.claims), undefined, "AUTH_ERROR")).toEqual([]);
  });

  test("refuses an API key whose creator is gone or may only read", async () => {
    const say = (contract: Endpoint) => (levelOf(contract) === null ? "FORBIDDEN" : "AUTH_ERROR");
    for (const row of [undefined, { ...OPERATOR.row, isReader: true }])
      expect(await mistakes(operators, key(EVERY_SCOPE), row, say)).toEqual([]);
  });

  test("lets in an operator", async () => {
    expect(await mistakes(operators, jwt(OPERATOR.claims), OPERATOR.row, LET_IN)).toEqual([]);
  });

  test("lets a reader make all calls that read or concern the reader's own session, and no others", async () => {
    const { "cognito:groups": _none, ...claims } = OPERATOR.claims;
    const say = (contract: Endpoint) => (isForReaders(contract) ? LET_IN : "READ_ONLY");
    for (const given of [claims, OPERATOR.claims])
      expect(await mistakes(operators, jwt(given), { ...OPERATOR.row, isReader: true }, say)).toEqual([]);
    expect(operators.filter((id) => isForReaders(contractOf(id)) && contractOf(id).method !== "GET")).toEqual(
      [
        "accounts/endOperatorSession",
        "accounts/startOperatorSession",
        "affiliates/searchAffiliates",
        "audit/searchAudit",
        "customers/searchUsers",
        "insights/exportList",
        "insights/recordExport",
        "insights/searchAll",
        "licenses/searchKeys",
        "payouts/searchPayouts",
      ],
    );
  });

  test.each([
    ["every scope make all calls that are open to keys", EVERY_SCOPE, ["read", "write"]],
    [
      "the level `read` in every area make only calls that read, and no exports",
      Object.fromEntries(AREAS.map((area) => [area, "read"])),
      ["read"],
    ],
  ])("lets an API key with %s", async (_what, scopes, levels) => {
    const isExport = ({ freshSignIn }: Endpoint) => freshSignIn !== undefined && scopes !== EVERY_SCOPE;
    const say = (contract: Endpoint) =>
      levels.includes(levelOf(contract) ?? "never") && !isExport(contract) ? LET_IN : "FORBIDDEN";
    expect(await mistakes(operators, key(scopes), OPERATOR.row, say)).toEqual([]);
  });
});

// Checks each row of docs/api-keys.md against the endpoint's function.
describe.each(scopeRows())("an API key calls $id $parameters", ({ id, parameters, needs }) => {
  const contract = contractOf(id as EndpointId);
  const held = Object.fromEntries(needs.map(({ area, level }) => [area, level]));
  const without = ({ area, level }: Need) => {
    const { [area]: _, ...others } = held;
    return level === "critical" && contract.freshSignIn !== undefined
      ? { ...others, [area]: "write" }
      : others;
  };
  const asked = (scopes: Record<string, string>) => ({ ...key(scopes), pathParameters: parameters });
  const say = (verdict: Verdict, scopes: Record<string, string>) =>
    mistakes([id as EndpointId], asked(scopes), OPERATOR.row, verdict);

  test("with exactly the scopes that the call needs", async () => {
    expect(await say(LET_IN, held)).toEqual([]);
    const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name) => parameters[name] ?? "one");
    expect(findCall(contract.method, path)?.needs.map(({ area }) => area)).toEqual(
      needs.map(({ area }) => area),
    );
  });

  test.each(needs)("but not without $area at $level", async (need) => {
    expect(await say("FORBIDDEN", { ...EVERY_SCOPE, [need.area]: "none", ...without(need) })).toEqual([]);
  });
});

// A suspended customer may still see their bills, cancel, and download or delete their data.
test.each([
  [
    "whileSuspended",
    [
      "accounts/getAccount",
      "customers/deleteAccount",
      "customers/exportData",
      "customers/getOverview",
      "customers/startSession",
      "subscriptions/cancelSubscription",
      "subscriptions/getSubscription",
      "subscriptions/listInvoices",
      "subscriptions/openPortal",
    ],
  ],
  ["beforeSession", ["accounts/startOperatorSession", "customers/startSession"]],
] as const)("exactly the listed endpoints have the flag %s", (flag, ids) => {
  expect(
    idsOf("customer", "operator")
      .filter((id) => contractOf(id)[flag])
      .sort(),
  ).toEqual(ids);
});

/** Endpoints that require a fresh sign-in, by its maximum age in minutes. */
const FRESH: Readonly<Record<number, readonly EndpointId[]>> = {
  5: [
    "customers/exportData",
    "disputes/acceptDispute",
    "refunds/answerWithdrawal",
    "refunds/refundPayment",
    "refunds/requestRefund",
    "licenses/extendKey",
    "licenses/removeTaken",
    "licenses/replaceCustomerKey",
    "licenses/replaceKey",
    "licenses/setEntitlements",
    "payouts/approve",
    "payouts/runCalc",
    "payouts/runDistribute",
    "payouts/startOnboarding",
    "payouts/transfer",
  ],
  10: [
    "accounts/beginAuthenticator",
    "accounts/inviteReader",
    "accounts/removeReader",
    "accounts/changeCustomerEmail",
    "accounts/changeEmail",
    "accounts/changePassword",
    "customers/deleteAccount",
    "customers/deleteCustomer",
    "accounts/replaceRecoveryCode",
    "customers/exportCustomer",
    "accounts/setSecondFactor",
    "apiKeys/createApiKey",
    "insights/exportList",
    "insights/recordExport",
  ],
  60: [
    "referrals/createDestination",
    "referrals/updateDestination",
    "discounts/createDiscountCode",
    "discounts/endDiscountCode",
    "catalog/savePlanSettings",
    "payouts/saveRunLimit",
    "refunds/saveRefundLimits",
    "promotions/savePromotions",
  ],
};
test.each([5, 10, 60])(
  "a call more than %i minutes after the sign-in is refused if its contract requires a more recent sign-in",
  async (minutes) => {
    const wants = Object.entries(FRESH).flatMap(([within, ids]) => (Number(within) <= minutes ? ids : []));
    const signedIn = (seconds: number) => String(SIGNED_IN + 60 - minutes * 60 - seconds);
    const say = (contract: Endpoint): Verdict =>
      wants.some((id) => ENDPOINTS[id] === contract) ? "FRESH_SIGN_IN_REQUIRED" : LET_IN;
    for (const [ids, claims, row] of [
      [customers, CUSTOMER.claims, CUSTOMER.row],
      [operators, OPERATOR.claims, OPERATOR.row],
    ] as const) {
      expect(await mistakes(ids, jwt({ ...claims, auth_time: signedIn(1) }), row, say)).toEqual([]);
      const inTime = ids.filter((id) => FRESH[minutes]?.includes(id));
      expect(await mistakes(inTime, jwt({ ...claims, auth_time: signedIn(0) }), row, LET_IN)).toEqual([]);
    }
  },
);
test("an API key without the level critical is refused where a fresh sign-in is required", async () => {
  const write = Object.fromEntries(AREAS.map((area) => [area, "write"]));
  const say = (contract: Endpoint): Verdict =>
    levelOf(contract) === null || contract.freshSignIn !== undefined ? "FORBIDDEN" : LET_IN;
  expect(await mistakes(operators, key(write), OPERATOR.row, say)).toEqual([]);
});

test("endpoints for the public and for computers require no sign-in, except the endpoint that renews an operator's session", async () => {
  const renews = contractOf("accounts/renewOperatorSession");
  const say = (contract: Endpoint): Verdict => (contract === renews ? "SESSION_ENDED" : LET_IN);
  expect(await mistakes(idsOf("public", "device"), {}, undefined, say)).toEqual([]);
});

test("no endpoint answers a request that did not come through CloudFront", async () => {
  const direct = { headers: { "x-origin-secret": undefined } };
  const every = idsOf("public", "device", "stripe", "customer", "operator");
  expect(await mistakes(every, direct, undefined, "FORBIDDEN")).toEqual([]);
});

test("an API key that reads the audit log gets no addresses", async () => {
  const entry = { id: "e", at: "2026-01-01T00:00:00.000Z", operator: "op", action: "accounts/addNote" };
  const about = { subject: "user#cus", userId: "cus", before: null, after: null };
  rows.clear();
  for (const row of [OPERATOR.row, CUSTOMER.row]) rows.put("Users", row);
  const row = { ...user(0), id: "cus", email: CUSTOMER.row.email };
  rows.put("Directory", { pk: "user#cus", sk: "entry", row });
  rows.put("Audit", { pk: "audit", sk: `${entry.at}#e`, ...entry, ...about });
  const read = async (asked: Asked) => (await ask("audit/listAudit", asked)).body;
  expect(await read(jwt(OPERATOR.claims))).toMatchObject({ entries: [{ email: CUSTOMER.row.email }] });
  expect(await read(key({ audit: "read" }))).toMatchObject({ entries: [{ email: null }] });
  const search = { body: JSON.stringify({ search: CUSTOMER.row.email }) };
  expect(await ask("audit/searchAudit", { ...key({ audit: "read" }), ...search })).toMatchObject({
    status: 403,
  });
});
