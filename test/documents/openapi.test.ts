import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { API_STAGE } from "../../infra/gate.ts";
import { openApi, openApiText, pathOf, publicApiText } from "../../scripts/docs/openapi.ts";
import { withoutShorthands } from "../../scripts/docs/patterns.ts";

const document = openApi();
const text = openApiText();
const endpoints = Object.entries<Endpoint>(ENDPOINTS);
const operationOf = (contract: Endpoint) => document.paths[pathOf(contract)]?.[contract.method.toLowerCase()];

test("the API's document names the API's stage as its server", () => {
  expect(document.servers).toEqual([{ url: `/${API_STAGE}` }]);
});

test("the public page has every call except those for operators", () => {
  const shown = JSON.parse(publicApiText());
  for (const [id, contract] of endpoints)
    expect(shown.paths[pathOf(contract)]?.[contract.method.toLowerCase()] === undefined, id).toBe(
      contract.audience === "operator",
    );
  expect(shown.tags.map(({ name }: { name: string }) => name)).not.toContain("apiKeys");
});

test("the API's document describes the calls of each feature", () => {
  const features = new Set(endpoints.map(([id]) => id.split("/")[0]));
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...features].sort());
});

test("a license key is license_key in the rows of seats and keys, and licenseKey everywhere else", () => {
  const spelled: string[] = [];
  JSON.stringify(document, (_key, value) => {
    const { license_key, is_active } = value?.properties ?? {};
    if (license_key !== undefined && is_active === undefined)
      spelled.push(Object.keys(value.properties).join());
    return value;
  });
  expect(spelled).toEqual([]);
});

test("the patterns in the API's document avoid classes whose meaning differs between regular expression engines", () => {
  const patterns = [...text.matchAll(/"pattern": (".*")/g)].map(([, text]) => JSON.parse(text ?? ""));
  expect(patterns.length).toBeGreaterThan(100);
  expect(patterns.filter((pattern) => /\\[wdp]/.test(pattern))).toEqual([]);
  expect(withoutShorthands(String.raw`^[\w.-]+\d\.\w$`)).toBe(
    String.raw`^[0-9A-Za-z_.-]+[0-9]\.[0-9A-Za-z_]$`,
  );
});

test("every reference in the API's document has a target", () => {
  const references = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, place]) => place ?? "");
  expect(references.length).toBeGreaterThan(0);
  for (const place of new Set(references)) {
    const found = place
      .split("/")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    expect(found, place).toBeDefined();
  }
});

type WholeNumber = { minimum?: number; maximum?: number };

function* wholeNumbersIn(part: unknown): Generator<WholeNumber> {
  if (typeof part !== "object" || part === null) return;
  if ("type" in part && part.type === "integer") yield part as WholeNumber;
  for (const inner of Object.values(part)) yield* wholeNumbersIn(inner);
}

const wrong = (
  isRight: (contract: Endpoint, operation: NonNullable<ReturnType<typeof operationOf>>) => boolean,
) =>
  endpoints.flatMap(([id, contract]) => {
    const operation = operationOf(contract);
    return operation?.operationId === id && isRight(contract, operation) ? [] : [id];
  });

test("every call has a description", () => {
  expect(wrong((_contract, { description }) => description.length > 10)).toEqual([]);
});

test("every call lists the gateway's throttling answer", () => {
  expect(wrong((_contract, { responses }) => responses["429"] !== undefined)).toEqual([]);
});

test("a call requires a token if, and only if, the gateway does", () => {
  const right = wrong(({ audience, setsCookies }, { security, responses }) => {
    const asks = JSON.stringify(security).includes("accessToken");
    // A call that needs a cookie answers 401 without it.
    const mayRefuse = asks || (audience === "public" && setsCookies === true);
    return (
      asks === ["customer", "operator"].includes(audience) && mayRefuse === (responses["401"] !== undefined)
    );
  });
  expect(right).toEqual([]);
});

test("every call lists its path parameters, and a read has no body", () => {
  const found = wrong((contract, { parameters, requestBody }) => {
    const named = parameters.flatMap((parameter) => (parameter.in === "path" ? [parameter.name] : []));
    const inPath = [...pathOf(contract).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const isComplete = named.sort().join() === inPath.sort().join();
    return isComplete && (contract.method !== "GET" || requestBody === undefined);
  });
  expect(found).toEqual([]);
});

test("every whole number that a call takes is bounded", () => {
  const found = wrong((_contract, { requestBody, parameters }) =>
    [...wholeNumbersIn([requestBody, parameters])].every(
      ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }) =>
        minimum !== Number.MIN_SAFE_INTEGER && maximum !== Number.MAX_SAFE_INTEGER,
    ),
  );
  expect(found).toEqual([]);
});

test("the contract of every call accepts its example", () => {
  const found = wrong((contract, operation) => {
    const [sample] = operation["x-codeSamples"] ?? [];
    if (sample === undefined) return contract.audience === "stripe";
    const source = sample.source;
    const address = new URL((/"\$SITE([^"]+)"/.exec(source)?.[1] ?? "/").replace(/^\/?/, "http://site/"));
    const body = /-d '([\s\S]*)'$/.exec(source)?.[1]?.replaceAll("'\\''", "'") ?? "{}";
    const pattern = pathOf(contract).replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const inPath = new RegExp(`^/${API_STAGE}${pattern}$`).exec(address.pathname)?.groups ?? {};
    const given = { ...Object.fromEntries(address.searchParams), ...JSON.parse(body), ...inPath };
    return contract.audience !== "stripe" && z.safeParse(contract.input, given).success;
  });
  expect(found).toEqual([]);
});
