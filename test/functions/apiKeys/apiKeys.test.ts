import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { MINUTE } from "#shared/instant.ts";
import { handler as door } from "../../../functions/apiKeys/call.ts";
import { handler as create } from "../../../functions/apiKeys/createApiKey.ts";
import { handler as list } from "../../../functions/apiKeys/listApiKeys.ts";
import { handler as revoke } from "../../../functions/apiKeys/revokeApiKey.ts";
import { findCall } from "../../../functions/apiKeys/rules.ts";
import { newApiKey, readApiKey } from "../../../functions/apiKeys/secret.ts";
import { CALLS_AN_API_KEY } from "../../../functions/limits/rules.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { operatorClaims, operatorRowOf } from "../../support/memory/operator.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

const lambda = mockClient(LambdaClient);
const wire = network();
const NOW = new Date("2026-11-25T12:00:00.000Z");
const context = { awsRequestId: "request" } as Context;
let rows: Rows;

beforeAll(() => {
  const environment = {
    FUNCTION_ID: "apiKeys/createApiKey",
    FUNCTION_PREFIX: "shop-dev",
    ORIGIN_HASHES,
    TABLE_USERS: "users",
    TABLE_AUDIT: "audit",
    TABLE_LIMITS: "limits",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
});
beforeEach(() => {
  vi.setSystemTime(NOW);
  wire.plan();
  rows.clear();
  lambda.reset();
  const payload = new TextEncoder().encode(JSON.stringify({ statusCode: 200, body: '{"users":[]}' }));
  lambda.on(InvokeCommand).resolves({ Payload: payload as never });
  rows.put("users", operatorRowOf({ userId: "op", sessions: ["one"] }));
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  lambda.restore();
});

type Handler = (event: never, context: Context) => Promise<unknown>;
async function asOperator(handler: unknown, body: unknown, signedInAgo = 0) {
  const authTime = String(Math.floor((Date.now() - signedInAgo) / 1000));
  const event = {
    headers: { "content-type": "application/json", "x-origin-secret": "origin" },
    requestContext: {
      authorizer: { jwt: { claims: { ...operatorClaims("op"), origin_jti: "one", auth_time: authTime } } },
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const answer = (await (handler as Handler)(event as never, context)) as {
    statusCode: number;
    body: string;
  };
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
}
const SCOPES = { accounts: "read" };
async function newKey(changed: Record<string, unknown> = {}): Promise<{ secret: string; id: string }> {
  const { body } = await asOperator(create, {
    name: "nightly",
    scopes: SCOPES,
    expiresInDays: null,
    ...changed,
  });
  return { secret: body.secret, id: body.key.id };
}
async function callWith(secret: string | undefined, path = "api/admin/users", method = "GET") {
  const event = {
    headers: {
      "x-origin-secret": "origin",
      "x-user-id": "another",
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    },
    cookies: ["a=b"],
    queryStringParameters: { limit: "5" },
    pathParameters: { path },
    requestContext: { http: { method }, authorizer: { lambda: { scopes: { accounts: "critical" } } } },
  };
  const { statusCode, body = "" } = await door(event as never, context);
  return { status: statusCode, body: JSON.parse(body) };
}
const audited = () => rows.of("audit").filter(({ action }) => action === "apiKeys/call");
const invoked = () =>
  lambda.commandCalls(InvokeCommand).map(({ args }) => ({
    name: args[0].input.FunctionName,
    event: JSON.parse(String(args[0].input.Payload)),
  }));

describe("an API key", () => {
  test("has the brand's prefix, its id and a checksum that reveals typing mistakes", () => {
    const { id, key, hash } = newApiKey();
    expect(key).toMatch(new RegExp(`^${BRAND.slug}_key_[0-9A-Za-z]{46}$`));
    expect(readApiKey(key)).toEqual({ id, hash });
    const wrong = key.slice(0, -1) + (key.endsWith("a") ? "b" : "a");
    expect([readApiKey(wrong), readApiKey(`${key} `), readApiKey("")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("is shown once and stored only as a hash", async () => {
    const { secret, id } = await newKey({ expiresInDays: 30 });
    const { body } = await asOperator(list, undefined);
    expect(body.keys).toEqual([
      {
        id,
        name: "nightly",
        scopes: SCOPES,
        created_by: "op",
        created_at: NOW.toISOString(),
        expires_at: "2026-12-25T12:00:00.000Z",
        revoked_at: null,
        last_used_on: null,
      },
    ]);
    const stored = JSON.stringify([rows.of("users"), rows.of("audit"), body]);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(secret.slice(-30));
  });

  test("is created only with a recent sign-in, an unused name and existing scopes", async () => {
    const wanted = { name: "nightly", scopes: SCOPES, expiresInDays: 30 };
    expect(await asOperator(create, wanted, 60 * MINUTE)).toMatchObject({
      status: 403,
      body: { code: "FRESH_SIGN_IN_REQUIRED" },
    });
    for (const scopes of [
      {},
      { apiKeys: "write" },
      { status: "critical" },
      { accounts: "all" },
      { toString: "read" },
    ])
      expect(await asOperator(create, { ...wanted, scopes })).toMatchObject({ status: 400 });
    await newKey();
    expect(await asOperator(create, wanted)).toMatchObject({ status: 409, body: { field: "name" } });
  });
});

test("a key whose creation conflicts with another write is created once", async () => {
  let met = 0;
  wire.turn = async ({ operation }) => {
    if (!operation.startsWith("TransactWrite") || met > 0) return;
    met += 1;
    throw new TransactionCanceledException({
      message: "The transaction met another one",
      $metadata: {},
      CancellationReasons: [{ Code: "TransactionConflict" }],
    });
  };
  try {
    const { id } = await newKey();
    expect(met).toBe(1);
    expect((await asOperator(list, undefined)).body.keys).toMatchObject([{ id }]);
  } finally {
    wire.turn = undefined;
  }
});

test("an operator who is removed during the creation of a key creates none", async () => {
  wire.turn = async ({ operation }) => {
    if (/^Query/.test(operation)) rows.clear();
  };
  try {
    expect(await asOperator(create, { name: "late", scopes: SCOPES, expiresInDays: null })).toMatchObject({
      status: 401,
    });
  } finally {
    wire.turn = undefined;
  }
  expect(rows.partition("users", "apiKeys")).toEqual([]);
});

describe("a call with an API key", () => {
  test("reaches the endpoint's function with the key's name, creator and scopes, but without the key, cookies or claims", async () => {
    const scopes = {
      accounts: "read",
      audit: "read",
      billing: "read",
      licenses: "read",
      mail: "read",
      promotions: "read",
      security: "read",
    };
    const { secret, id } = await newKey({ scopes });
    expect(await callWith(secret, "api/admin/users/u1")).toEqual({ status: 200, body: { users: [] } });
    expect(invoked()).toMatchObject([
      {
        name: "shop-dev-customers-getCustomer",
        event: {
          pathParameters: { userId: "u1" },
          queryStringParameters: { limit: "5" },
          requestContext: { authorizer: { lambda: { name: "nightly", createdBy: "op", scopes } } },
        },
      },
    ]);
    const text = JSON.stringify(invoked());
    for (const left of [secret, "a=b", "another"]) expect(text).not.toContain(left);
    expect(audited()).toMatchObject([
      {
        operator: "key:nightly",
        subject: `apiKey#${id}`,
        after: { call: "customers/getCustomer", userId: "u1" },
      },
    ]);
  });

  test.each([
    ["figures", { insights: "critical" }, "api/admin/export/users", "accounts:read"],
    ["figures", { insights: "critical" }, "api/admin/export/audit", "audit:read"],
    ["figures", { insights: "read" }, "api/admin/search", "accounts:read"],
    ["customers", { accounts: "read" }, "api/admin/users/u1", "audit:read"],
  ])("that covers only %s gets no other data (%j at %s lacks %s)", async (_what, scopes, path, lacking) => {
    const { secret } = await newKey({ scopes });
    expect(await callWith(secret, path, path.endsWith("u1") ? "GET" : "POST")).toMatchObject({
      status: 403,
      body: { error: `This API key lacks the scope ${lacking}.` },
    });
    expect(invoked()).toEqual([]);
  });

  test("outside the key's scopes is refused before the endpoint runs, and audited", async () => {
    const { secret } = await newKey();
    expect(await callWith(secret, "api/admin/users/suspend", "POST")).toMatchObject({
      status: 403,
      body: { code: "FORBIDDEN", error: "This API key lacks the scope accounts:write." },
    });
    expect(await callWith(secret, "admin/payouts")).toMatchObject({ status: 403 });
    expect(invoked()).toEqual([]);
    expect(audited().map(({ after }) => after)).toMatchObject([
      { call: "customers/suspendUser", refused: expect.any(String) },
      { call: "payouts/listPayouts", refused: expect.any(String) },
    ]);
  });

  test.each([
    ["api/admin/api-keys", "GET"],
    ["api/admin/api-keys", "POST"],
    ["api/admin/api-keys/revoke", "POST"],
    ["api/admin/session", "POST"],
    ["api/seats", "GET"],
    ["nowhere", "GET"],
  ])("to %s is answered with 404 (%s)", async (path, method) => {
    const { secret } = await newKey();
    expect(await callWith(secret, path, method)).toMatchObject({ status: 404 });
    expect(invoked()).toEqual([]);
  });

  test("is refused if the key is missing, malformed, unknown, expired or revoked", async () => {
    const { secret, id } = await newKey();
    wire.plan();
    for (const given of [undefined, "eyJhbGciOi.x.y", `${secret}0`, secret.replace(/.$/, "_")])
      expect(await callWith(given)).toMatchObject({ status: 401 });
    expect(wire.calls).toEqual([]);
    expect(await callWith(newApiKey().key)).toMatchObject({ status: 401, body: { code: "AUTH_ERROR" } });
    const expiring = await newKey({ name: "short", expiresInDays: 1 });
    vi.setSystemTime(NOW.getTime() + 24 * 60 * MINUTE);
    expect(await callWith(expiring.secret)).toMatchObject({
      status: 401,
      body: { error: "This API key has expired." },
    });
    expect((await callWith(secret)).status).toBe(200);
    expect((await asOperator(revoke, { apiKeyId: id })).body.key.revoked_at).not.toBeNull();
    expect(await callWith(secret)).toMatchObject({
      status: 401,
      body: { error: "This API key was revoked." },
    });
    const entries = rows.of("audit").length;
    await asOperator(revoke, { apiKeyId: id });
    expect(rows.of("audit")).toHaveLength(entries);
  });

  test("is refused if the key has a stored id and a valid checksum but another hash", async () => {
    const { id } = await newKey();
    const other = newApiKey();
    rows.put("users", { ...rows.partition("users", "apiKeys")[0], sk: other.id, id: other.id });
    expect((await callWith(other.key)).status).toBe(401);
    expect(id).not.toBe(other.id);
  });

  test("records the day of use once and counts toward the limit per minute", async () => {
    const { secret, id } = await newKey();
    for (let made = 0; made < CALLS_AN_API_KEY.most; made += 1) await callWith(secret);
    expect(rows.written("users").get(`apiKeys|${id}`)).toBe(2);
    expect((await asOperator(list, undefined)).body.keys[0].last_used_on).toBe("2026-11-25");
    expect(await callWith(secret)).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    expect(audited()).toHaveLength(CALLS_AN_API_KEY.most);
    vi.setSystemTime(NOW.getTime() + MINUTE);
    expect((await callWith(secret)).status).toBe(200);
  });

  test("is answered with a plain 500 if the function fails, and is not repeated", async () => {
    const { secret } = await newKey();
    lambda.on(InvokeCommand).resolves({ FunctionError: "Unhandled", Payload: new Uint8Array() as never });
    expect(await callWith(secret)).toMatchObject({ status: 500, body: { code: "INTERNAL_ERROR" } });
    expect(invoked()).toHaveLength(1);
  });
});

test("a path is matched as in the gateway: a fixed segment wins over a parameter", () => {
  expect(findCall("POST", "/api/admin/users/search")?.id).toBe("customers/searchUsers");
  expect(findCall("POST", "/api/admin/users/u1/notes")).toMatchObject({
    id: "accounts/addNote",
    needs: [{ area: "accounts", level: "write" }],
    pathParameters: { userId: "u1" },
  });
  expect(findCall("GET", "/api/admin/users/a/b")).toBeUndefined();
});
