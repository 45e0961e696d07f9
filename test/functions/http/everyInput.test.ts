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

// Sends wrong input to every endpoint. The cases come from the contracts, so a new endpoint is covered.
// test/contracts/badInput.test.ts sends some of this input over HTTP.

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

/** @returns the endpoints that answer something other than this refusal, or write before they refuse */
async function mistakes(
  asked: Asked,
  refusal: { status: number; code: string; field: string },
): Promise<string[]> {
  const found: string[] = [];
  for (const id of writes) {
    const { status, body, hasWritten } = await ask(id, { ...signedIn(contractOf(id)), ...asked });
    const said = JSON.stringify({ status, code: body.code, field: body.field });
    if (said !== JSON.stringify(refusal)) found.push(`${id} says ${said}`);
    if (body.error === undefined || body.requestId !== "request")
      found.push(`${id} lacks a message or a request id`);
    if (contractOf(id).audience === "device" && body.serverTime === undefined)
      found.push(`${id} lacks a time`);
    if (hasWritten) found.push(`${id} writes`);
  }
  return found;
}

test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", undefined])(
  "JSON with the content type %j is answered with 415",
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
])("%s is answered with a 400 that names the body", async (_name, body) => {
  expect(await mistakes({ body }, { status: 400, code: "VALIDATION_ERROR", field: "body" })).toEqual([]);
});

test("a body larger than any contract needs is answered with 413", async () => {
  const body = JSON.stringify({ filler: "x".repeat(256 * 1024) });
  expect(await mistakes({ body }, { status: 413, code: "PAYLOAD_TOO_LARGE", field: "body" })).toEqual([]);
});

const NESTED = 6_000;
const WRONG: Readonly<Record<string, string>> = {
  "a number": "7",
  "an infinite number": "1e999",
  "a list": "[[]]",
  "an object": '{"a":{"b":1}}',
  null: "null",
  "an unknown word": '"nosuch"',
  "the empty text": '""',
  "long text": `"${"x".repeat(10_240)}"`,
  "control characters": '"desk\\u0000\\u001b[31m"',
  markup: '"<script>alert(1)</script>"',
  "deep nesting": `${"[".repeat(NESTED)}${"]".repeat(NESTED)}`,
};

/** Messages of the schema library, which must not reach a caller. */
const OF_THE_LIBRARY =
  /^(Invalid (input|option|string|number|key|value|discriminator)|Too (big|small)|Unrec)/;

/** Parses a body as the Lambda does. @returns the error, unless it is a refusal in our words */
function misread(id: EndpointId, sent: string): string[] {
  const contract = contractOf(id);
  // The body is parsed for a GET as well.
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
  "%s in any field is accepted or refused without an unexpected error",
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

test("an operator's read call refuses an unknown parameter and names it", () => {
  const taking = reads.filter((id) => refusedIn(id, { nosuch: "x" }).length === 0);
  expect(taking.filter((id) => contractOf(id).audience === "operator")).toEqual([]);
  const event = { headers: {}, queryStringParameters: { search: "x" } };
  expect(() => parseInput(contractOf("affiliates/listAffiliates"), event as never)).toThrow(
    expect.objectContaining({ code: "VALIDATION_ERROR", field: "search" }),
  );
});

test("read calls that are not for operators ignore the tracking parameters of links", () => {
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
])("%s refuses %j with the message: %s", (id, body, sentence) => {
  expect(misread(id, JSON.stringify(body))).toEqual([]);
  const event = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  expect(() => parseInput(contractOf(id), event as never)).toThrow(sentence);
});

test("__proto__ in a body changes no other object", () => {
  const body = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}';
  expect(parsed.flatMap((id) => misread(id, body))).toEqual([]);
  expect(({} as { admin?: true }).admin).toBeUndefined();
});
