import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Endpoint } from "#shared/endpoint.ts";
import type { EndpointId } from "#shared/endpoints.ts";
import { AppError } from "#shared/errors.ts";
import { parseInput } from "../../../functions/http/http.ts";
import {
  type Asked,
  CUSTOMER,
  contractOf,
  everyEndpoint,
  IDS,
  OPERATOR,
} from "../../support/memory/handlers.ts";

// Every endpoint against input that is wrong; generated from the contracts, so that no new endpoint is forgotten.
// test/contracts/badInput.test.ts sends some of it over HTTP.

const { rows, ask } = everyEndpoint();
rows.put("Users", CUSTOMER.row);
rows.put("Users", OPERATOR.row);

const parsed = IDS.filter((id) => contractOf(id).audience !== "stripe");
const writes = parsed.filter((id) => contractOf(id).method !== "GET" && !contractOf(id).takesNoBody);

const CALLERS = { customer: CUSTOMER, operator: OPERATOR };
const signedIn = ({ audience }: Endpoint): Asked =>
  audience === "operator" || audience === "customer"
    ? { authorizer: { jwt: { claims: CALLERS[audience].claims, scopes: [] } } }
    : {};

/** The endpoints that answer something else than this refusal, or touch more than their caller's row before it. */
async function mistakes(
  asked: Asked,
  refusal: { status: number; code: string; field: string },
): Promise<string[]> {
  const found: string[] = [];
  for (const id of writes) {
    const { status, body, hasWritten } = await ask(id, { ...signedIn(contractOf(id)), ...asked });
    const said = JSON.stringify({ status, code: body.code, field: body.field });
    if (said !== JSON.stringify(refusal)) found.push(`${id} says ${said}`);
    if (body.error === undefined || body.requestId !== "request") found.push(`${id} lacks words or an id`);
    if (contractOf(id).audience === "device" && body.serverTime === undefined)
      found.push(`${id} lacks a time`);
    if (hasWritten) found.push(`${id} writes`);
  }
  return found;
}

test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", undefined])(
  "JSON that says it is %j is a 415",
  async (type) => {
    const refusal = { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", field: "content-type" };
    expect(await mistakes({ body: "{}", headers: { "content-type": type } }, refusal)).toEqual([]);
  },
);

test.each([
  ["broken JSON", "{"],
  ["a list", "[]"],
  ["a string", '"text"'],
  ["null", "null"],
  ["a number", "7"],
])("%s is a 400 that names the body", async (_name, body) => {
  expect(await mistakes({ body }, { status: 400, code: "VALIDATION_ERROR", field: "body" })).toEqual([]);
});

test("more than a contract could need is a 413", async () => {
  const body = JSON.stringify({ filler: "x".repeat(256 * 1024) });
  expect(await mistakes({ body }, { status: 413, code: "PAYLOAD_TOO_LARGE", field: "body" })).toEqual([]);
});

const NESTED = 6_000;
/** As JSON. */
const WRONG: Readonly<Record<string, string>> = {
  "a number": "7",
  "an endless number": "1e999",
  "a list": "[[]]",
  "an object": '{"a":{"b":1}}',
  null: "null",
  "a word that no list has": '"nosuch"',
  "the empty text": '""',
  "long text": `"${"x".repeat(10_240)}"`,
  "control characters": '"desk\\u0000\\u001b[31m"',
  markup: '"<script>alert(1)</script>"',
  "deep nesting": `${"[".repeat(NESTED)}${"]".repeat(NESTED)}`,
};

/** The schema library's own words. */
const OF_THE_LIBRARY =
  /^(Invalid (input|option|string|number|key|value|discriminator)|Too (big|small)|Unrec)/;

/** Parses what is sent as the Lambda does. @returns what went wrong other than a refusal that names a field of ours */
function misread(id: EndpointId, sent: string): string[] {
  const contract = contractOf(id);
  // For a GET too: what it makes of text, it makes of all else.
  const event = { headers: { "content-type": "application/json" }, body: sent };
  try {
    parseInput(contract, event as never);
    return [];
  } catch (error) {
    const isRefusal = error instanceof AppError && error.code === "VALIDATION_ERROR";
    return isRefusal && !OF_THE_LIBRARY.test(error.message) ? [] : [`${id}: ${error}`];
  }
}

const fieldsOf = (id: EndpointId) =>
  Object.keys(z.toJSONSchema(contractOf(id).input, { io: "input", unrepresentable: "any" }).properties ?? {});

test.each(Object.entries(WRONG))(
  "%s in any field is taken or refused, and breaks nothing",
  (_what, value) => {
    const sent = (id: EndpointId) => {
      const fields = fieldsOf(id).map((field) => `${JSON.stringify(field)}:${value}`);
      return [...fields, fields.join()].map((content) => `{${content}}`);
    };
    expect(parsed.flatMap((id) => sent(id).flatMap((body) => misread(id, body)))).toEqual([]);
  },
);

const reads = parsed.filter((id) => contractOf(id).method === "GET");
const refusedIn = (id: EndpointId, query: Record<string, string>) =>
  (z.safeParse(contractOf(id).input, query).error?.issues ?? []).flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys : [],
  );

test("what an operator reads refuses a filter or an order that it does not have, and names it", () => {
  const taking = reads.filter((id) => refusedIn(id, { nosuch: "x" }).length === 0);
  expect(taking.filter((id) => contractOf(id).audience === "operator")).toEqual([]);
  const event = { headers: {}, queryStringParameters: { search: "x" } };
  expect(() => parseInput(contractOf("affiliates/listAffiliates"), event as never)).toThrow(
    expect.objectContaining({ code: "VALIDATION_ERROR", field: "search" }),
  );
});

test("what others read ignores what links carry along", () => {
  const refusing = reads.filter((id) => refusedIn(id, { fbclid: "x", utm_source: "y" }).length > 0);
  expect(refusing.filter((id) => contractOf(id).audience !== "operator")).toEqual([]);
});

test.each<[EndpointId, object, string]>([
  ["customers/listUsers", { sort: "x" }, 'sort must be "created_at", "email" or "last_sign_in_at".'],
  [
    "subscriptions/openPortal",
    { return_url: "https://shop.example.com/", flow: "x" },
    'flow must be "payment_method_update".',
  ],
  ["affiliates/listAffiliates", { search: "x" }, "search is not a field of this call."],
])("%s refuses %j and says: %s", (id, body, sentence) => {
  expect(misread(id, JSON.stringify(body))).toEqual([]);
  const event = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  expect(() => parseInput(contractOf(id), event as never)).toThrow(sentence);
});

test("__proto__ in a body changes no object", () => {
  const body = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}';
  expect(parsed.flatMap((id) => misread(id, body))).toEqual([]);
  expect(({} as { admin?: true }).admin).toBeUndefined();
});
