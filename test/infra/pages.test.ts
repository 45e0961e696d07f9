import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { APPLICATION_PATHS, DASHBOARD_PATH, FORM_PATHS, SITE_FILES } from "#shared/site.ts";
import { pagesFunction, statusFunction } from "../../infra/pages.ts";
import { paths } from "../../web/src/app/paths.ts";

const SITE = {
  prerendered: [...FORM_PATHS, DASHBOARD_PATH, "/", "/pricing", "/legal/terms"],
  application: { document: "/app.html", paths: APPLICATION_PATHS },
  notFound: "/404.html",
  files: SITE_FILES,
};
const code = pagesFunction(SITE);
const statusCode = statusFunction(SITE);

type Answer = {
  uri?: string;
  statusCode?: number;
  body?: { data: string };
  headers?: { location?: { value: string } };
};

function answerTo(uri: string): Answer {
  const event = {
    version: "1.0",
    request: { method: "GET", uri, querystring: {}, headers: {}, cookies: {} },
  };
  return runInNewContext(`${code};handler(event)`, { event }) as Answer;
}
const documentOf = (uri: string): string | undefined => answerTo(uri).uri;

function statusOf(uri: string, status = 200): number {
  const event = { version: "1.0", request: { uri }, response: { statusCode: status } };
  return runInNewContext(`${statusCode};handler(event).statusCode`, { event }) as number;
}

it.each([
  ["/", "/index.html"],
  ["/pricing", "/pricing/index.html"],
  ["/pricing/", "/pricing/index.html"],
  ["/legal/terms", "/legal/terms/index.html"],
])("the site serves the prerendered page %s from %s", (uri, document) => {
  expect(documentOf(uri)).toBe(document);
  expect(statusOf(uri)).toBe(200);
});

it.each([
  "/assets/main-1a2b3c4d.js",
  "/config.json",
  "/robots.txt",
  "/app.html",
  "/.well-known/security.txt",
  "/pictures/home.png",
  "/backend/docs/openapi.json",
])("the site does not rewrite the file %s", (uri) => expect(documentOf(uri)).toBe(uri));

it.each(["/R/ANNA-TUBE", "/R/ANNA-TUBE.", "/R/anna-tube/plans"])(
  "the site redirects %s, whose /R is a capital, to the same link below /r",
  (uri) => {
    const { statusCode: status, headers } = answerTo(uri);
    expect([status, headers?.location?.value]).toEqual([301, `/r${uri.slice(2)}`]);
  },
);

it.each(["/none.js", "/assets/main.js", "/assets/x/main-1a2b3c4d.js", "/wp-login.php", "/a.b/c.d", "/.env"])(
  "%s, which is not a file of the site, gets a plain 404",
  (uri) => {
    const { statusCode: status, body } = answerTo(uri);
    expect([status, body?.data]).toEqual([404, "There is no file at this address.\n"]);
  },
);

it.each([
  "/dashboard/seats",
  "/Dashboard/Seats/",
  "/checkout",
  "/checkout/subscription",
  "/admin-panel",
  "/ADMIN",
])("the site serves the application at %s", (uri) => {
  expect(documentOf(uri)).toBe("/app.html");
  expect(statusOf(uri)).toBe(200);
});

it.each([
  "/pricing/x",
  "/v1.2/page",
  "/constructor",
  "/__proto__",
  "/login/x",
  "/checkout/a/b",
  "/dashboards",
])("the site serves the 404 page with its status at %s", (uri) => {
  expect(documentOf(uri)).toBe("/404.html");
  // CloudFront may pass the second function the requested path or the rewritten one.
  expect(statusOf(uri)).toBe(404);
  expect(statusOf("/404.html")).toBe(404);
});

it("a 304 for the 404 page stays a 304, because the viewer has cached the page with its status", () => {
  expect(statusOf("/nowhere", 304)).toBe(304);
});

it("the site knows every path of the application's router", () => {
  const PUBLIC = [
    "home",
    "privacy",
    "terms",
    "about",
    "api",
    "automation",
    "status",
    "features",
    "pricing",
    "reviews",
    "featuresPage",
    "pricingPage",
    "questions",
  ];
  for (const [name, { pattern }] of Object.entries(paths)) {
    if (PUBLIC.includes(name)) continue;
    const uri = pattern.replace("/:mode?", "/payment");
    expect(["/app.html", `${uri}/index.html`], name).toContain(documentOf(uri));
  }
});

it("the site's function uses no syntax that cloudfront-js-2.0 lacks, such as optional chaining", () => {
  expect(code + statusCode).not.toMatch(/\?\.|\?\?|Object\.hasOwn|class |import |\.at\(/);
});

it("the synthesis fails if the site has too many pages for CloudFront", () => {
  const prerendered = Array.from({ length: 500 }, (_, page) => `/articles/number-${page}`);
  expect(() => pagesFunction({ ...SITE, prerendered })).toThrow(
    /The pages function has \d+ bytes of CloudFront's 10240: 500 prerendered paths are too many/,
  );
});
