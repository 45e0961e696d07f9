import { createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { createGateway } from "../../src/gateway/gateway.ts";
import type { GatewayRequest } from "../../src/gateway/message.ts";
import { read, SMALLEST } from "../template/app.ts";

const AUDIENCE = "the-client";
const model = read({
  Authorizer: {
    Type: "AWS::ApiGatewayV2::Authorizer",
    Properties: {
      AuthorizerType: "JWT",
      JwtConfiguration: { Issuer: { "Fn::GetAtt": ["Pool", "ProviderURL"] }, Audience: [AUDIENCE] },
    },
  },
  Guarded: {
    Type: "AWS::ApiGatewayV2::Route",
    Properties: {
      ...SMALLEST.Route?.Properties,
      RouteKey: "POST /api/guarded",
      AuthorizationType: "JWT",
      AuthorizerId: { Ref: "Authorizer" },
    },
  },
});

const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const ours = pair();
const jwk = { ...ours.publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256", use: "sig", kty: "RSA" };

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function token(
  claims: Record<string, unknown> = {},
  { key = ours.privateKey, kid = "k1", alg = "RS256" } = {},
) {
  const now = Math.floor(Date.now() / 1000);
  const all = {
    sub: "user-1",
    iss: model.pools[0]?.issuer,
    client_id: AUDIENCE,
    token_use: "access",
    exp: now + 60,
    iat: now,
    ...claims,
  };
  const text = `${encode({ alg, kid, typ: "JWT" })}.${encode(all)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key).toString("base64url")}`;
}

type Invoked =
  | { ok: true; payload: unknown }
  | { ok: false; error: { errorType: string; errorMessage: string } };

function gateway(
  result: Invoked = { ok: true, payload: "fine" },
  timeoutMs = 1000,
  isThrottled: (routeKey: string) => boolean = () => false,
) {
  const now = new Date("2027-03-01T12:00:00Z");
  const invoke = vi.fn(async (_arn: string, _event: unknown) => ({ ...result, requestId: "r" }));
  const made = createGateway({
    model,
    invoke,
    jwks: async () => ({ keys: [jwk] }),
    now: () => now,
    timeoutMs,
    isThrottled,
  });
  const ask = async (changed: Partial<GatewayRequest> = {}) => {
    const response = await made.handle({
      method: "GET",
      path: "/backend/api/one",
      query: "",
      headers: [],
      body: Buffer.alloc(0),
      sourceIp: "192.0.2.1",
      ...changed,
    });
    return { ...response, body: response.body.toString() };
  };
  return { ask, invoke, made };
}

const guarded = (authorization?: string): Partial<GatewayRequest> => ({
  method: "POST",
  path: "/backend/api/guarded",
  headers: authorization === undefined ? [] : [["Authorization", authorization]],
});

describe("the gateway", () => {
  it("returns the function's answer", async () => {
    const { ask, invoke } = gateway();
    expect(await ask()).toMatchObject({ status: 200, body: "fine" });
    expect(invoke.mock.calls[0]?.[0]).toBe(model.functions[0]?.arn);
  });

  it.each(["/backend/api/none", "/api/one", "/backendx/api/one", "/other/api/one"])(
    "answers 404 for %s",
    async (path) => {
      const { ask, invoke } = gateway();
      expect(await ask({ path })).toMatchObject({ status: 404, body: '{"message":"Not Found"}' });
      expect(invoke).not.toHaveBeenCalled();
    },
  );

  it("accepts at most 10,240 bytes of headers", async () => {
    const { ask } = gateway();
    const room = 10_240 - "GET".length - "/backend/api/one".length - 12 - "x".length - 4;
    expect((await ask({ headers: [["x", "a".repeat(room)]] })).status).toBe(200);
    expect((await ask({ headers: [["x", "a".repeat(room + 1)]] })).status).toBe(431);
  });

  it("accepts a body of at most 10 MB", async () => {
    const { ask } = gateway();
    expect((await ask({ body: Buffer.alloc(10 * 1024 * 1024) })).status).toBe(200);
    expect(await ask({ body: Buffer.alloc(10 * 1024 * 1024 + 1) })).toMatchObject({
      status: 413,
      body: '{"message":"Request Entity Too Large"}',
    });
  });

  it("answers 413 if the event is too large for Lambda", async () => {
    const { ask } = gateway({ ok: false, error: { errorType: "RequestTooLarge", errorMessage: "" } });
    expect((await ask()).status).toBe(413);
  });

  it("answers 503 at Lambda's concurrency limit, and 429 at the route's limit", async () => {
    const refused = gateway({
      ok: false,
      error: { errorType: "TooManyRequestsException", errorMessage: "" },
    });
    expect((await refused.ask()).status).toBe(503);
    const { ask, invoke } = gateway(undefined, 1000, (routeKey) => routeKey === "GET /api/one");
    expect(await ask()).toMatchObject({ status: 429, body: '{"message":"Too Many Requests"}' });
    expect(invoke).not.toHaveBeenCalled();
  });

  it("hides a function's error", async () => {
    const { ask } = gateway({ ok: false, error: { errorType: "TypeError", errorMessage: "secret" } });
    expect(await ask()).toMatchObject({ status: 500, body: '{"message":"Internal Server Error"}' });
  });

  it("answers 503 at its time limit", async () => {
    const { ask, invoke } = gateway(undefined, 5);
    invoke.mockReturnValue(new Promise(() => {}));
    expect(await ask()).toMatchObject({ status: 503, body: '{"message":"Service Unavailable"}' });
  });

  it("uses new routes after a reload", async () => {
    const { ask, made } = gateway();
    made.reload({ ...model, api: model.api && { ...model.api, routes: [] } });
    expect((await ask()).status).toBe(404);
    made.reload({ ...model, api: null });
    expect((await ask()).status).toBe(404);
  });
});

describe("the JWT authorizer", () => {
  it("accepts a valid token and passes its claims as text", async () => {
    const { ask, invoke } = gateway();
    const claims = { "cognito:groups": ["operators", "staff"], email_verified: true };
    expect((await ask(guarded(`Bearer ${token(claims)}`))).status).toBe(200);
    expect(invoke.mock.calls[0]?.[1]).toMatchObject({
      requestContext: {
        authorizer: {
          jwt: {
            claims: {
              sub: "user-1",
              "cognito:groups": "[operators staff]",
              email_verified: "true",
              exp: expect.stringMatching(/^\d+$/),
            },
          },
        },
      },
    });
  });

  it("reads the audience from aud, or else from client_id", async () => {
    const { ask } = gateway();
    expect((await ask(guarded(`Bearer ${token({ aud: AUDIENCE, client_id: undefined })}`))).status).toBe(200);
    expect((await ask(guarded(`Bearer ${token({ aud: "other", client_id: AUDIENCE })}`))).status).toBe(401);
  });

  it("does not check the token's use", async () => {
    const { ask } = gateway();
    expect((await ask(guarded(`Bearer ${token({ token_use: "id" })}`))).status).toBe(200);
  });

  it("accepts a token without the word Bearer, as API Gateway does", async () => {
    const { ask } = gateway();
    expect((await ask(guarded(token()))).status).toBe(200);
  });

  const past = Math.floor(Date.now() / 1000) - 10;
  it.each([
    ["a missing token", undefined],
    ["an empty token", "Bearer "],
    ["a malformed token", "Bearer abc"],
    ["an expired token", `Bearer ${token({ exp: past })}`],
    ["another client's token", `Bearer ${token({ client_id: "other" })}`],
    [
      "another pool's token",
      `Bearer ${token({ iss: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Other" })}`,
    ],
    ["a token signed with another key", `Bearer ${token({}, { key: pair().privateKey })}`],
    ["a token with an unknown key id", `Bearer ${token({}, { kid: "k2" })}`],
    ["an unsigned token", `Bearer ${encode({ alg: "none" })}.${token().split(".")[1]}.`],
  ])("refuses %s", async (_what, authorization) => {
    const { ask, invoke } = gateway();
    const response = await ask(guarded(authorization));
    expect(response).toMatchObject({ status: 401, body: '{"message":"Unauthorized"}' });
    expect(response.headers.find(([name]) => name === "www-authenticate")?.[1]).toMatch(/^Bearer/);
    expect(invoke).not.toHaveBeenCalled();
  });
});

describe("a function's answer", () => {
  const answer = async (payload: unknown) => await gateway({ ok: true, payload }).ask();

  it("with a status code becomes the response", async () => {
    const response = await answer({
      statusCode: 201,
      headers: { "Content-Type": "application/json", "X-Count": 3 },
      cookies: ["a=1", "b=2"],
      body: "{}",
    });
    expect(response).toMatchObject({ status: 201, body: "{}" });
    expect(response.headers).toEqual([
      ["content-type", "application/json"],
      ["x-count", "3"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["date", "Mon, 01 Mar 2027 12:00:00 GMT"],
    ]);
  });

  it("may be base64", async () => {
    expect(await answer({ statusCode: 200, body: "aGk=", isBase64Encoded: true })).toMatchObject({
      body: "hi",
    });
  });

  it("without a status code becomes the body of a 200", async () => {
    expect(await answer({ a: 1 })).toMatchObject({ status: 200, body: '{"a":1}' });
    expect(await answer("text")).toMatchObject({ status: 200, body: "text" });
  });

  it.each([[{ statusCode: "abc" }], [{ statusCode: 99 }], [{ statusCode: 200, body: {} }]])(
    "with a malformed response becomes a 500: %j",
    async (payload) => {
      expect(await answer(payload)).toMatchObject({
        status: 500,
        body: '{"message":"Internal Server Error"}',
      });
    },
  );
});
