import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import { call, send } from "../support/api.ts";
import { type Person, signInWithoutSession, signUpOperator, signUpPerson } from "../support/people.ts";
import { patchRow, rowsOf } from "../support/rows.ts";

// Calls a sample of endpoints behind each authorizer of the gateway over the wire.
// test/functions/apiKeys/everyCaller.test.ts has every endpoint, and test/infra/api.test.ts every route.

let person: Person;
let suspended: Person;
let operator: Person;
let endedOperator: Person;
let unstarted: Person;
beforeAll(async () => {
  person = await signUpPerson();
  suspended = await signUpPerson();
  operator = await signUpOperator();
  endedOperator = await signUpOperator();
  unstarted = await signInWithoutSession(operator.email);
  await patchRow("Users", { pk: suspended.userId, sk: "account" }, "suspended", true);
  const end = Number(decodeJwt(endedOperator.accessToken).auth_time);
  await patchRow("Users", { pk: endedOperator.userId, sk: "operator" }, "sessionsValidFrom", end);
});

const attempt = (id: EndpointId, token: string | undefined, headers: Record<string, string> = {}) =>
  send(ENDPOINTS[id], ENDPOINTS[id].method === "GET" ? undefined : "{}", { token, headers });

/** A token with a changed payload and the old signature. */
function forge(token: string, claims: Record<string, unknown>): string {
  const [header, payload, signature] = token.split(".");
  const changed = { ...JSON.parse(Buffer.from(payload ?? "", "base64url").toString()), ...claims };
  return [header, Buffer.from(JSON.stringify(changed)).toString("base64url"), signature].join(".");
}
function unsigned(token: string): string {
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  return `${none}.${token.split(".")[1]}.`;
}

/** Endpoints behind each of the template's two authorizers. */
const BEHIND = {
  customer: ["accounts/getAccount", "customers/getOverview"],
  operator: ["customers/listUsers", "apiKeys/listApiKeys"],
} as const satisfies Record<string, readonly EndpointId[]>;

const strangers = (own: Person, other: Person): [string, string | undefined][] => [
  ["anonymous", undefined],
  ["no token behind the word Bearer", "nonsense"],
  ["an ID token", own.idToken],
  ["changed claims", forge(own.accessToken, { "cognito:groups": ["operators"], sub: other.userId })],
  ["an unsigned token", unsigned(own.accessToken)],
  ["a token of the other pool", other.accessToken],
];

describe.each([...BEHIND.customer, ...BEHIND.operator])("%s", (id) => {
  const isOperators = ENDPOINTS[id].audience === "operator";

  test("accepts only an access token of its own pool", async () => {
    const [own, other] = isOperators ? [operator, person] : [person, operator];
    expect((await attempt(id, own.accessToken)).status).toBe(200);
    for (const [what, token] of strangers(own, other))
      expect((await attempt(id, token)).status, what).toBe(401);
  });

  test("refuses a header that names another person", async () => {
    const token = (isOperators ? operator : person).accessToken;
    expect(await attempt(id, token, { "x-user-id": suspended.userId })).toMatchObject({
      status: 403,
      body: { code: "FORBIDDEN" },
    });
  });
});

test("a suspended account can list its invoices, but not its seats", async () => {
  const refusal = { status: 403, body: { code: "ACCOUNT_SUSPENDED" } };
  expect(await attempt("licenses/listSeats", suspended.accessToken)).toMatchObject(refusal);
  expect((await attempt("subscriptions/listInvoices", suspended.accessToken)).status).toBe(200);
});

test.each(BEHIND.operator)("%s refuses an operator's session that has ended or never started", async (id) => {
  const refusal = { status: 401, body: { code: "SESSION_ENDED" } };
  expect(await attempt(id, endedOperator.accessToken)).toMatchObject(refusal);
  expect(await attempt(id, unstarted.accessToken)).toMatchObject(refusal);
});

test("an API key works only below /scripts, and only within its scopes", async () => {
  const key = {
    name: `audit ${operator.userId.slice(0, 8)}`,
    scopes: { audit: "read" },
    expiresInDays: 1,
  } as const;
  const { body } = await call("apiKeys/createApiKey", key, { token: operator.accessToken });
  const token = String(body.secret);
  const atDoor = (id: EndpointId, secret: string | undefined) =>
    send({ method: "GET", path: `/scripts${ENDPOINTS[id].path}` }, undefined, { token: secret });
  expect((await attempt("audit/listAudit", token)).status).toBe(401);
  expect((await atDoor("audit/listAudit", undefined)).status).toBe(401);
  expect((await atDoor("audit/listAudit", operator.accessToken)).status).toBe(401);
  expect((await atDoor("audit/listAudit", token)).status).toBe(200);
  expect(await atDoor("customers/listUsers", token)).toMatchObject({
    status: 403,
    body: { code: "FORBIDDEN" },
  });
  expect((await atDoor("apiKeys/listApiKeys", token)).status).toBe(404);
});

test.each(["status/getStatus", "promotions/getPromotions", "licenses/validate"] as const)(
  "%s requires no sign-in",
  async (id) => {
    const { status } = await attempt(id, undefined);
    expect([401, 403]).not.toContain(status);
    expect(status).toBeLessThan(500);
  },
);

test("a list of seats has no seats of another user", async () => {
  const other = await signUpPerson();
  await call("licenses/createFreeKey", {}, { token: other.accessToken });
  const own = { token: person.accessToken, headers: { "x-user-id": person.userId } };
  expect(await call("licenses/listSeats", {}, own)).toMatchObject({ status: 200, body: { seats: [] } });
  expect((await rowsOf("Seats")).filter((row) => row.userId === other.userId)).toHaveLength(1);
});
