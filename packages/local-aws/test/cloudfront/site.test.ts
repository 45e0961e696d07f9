import { writeFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BEHAVIORS, serving } from "./serving.ts";

describe("the site's files", () => {
  it("are chosen by the viewer-request function", async () => {
    const { ask } = await serving();
    expect((await ask("/")).body.toString()).toBe("<p>the page</p>");
    expect((await ask("/dashboard/x?y=1")).body.toString()).toBe("<p>the shell</p>");
    expect((await ask("/")).status).toBe(200);
    const moved = await ask("/old?a=1&b=2");
    expect([moved.status, moved.headers.location]).toEqual([301, "/new?a,b"]);
  });

  it("give S3's 403 for a missing file, and for a path outside the bucket", async () => {
    const { ask } = await serving();
    for (const target of [
      "/none.js",
      "/../../../../etc/passwd.x",
      "/%2e%2e/%2e%2e/package.json",
      "/a%00.js",
    ]) {
      const answer = await ask(target);
      expect(answer.status, target).toBe(403);
      expect(answer.body.toString()).toContain("<Code>AccessDenied</Code>");
    }
  });

  it("have the status that the viewer-response function sets, unless the answer is a 304", async () => {
    const { ask } = await serving();
    const first = await ask("/dashboard");
    expect([first.status, first.body.toString()]).toEqual([418, "<p>the shell</p>"]);
    const again = await ask("/dashboard", { headers: { "if-none-match": first.headers.etag } });
    expect(again.status).toBe(304);
  });

  it("give S3's 404 for a missing file if CloudFront may list the bucket", async () => {
    const behaviors = BEHAVIORS.map((behavior) =>
      behavior.origin.kind === "api"
        ? behavior
        : { ...behavior, origin: { ...behavior.origin, listed: true } },
    );
    const { ask } = await serving({}, { behaviors });
    const answer = await ask("/none.js");
    expect([answer.status, answer.body.toString()]).toEqual([404, expect.stringContaining("NoSuchKey")]);
  });

  it("are cached for a year below /assets, and revalidated elsewhere", async () => {
    const { ask } = await serving();
    expect((await ask("/assets/app-1a2b.js")).headers["cache-control"]).toBe(
      "public, max-age=31536000, immutable",
    );
    expect((await ask("/")).headers["cache-control"]).toBe("no-cache");
  });

  it("have an ETag, and give a 304 until the file changes", async () => {
    const { ask, directory } = await serving();
    const { etag } = (await ask("/")).headers;
    const again = await ask("/", { headers: { "if-none-match": etag } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const weak = await ask("/", { headers: { "if-none-match": `W/${etag}` } });
    expect(weak.status).toBe(304);
    writeFileSync(path.join(directory, "index.html"), "<p>another page</p>");
    expect((await ask("/", { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("answer one range of bytes, with which players seek", async () => {
    const { ask } = await serving();
    const part = async (range: string) => {
      const { status, headers, body } = await ask("/assets/app-1a2b.js", { headers: { range } });
      return [status, headers["content-range"], body.length];
    };
    expect(await part("bytes=3290-")).toEqual([206, "bytes 3290-3299/3300", 10]);
    expect(await part("bytes=0-9")).toEqual([206, "bytes 0-9/3300", 10]);
    expect((await part("bytes=9999-"))[0]).toBe(200);
  });

  it("answer HEAD with the length and without a body", async () => {
    const { ask } = await serving();
    const head = await ask("/", { method: "HEAD" });
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, "15", 0]);
  });

  it("refuse methods that the behavior does not allow", async () => {
    const { ask } = await serving();
    expect((await ask("/", { method: "POST" })).status).toBe(403);
  });
});

describe("compression", () => {
  it("prefers brotli to gzip and weakens the ETag", async () => {
    const { ask } = await serving();
    const script = "/assets/app-1a2b.js";
    const plain = await ask(script);
    const brotli = await ask(script, { headers: { "accept-encoding": "gzip, deflate, br" } });
    const gzip = await ask(script, { headers: { "accept-encoding": "gzip" } });
    expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(brotli.headers.etag).toBe(`W/${plain.headers.etag}`);
  });

  it("skips small files, images and behaviors without compression", async () => {
    const headers = { "accept-encoding": "br" };
    const small = await serving();
    expect((await small.ask("/", { headers })).headers["content-encoding"]).toBeUndefined();
    const image = await serving({ headers: [["content-type", "image/png"]], body: Buffer.alloc(5000) });
    expect((await image.ask("/backend/x", { headers })).headers["content-encoding"]).toBeUndefined();
    const behaviors = BEHAVIORS.map((behavior) => ({ ...behavior, compress: false }));
    const off = await serving({ body: Buffer.alloc(5000, "a") }, { behaviors });
    expect((await off.ask("/backend/x", { headers })).headers["content-encoding"]).toBeUndefined();
  });
});

describe("the response headers policy", () => {
  it("applies to every answer, with local addresses and without rules that require TLS", async () => {
    const { ask } = await serving();
    for (const target of ["/", "/none.js", "/backend/x"]) {
      const { headers } = await ask(target);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none'; connect-src 'self' http://localhost:4404; form-action 'self' https://checkout.stripe.com http://127.0.0.1:4405",
      );
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });

  it("overrides the origin's header of the same name", async () => {
    const { ask } = await serving({
      headers: [
        ["x-content-type-options", "own"],
        ["x-other", "kept"],
      ],
    });
    expect((await ask("/backend/x")).headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-other": "kept",
    });
  });
});
