import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { JUDGES } from "../../scripts/judge/all.ts";
import { explained, NEWER_ANSWERS, NEWER_REQUESTS } from "../../scripts/judge/newerThanMock.ts";
import { answerCheck } from "../../scripts/judge/openApi.ts";
import { stripeTypes } from "../../scripts/judge/stripeTypes.ts";
import { start } from "../../scripts/judge/tools.ts";

const root = path.resolve(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");

test.each(JUDGES)("$name has a row in docs/judges.md", ({ name }) => {
  expect(textOf("docs/judges.md")).toContain(`| ${name} |`);
});

test("each judge has a unique name", () => {
  expect(new Set(JUDGES.map(({ name }) => name)).size).toBe(JUDGES.length);
});

test("each exception for a field that Stripe's document lacks names a line of the SDK's types", () => {
  const missing = [...NEWER_REQUESTS, ...NEWER_ANSWERS].filter(
    ({ types: [file, line] }) => !textOf(path.join("node_modules/stripe", file)).includes(line),
  );
  expect(missing).toEqual([]);
});

test("an exception removes the finding that it explains, and is a finding itself if it explains none", () => {
  const kept = { call: "POST /v1/x", says: "pause", types: ["a", "b"] } as const;
  expect(explained({ findings: ["POST /v1/x: no pause"], judged: "1" }, [kept]).findings).toEqual([]);
  expect(explained({ findings: ["POST /v1/y: no pause"], judged: "1" }, [kept]).findings).toEqual([
    "POST /v1/y: no pause",
    expect.stringMatching(/explains nothing; remove it/),
  ]);
});

test("the check finds an answer with a field that the SDK's types lack", async () => {
  const { findings } = await stripeTypes.plant();
  expect(findings).toEqual([expect.stringMatching(/^GET \/v1\/balance 200: .*shoe_size/)]);
});

test("a program ends normally even if it prints more than a pipe holds and its output is not read", async () => {
  const program = "require('node:fs').writeSync(1, 'x'.repeat(2 ** 20))";
  const [status] = await once(start(process.execPath, ["-e", program]), "close");
  expect(status).toBe(0);
});

describe("an answer checked against an OpenAPI document", () => {
  const name = { anyOf: [{ $ref: "#/components/schemas/name" }], nullable: true };
  const customer = {
    type: "object",
    required: ["name"],
    properties: { name, nullable: { type: "boolean" } },
  };
  const schemaOf = (schema: string) => ({
    content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
  });
  const errorsOf = answerCheck({
    paths: {
      "/v1/customers/{customer}": {
        get: { responses: { "200": schemaOf("customer"), default: schemaOf("name") } },
      },
    },
    components: { schemas: { customer, name: { type: "string", enum: ["Ada", "Bob"] } } },
  });
  const said = (answer: unknown, status = 200) => errorsOf("GET", "/v1/customers/:id", status, answer);

  test("is valid even if a field is null", () => {
    expect(said({ name: "Ada", nullable: true })).toEqual([]);
    expect(said({ name: null })).toEqual([]);
    expect(said("Ada", 404)).toEqual([]);
  });

  test("is invalid with a missing field, an unknown value or a wrong type", () => {
    expect(said({})).toEqual([". must have required property 'name'"]);
    expect(said({ name: "Eve" })).toEqual([expect.stringContaining(".name must be equal to one of")]);
    expect(said({ name: null, nullable: "yes" })).toEqual([".nullable must be boolean"]);
  });

  test("is invalid for a call that the document lacks", () => {
    expect(errorsOf("GET", "/v1/customers/:id/pause", 200, {})).toBeUndefined();
    expect(errorsOf("POST", "/v1/customers/:id", 200, {})).toBeUndefined();
  });
});
