import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { decodeForm } from "../../local/stripe/http/form.ts";
import { type Exchange, encodeForm, makeIsNew } from "../../local/stripe/http/recording.ts";
import { JUDGES } from "../../scripts/judge/all.ts";
import { explained, NEWER_ANSWERS, NEWER_REQUESTS } from "../../scripts/judge/newerThanMock.ts";
import { answerCheck } from "../../scripts/judge/openApi.ts";
import { distinctRequests, readRecording } from "../../scripts/judge/recording.ts";
import { stripeTypes } from "../../scripts/judge/stripeTypes.ts";
import { startBench } from "../local/stripe/sandbox.ts";

const root = path.resolve(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");

const EXCHANGE: Exchange = {
  method: "POST",
  route: "/v1/customers",
  version: "2026-10-28.endive",
  params: { email: "ada@example.com" },
  status: 200,
  answer: { id: "cus_x", object: "customer", name: null, metadata: { userId: "u-1" } },
};

test.each(JUDGES)("$name has a row in docs/judges.md, with how it is installed", ({ name, install }) => {
  const page = textOf("docs/judges.md");
  expect(page).toContain(`| ${name} |`);
  expect(page).toContain(install);
});

test("each judge has a separate name", () => {
  expect(new Set(JUDGES.map(({ name }) => name)).size).toBe(JUDGES.length);
});

test("what is kept as newer than Stripe's document stands in the SDK's types", () => {
  const missing = [...NEWER_REQUESTS, ...NEWER_ANSWERS].filter(
    ({ types: [file, line] }) => !textOf(path.join("node_modules/stripe", file)).includes(line),
  );
  expect(missing).toEqual([]);
});

test("a kept entry explains its finding, and is a finding where it explains nothing", () => {
  const kept = { call: "POST /v1/x", says: "pause", types: ["a", "b"] } as const;
  expect(explained({ findings: ["POST /v1/x: no pause"], judged: "1" }, [kept]).findings).toEqual([]);
  expect(explained({ findings: ["POST /v1/y: no pause"], judged: "1" }, [kept]).findings).toEqual([
    "POST /v1/y: no pause",
    expect.stringMatching(/explains nothing; remove it/),
  ]);
});

test("an answer with a field that the SDK's types lack is found", async () => {
  const { findings } = await stripeTypes.plant();
  expect(findings).toEqual([expect.stringMatching(/^GET \/v1\/balance 200: .*shoe_size/)]);
});

describe("a recording", () => {
  test("has each shape of request and answer once, without ids", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "articlip-recording-"));
    const bench = await startBench({ recordTo: folder });
    const first = await bench.stripe.customers.create({ email: "ada@example.com" });
    await bench.stripe.customers.create({ email: "bob@example.com" });
    await bench.stripe.customers.create({ email: "bob@example.com", name: "Bob" });
    await bench.stripe.customers.retrieve(first.id);
    await bench.stripe.customers.retrieve("cus_nobody").catch(() => {});
    await bench.close();
    const exchanges = readRecording(folder);
    expect(exchanges.map(({ method, route, status }) => `${status} ${method} ${route}`)).toEqual([
      "200 POST /v1/customers",
      "200 POST /v1/customers",
      "200 GET /v1/customers/:id",
      "404 GET /v1/customers/:id",
    ]);
    expect(JSON.stringify(exchanges)).not.toContain(first.id);
    expect(exchanges[0]).toMatchObject({ version: "2026-10-28.endive", answer: { id: "cus_x" } });
  });

  test("keeps an answer that shows a new word, type or field", () => {
    const isNew = makeIsNew();
    const answering = (answer: object) => isNew({ ...EXCHANGE, answer });
    expect(answering({ status: "open", name: null })).toBe(true);
    expect(answering({ status: "open", name: null })).toBe(false);
    expect(answering({ status: "paid", name: null })).toBe(true);
    expect(answering({ status: "open", name: "Ada Lovelace" })).toBe(true);
    expect(answering({ status: "paid", name: "Bob Builder" })).toBe(false);
  });

  test("is replayed without requests that the sandbox refused", () => {
    const refused = { ...EXCHANGE, status: 400, params: { shoe_size: "46" } };
    expect(distinctRequests([EXCHANGE, refused, EXCHANGE])).toEqual([EXCHANGE]);
  });

  test("is encoded as it came", () => {
    const text = "items[0][price]=price_x&items[0][quantity]=2&expand[0]=customer&description=";
    expect(decodeURIComponent(String(encodeForm(decodeForm(text))))).toBe(text);
  });
});

describe("an answer held against an OpenAPI document", () => {
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

  test("fits, also where a field is null", () => {
    expect(said({ name: "Ada", nullable: true })).toEqual([]);
    expect(said({ name: null })).toEqual([]);
    expect(said("Ada", 404)).toEqual([]);
  });

  test("does not fit for a missing field, an unknown word, another type", () => {
    expect(said({})).toEqual([". must have required property 'name'"]);
    expect(said({ name: "Eve" })).toEqual([expect.stringContaining(".name must be equal to one of")]);
    expect(said({ name: null, nullable: "yes" })).toEqual([".nullable must be boolean"]);
  });

  test("is of no call that the document has", () => {
    expect(errorsOf("GET", "/v1/customers/:id/pause", 200, {})).toBeUndefined();
    expect(errorsOf("POST", "/v1/customers/:id", 200, {})).toBeUndefined();
  });
});
