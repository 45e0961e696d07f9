import { describe, expect, it } from "vitest";
import { apiEvent } from "../../src/gateway/event.ts";
import type { GatewayRequest } from "../../src/gateway/message.ts";

const MATCH = {
  route: { routeKey: "POST /api/seat/{id}", functionArn: "arn", authorizer: null },
  pathParameters: { id: "7" },
};
const OPTIONS = {
  apiId: "abc",
  accountId: "111122223333",
  region: "eu-west-1",
  stageName: "backend",
  now: new Date("2026-03-04T05:06:07.890Z"),
};

const event = (changed: Partial<GatewayRequest> = {}, claims: Record<string, string> | null = null) =>
  apiEvent(
    {
      method: "POST",
      path: "/backend/api/seat/7",
      query: "",
      headers: [],
      body: Buffer.alloc(0),
      sourceIp: "192.0.2.1",
      ...changed,
    },
    MATCH,
    claims,
    OPTIONS,
  );

describe("the event of an HTTP API", () => {
  it("has the stage in both paths, and not in the route key", () => {
    expect(event()).toMatchObject({
      version: "2.0",
      rawPath: "/backend/api/seat/7",
      routeKey: "POST /api/seat/{id}",
      pathParameters: { id: "7" },
      requestContext: {
        stage: "backend",
        routeKey: "POST /api/seat/{id}",
        domainName: "abc.execute-api.eu-west-1.amazonaws.com",
        http: { method: "POST", path: "/backend/api/seat/7", sourceIp: "192.0.2.1" },
        time: "04/Mar/2026:05:06:07 +0000",
        timeEpoch: 1772600767890,
      },
    });
  });

  it("has header names in lower case, and repeated headers joined by a comma", () => {
    const { headers } = event({
      headers: [
        ["X-One", "a"],
        ["x-one", "b"],
        ["__proto__", "own"],
      ],
    });
    expect(headers["x-one"]).toBe("a,b");
    expect(Object.hasOwn(headers, "__proto__")).toBe(true);
  });

  it("has cookies in a separate list", () => {
    const made = event({
      headers: [
        ["Cookie", "a=1; b=2"],
        ["cookie", "c=3"],
      ],
    });
    expect(made.cookies).toEqual(["a=1", "b=2", "c=3"]);
    expect(made.headers).not.toHaveProperty("cookie");
    expect(event()).not.toHaveProperty("cookies");
  });

  it("has the raw query and the decoded one, with repeated names joined by a comma", () => {
    expect(event({ query: "a=1&b=x%20y&a=2" })).toMatchObject({
      rawQueryString: "a=1&b=x%20y&a=2",
      queryStringParameters: { a: "1,2", b: "x y" },
    });
    expect(event()).toMatchObject({ rawQueryString: "" });
    expect(event()).not.toHaveProperty("queryStringParameters");
  });

  it.each([
    ["application/json; charset=utf-8", false],
    ["application/problem+json", false],
    ["text/plain", false],
    ["application/octet-stream", true],
    ["image/png", true],
    ["application/x-www-form-urlencoded", true],
  ])("has a body of the type %s (base64: %s)", (contentType, base64) => {
    const body = Buffer.from('{"ü":1}');
    expect(event({ body, headers: [["content-type", contentType]] })).toMatchObject({
      isBase64Encoded: base64,
      body: body.toString(base64 ? "base64" : "utf8"),
      headers: { "content-length": "8" },
    });
  });

  it("has no body if the request had none", () => {
    expect(event()).not.toHaveProperty("body");
    expect(event().isBase64Encoded).toBe(false);
  });

  it("adds the connecting address to X-Forwarded-For", () => {
    expect(event({ headers: [["X-Forwarded-For", "6.6.6.6, 203.0.113.9"]] }).headers["x-forwarded-for"]).toBe(
      "6.6.6.6, 203.0.113.9, 192.0.2.1",
    );
  });

  it("has claims only if a token was checked", () => {
    expect(event().requestContext).not.toHaveProperty("authorizer");
    expect(event({}, { sub: "s" }).requestContext).toMatchObject({
      authorizer: { jwt: { claims: { sub: "s" }, scopes: null } },
    });
  });
});
