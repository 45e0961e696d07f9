import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { pagesFunction } from "../../infra/pages.ts";

const code = pagesFunction({ prerendered: ["/", "/pricing", "/legal/terms"], application: "/app.html" });

function documentOf(uri: string): string {
  const event = {
    version: "1.0",
    request: { method: "GET", uri, querystring: {}, headers: {}, cookies: {} },
  };
  return runInNewContext(`${code};handler(event).uri`, { event }) as string;
}

it.each([
  ["/", "/index.html"],
  ["/pricing", "/pricing/index.html"],
  ["/pricing/", "/pricing/index.html"],
  ["/legal/terms", "/legal/terms/index.html"],
])("serves the prerendered page %s from %s", (uri, document) => {
  expect(documentOf(uri)).toBe(document);
});

it.each(["/assets/main-1a2b.js", "/config.json", "/robots.txt", "/app.html", "/.well-known/security.txt"])(
  "leaves the file %s alone",
  (uri) => expect(documentOf(uri)).toBe(uri),
);

it.each(["/dashboard", "/dashboard/seats", "/pricing/x", "/v1.2/page", "/constructor", "/__proto__"])(
  "serves the application at %s",
  (uri) => expect(documentOf(uri)).toBe("/app.html"),
);

it("uses nothing that cloudfront-js-2.0 lacks", () => {
  expect(code).not.toMatch(/\?\.|\?\?|Object\.hasOwn|class |import |\.at\(/);
});

it("says so when there are more pages than CloudFront takes", () => {
  const prerendered = Array.from({ length: 500 }, (_, page) => `/articles/number-${page}`);
  expect(() => pagesFunction({ prerendered, application: "/app.html" })).toThrow(
    /The pages function has \d+ bytes of CloudFront's 10240: 500 prerendered paths are too many/,
  );
});
