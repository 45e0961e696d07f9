import { describe, expect, it } from "vitest";
import { createBehaviorFinder } from "../../src/cloudfront/behaviors.ts";
import { createEdgeFunction } from "../../src/cloudfront/edgeFunction.ts";
import { looseHeaders } from "../../src/cloudfront/headersPolicy.ts";
import { BEHAVIORS } from "./serving.ts";

const [api, site] = BEHAVIORS;
if (api === undefined || site === undefined) throw new Error("two behaviors are needed");

describe("the behavior for a path", () => {
  const find = createBehaviorFinder([
    { ...api, pattern: "/backend/*" },
    { ...api, pattern: "*.jp?" },
    { ...site, pattern: "*" },
  ]);

  it.each([
    ["/backend/", "/backend/*"],
    ["/backend/a/b", "/backend/*"],
    ["/backend", "*"],
    ["/a/backend/b", "*"],
    ["/Backend/a", "*"],
    ["/pictures/a.jpg", "*.jp?"],
    ["/pictures/a.jpeg", "*"],
    ["/", "*"],
  ])("the path %s matches %s", (path, pattern) => {
    expect(find(path).pattern).toBe(pattern);
  });
});

describe("a viewer-request function", () => {
  const request = { method: "GET", uri: "/a", querystring: {}, headers: {}, cookies: {} };

  it("sees the viewer's address", () => {
    const edge = createEdgeFunction(
      "function handler(event) { event.request.uri = '/' + event.viewer.ip; return event.request; }",
    );
    expect(edge(request, "203.0.113.9")).toMatchObject({ kind: "request", request: { uri: "/203.0.113.9" } });
    expect(request.uri).toBe("/a");
  });

  it("has no access to Node", () => {
    const outside = createEdgeFunction(
      "function handler(event) { event.request.uri = [typeof process, typeof require, typeof fetch].join(); return event.request; }",
    );
    expect(outside(request, "")).toMatchObject({ request: { uri: "undefined,undefined,undefined" } });
  });

  it("fails unless it returns a request or a response", () => {
    expect(() => createEdgeFunction("function handler() { return {}; }")(request, "")).toThrow();
  });
});

it("the headers for a dev server allow Vite's client its connections and styles, and keep the other rules", () => {
  const loose = looseHeaders({
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
    "x-frame-options": "DENY",
  });
  expect(loose["x-frame-options"]).toBe("DENY");
  expect(loose["content-security-policy"]).toContain("default-src 'none'");
  expect(loose["content-security-policy"]).toContain("connect-src ws: 'self'");
  expect(loose["content-security-policy"]).toContain("style-src 'self' 'unsafe-inline'");
});
