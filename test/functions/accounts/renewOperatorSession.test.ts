import {
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  NotAuthorizedException,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler } from "../../../functions/accounts/renewOperatorSession.ts";
import { identifyOperator } from "../../../functions/http/operator.ts";
import { MINUTE } from "../../../shared/instant.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { operatorClaims, operatorRowOf } from "../../support/memory/operator.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

const cognito = mockClient(CognitoIdentityProviderClient);
const BEGIN = Date.parse("2026-03-02T09:00:00.000Z");
const SESSION = "the-sign-in";
const claims = { ...operatorClaims("op", BEGIN / 1000), origin_jti: SESSION };
let rows: Rows;

beforeAll(() => {
  const environment = {
    FUNCTION_ID: "accounts/renewOperatorSession",
    ORIGIN_HASHES,
    TABLE_USERS: "users",
    OPERATOR_CLIENT_ID: "operators-client",
    SITE_URL: "https://shop.example",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  rows = memoryDynamo(network());
});
beforeEach(() => {
  vi.useFakeTimers({ now: BEGIN, toFake: ["Date"] });
  rows.clear();
  rows.put("users", operatorRowOf({ userId: "op", sessions: [SESSION] }));
  cognito.reset();
  const payload = { ...claims, auth_time: BEGIN / 1000, exp: BEGIN / 1000 + 300 };
  const AccessToken = `h.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.s`;
  cognito
    .on(GetTokensFromRefreshTokenCommand, { ClientId: "operators-client", RefreshToken: "refresh" })
    .resolves({ AuthenticationResult: { AccessToken } });
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  cognito.restore();
});

async function renew(given: { refreshToken?: string } = {}, cookies = ["__Secure-operator=refresh"]) {
  const event = {
    headers: { "content-type": "application/json", "x-origin-secret": "origin" },
    requestContext: {},
    body: JSON.stringify(given),
    cookies,
  };
  const answer = await handler(event as never, { awsRequestId: "request" } as Context);
  return { status: answer.statusCode, cookies: answer.cookies, body: JSON.parse(String(answer.body)) };
}
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE);
/** Calls with an access token that a thief has renewed directly at Cognito. */
const callAsThief = () =>
  identifyOperator({ headers: {}, requestContext: { authorizer: { jwt: { claims } } } } as never, {
    audience: "operator",
    method: "GET",
  });
const ENDED = { status: 401, body: { code: "SESSION_ENDED" } };

test("the refresh token goes into a cookie that no script can read, and not into the body of the answer", async () => {
  const { status, body, cookies } = await renew({ refreshToken: "refresh" }, []);
  expect(status).toBe(200);
  expect(body).toMatchObject({ userId: "op", email: "op@example.com", expiresAt: BEGIN / 1000 + 300 });
  expect(Object.keys(body)).not.toContain("cookies");
  expect(JSON.stringify(body)).not.toContain('"refresh"');
  expect(cookies).toEqual([
    "__Secure-operator=refresh; Path=/backend/api/admin/session; Max-Age=43200; HttpOnly; SameSite=Strict; Secure",
  ]);
});

test("the answer says whether the operator is a reader, and a reader's row still says so after a renewal", async () => {
  expect((await renew()).body.isReader).toBe(false);
  rows.put("users", { ...operatorRowOf({ userId: "op", sessions: [SESSION] }), isReader: true });
  expect((await renew()).body.isReader).toBe(true);
  expect(rows.of("users")).toMatchObject([{ isReader: true, version: 2 }]);
});

test("an operator who returns within half an hour stays signed in", async () => {
  await renew();
  pass(5);
  await expect(callAsThief()).resolves.toMatchObject({ userId: "op" });
  for (let pause = 0; pause < 10; pause += 1) {
    pass(29);
    expect((await renew()).status).toBe(200);
  }
  await expect(callAsThief()).resolves.toMatchObject({ userId: "op" });
});

test("a session ends after 36 minutes without a renewal, even for an access token that a thief renewed directly at the user pool", async () => {
  await renew();
  pass(36);
  expect(await renew()).toMatchObject(ENDED);
  expect(await renew({ refreshToken: "refresh" }, [])).toMatchObject(ENDED);
  await expect(callAsThief()).rejects.toMatchObject({ code: "SESSION_ENDED" });
});

test("a renewal is refused without the cookie, after a sign-out, and if the user pool refuses it", async () => {
  expect(await renew({}, [])).toMatchObject(ENDED);
  const row = operatorRowOf({ userId: "op", sessions: [SESSION] });
  const ended = row.sessions.map((each) => ({ ...each, endedAt: new Date(BEGIN).toISOString() }));
  rows.put("users", { ...row, sessions: ended });
  expect(await renew()).toMatchObject(ENDED);
  cognito
    .on(GetTokensFromRefreshTokenCommand)
    .rejects(new NotAuthorizedException({ message: "", $metadata: {} }));
  expect(await renew()).toMatchObject(ENDED);
});
