import { describe, expect, it } from "vitest";
import { BEHAVIORS, headerOf, serving } from "./serving.ts";

describe("a request that reaches the API", () => {
  it("has the method, path, query, cookies and body that the viewer sent", async () => {
    const { ask, reached } = await serving();
    await ask(
      "/backend/api/a%2Fb?q=1&q=%20",
      { method: "POST", headers: { "content-type": "text/plain", cookie: "a=1" } },
      "hello",
    );
    expect(reached[0]).toMatchObject({ method: "POST", path: "/backend/api/a%2Fb", query: "q=1&q=%20" });
    expect(reached[0]?.body.toString()).toBe("hello");
    expect(headerOf(reached[0], "cookie")).toEqual(["a=1"]);
  });

  it("has the origin's path as a prefix", async () => {
    const [api] = BEHAVIORS;
    if (!api) throw new Error("no behavior");
    const behaviors = [{ ...api, pattern: "/r/*", originPath: "/backend" }, ...BEHAVIORS];
    const { ask, reached } = await serving({}, { behaviors });
    await ask("/r/CODE/page?x=1");
    expect(reached[0]).toMatchObject({ path: "/backend/r/CODE/page", query: "x=1" });
  });

  it("has the secret header, even if the viewer sent another value", async () => {
    const { ask, reached } = await serving();
    await ask("/backend/x", { headers: { "X-Origin-Secret": "guess" } });
    expect(headerOf(reached[0], "x-origin-secret")).toEqual(["hidden"]);
  });

  it("has CloudFront's headers about the viewer, not those that the viewer sent", async () => {
    const { ask, reached } = await serving();
    await ask("/backend/x", {
      headers: {
        "CloudFront-Viewer-Country": "XX",
        "CloudFront-Viewer-Address": "6.6.6.6:1",
        "CloudFront-Viewer-City": "Y",
      },
    });
    expect(headerOf(reached[0], "cloudfront-viewer-country")).toEqual(["US"]);
    expect(headerOf(reached[0], "cloudfront-viewer-address")?.[0]).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(headerOf(reached[0], "cloudfront-viewer-city")).toEqual([]);
  });

  it("has the country and address that the control API set", async () => {
    const { ask, reached } = await serving({}, { viewer: { country: "DE", address: "2001:db8::1" } });
    await ask("/backend/x", { headers: { "x-forwarded-for": "6.6.6.6" } });
    expect(headerOf(reached[0], "cloudfront-viewer-country")).toEqual(["DE"]);
    expect(headerOf(reached[0], "cloudfront-viewer-address")?.[0]).toMatch(/^2001:db8::1:\d+$/);
    expect(headerOf(reached[0], "x-forwarded-for")).toEqual(["6.6.6.6, 2001:db8::1"]);
  });

  it("comes from CloudFront's address, without the viewer's Host header", async () => {
    const { ask, reached } = await serving();
    await ask("/backend/x", { headers: { host: "evil.example" } });
    expect(reached[0]?.sourceIp).toBe("192.0.2.1");
    expect(headerOf(reached[0], "host")).toEqual([]);
  });

  it("has only the parts that the policies forward", async () => {
    const behaviors = BEHAVIORS.map((behavior) => ({
      ...behavior,
      forwards: { headers: "none", query: false, cookies: false } as const,
      forwardedHeaders: ["authorization"],
    }));
    const { ask, reached } = await serving({}, { behaviors });
    await ask("/backend/x?q=1", {
      headers: { authorization: "Bearer t", cookie: "a=1", "x-mine": "1", "user-agent": "me" },
    });
    expect(reached[0]?.query).toBe("");
    expect(headerOf(reached[0], "authorization")).toEqual(["Bearer t"]);
    for (const name of ["cookie", "x-mine", "cloudfront-viewer-country"])
      expect(headerOf(reached[0], name)).toEqual([]);
    expect(headerOf(reached[0], "user-agent")).toEqual(["Amazon CloudFront"]);
  });

  it("is cut off one byte above the gateway's limit", async () => {
    const { ask, reached } = await serving();
    await ask("/backend/x", { method: "POST" }, Buffer.alloc(11 * 1024 * 1024));
    expect(reached[0]?.body.length).toBe(10 * 1024 * 1024 + 1);
  });
});
