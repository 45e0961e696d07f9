import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { DOCS_PATH } from "#shared/site.ts";
import { openApi, publicApiText } from "../../scripts/docs/openapi.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";

const run = promisify(execFile);
const operations = Object.values(openApi().paths).flatMap((methods) => Object.values(methods));
/** The calls that a reader of the page can try at once: public calls, and calls for devices and customers. */
const tried = operations.filter((operation) =>
  ["public", "device", "customer"].includes(operation["x-audience"]),
);
/** Fields whose valid values depend on the stack, so no example has a valid value. */
const NOT_HERE = [
  "price_id",
  "success_url",
  "return_url",
  "code",
  "email",
  "licenseKey",
  "keyId",
  "recoveryCode",
];
const isForOperators = (operation: (typeof operations)[number]) => operation["x-audience"] === "operator";

describe("the page about the API", () => {
  const get = (path: string) => fetch(stack().siteUrl + path);

  test("is served with and without a trailing slash, has the site's security policy and no inline script, and lists every call", async () => {
    for (const path of [DOCS_PATH, `${DOCS_PATH}/`]) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toContain("text/html");
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain("unsafe-inline");
      const html = await answer.text();
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
      for (const operation of operations) {
        const anchor = `id="${operation.operationId.replace("/", "-")}"`;
        expect(html.includes(anchor), anchor).toBe(!isForOperators(operation));
        if (!isForOperators(operation)) expect(html).toContain(operation.summary);
      }
    }
  });

  test("has its OpenAPI document next to it, without the operators' calls", async () => {
    const answer = await get(`${DOCS_PATH}/openapi.json`);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(await answer.json()).toEqual(JSON.parse(publicApiText()));
  });

  test("leaves the API's own paths unchanged", async () => {
    expect((await get("/backend/status")).headers.get("content-type")).toContain("application/json");
    expect((await get("/backend/documents")).status).toBe(404);
  });
});

describe("the page's example", () => {
  let person: Person;
  beforeAll(async () => {
    person = await signUpPerson();
  });

  test.each(tried.map((operation) => [operation.operationId, operation] as const))(
    "of %s gets an answer that the page lists",
    async (_id, operation) => {
      const source = operation["x-codeSamples"][0]?.source ?? "";
      const { stdout } = await run("sh", ["-c", `${source} --silent --write-out '\\n%{http_code}'`], {
        env: { ...process.env, SITE: stack().siteUrl, TOKEN: person.accessToken },
      });
      // Several of these calls end sessions.
      if (operation.operationId.startsWith("accounts/")) person = await signUpPerson();
      const [status, ...rest] = stdout.split("\n").reverse();
      const text = rest.reverse().join("\n");
      // The stack may refuse an example because its objects do not exist, but never because of its form.
      expect(Object.keys(operation.responses), text).toContain(status);
      if (status === "200" || status === "302") return;
      const { code, field } = JSON.parse(text);
      if (code === "VALIDATION_ERROR") expect(NOT_HERE).toContain(field);
      else expect(operation.responses[status ?? ""]?.description).toContain(code);
    },
  );
});
