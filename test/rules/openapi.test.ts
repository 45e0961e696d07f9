import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { API_STAGE } from "../../infra/gate.ts";
import { OPENAPI_FILE, openApi, openApiText, pathOf } from "../../scripts/docs/openapi.ts";
import { withoutShorthands } from "../../scripts/docs/patterns.ts";

const document = openApi();
const endpoints = Object.entries<Endpoint>(ENDPOINTS);
const operationOf = (contract: Endpoint) => document.paths[pathOf(contract)]?.[contract.method.toLowerCase()];

test("docs/api/openapi.json says what the registry says: npm run docs writes it", () => {
  expect(readFileSync(OPENAPI_FILE, "utf8")).toBe(openApiText());
});

test("it is below the address where the API answers", () => {
  expect(document.servers).toEqual([{ url: `/${API_STAGE}` }]);
});

test("it says what the calls of each feature are for", () => {
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

test("its patterns mean the same to every reader: none has letters or digits of all scripts", () => {
  const patterns = [...openApiText().matchAll(/"pattern": (".*")/g)].map(([, text]) =>
    JSON.parse(text ?? ""),
  );
  expect(patterns.length).toBeGreaterThan(100);
  expect(patterns.filter((pattern) => /\\[wdp]/.test(pattern))).toEqual([]);
  expect(withoutShorthands(String.raw`^[\w.-]+\d\.\w$`)).toBe(
    String.raw`^[0-9A-Za-z_.-]+[0-9]\.[0-9A-Za-z_]$`,
  );
});

test("every reference in it leads somewhere", () => {
  const references = [...openApiText().matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, place]) => place ?? "");
  expect(references.length).toBeGreaterThan(0);
  for (const place of new Set(references)) {
    const found = place
      .split("/")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    expect(found, place).toBeDefined();
  }
});

type WholeNumber = { minimum?: number; maximum?: number };

/** The schemas of whole numbers in a part of the document. */
function* wholeNumbersIn(part: unknown): Generator<WholeNumber> {
  if (typeof part !== "object" || part === null) return;
  if ("type" in part && part.type === "integer") yield part as WholeNumber;
  for (const inner of Object.values(part)) yield* wholeNumbersIn(inner);
}

describe.each(endpoints)("%s", (id, contract) => {
  const operation = operationOf(contract);

  test("has a sentence: the comment above its contract", () => {
    expect(operation?.operationId).toBe(id);
    expect(operation?.description.length ?? 0, `Write a comment above ${id}'s contract.`).toBeGreaterThan(10);
  });

  test("says that the gateway may throttle it", () => {
    expect(operation?.responses["429"]).toBeDefined();
  });

  test("asks for a token exactly where the gateway does", () => {
    const asks = JSON.stringify(operation?.security).includes("accessToken");
    expect(asks).toBe(contract.audience === "customer" || contract.audience === "operator");
    expect(Boolean(operation?.responses["401"])).toBe(asks);
  });

  test("has every path parameter, and no body where it is a read", () => {
    const named = operation?.parameters.filter((parameter) => parameter.in === "path");
    const inPath = [...pathOf(contract).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(named?.map(({ name }) => name).sort()).toEqual(inPath.sort());
    if (contract.method === "GET") expect(operation?.requestBody).toBeUndefined();
  });

  test("bounds every whole number that it takes", () => {
    const whole = [...wholeNumbersIn([operation?.requestBody, operation?.parameters])];
    const unbounded = whole.filter(
      ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }) =>
        minimum === Number.MIN_SAFE_INTEGER || maximum === Number.MAX_SAFE_INTEGER,
    );
    expect(unbounded).toEqual([]);
  });

  test("its example is what the contract takes", () => {
    const [sample] = operation?.["x-codeSamples"] ?? [];
    expect(sample === undefined).toBe(contract.audience === "stripe");
    const source = sample?.source ?? "";
    const address = new URL((/"\$SITE([^"]+)"/.exec(source)?.[1] ?? "/").replace(/^\/?/, "http://site/"));
    const body = /-d '([\s\S]*)'$/.exec(source)?.[1]?.replaceAll("'\\''", "'") ?? "{}";
    const pattern = pathOf(contract).replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const found = new RegExp(`^/${API_STAGE}${pattern}$`).exec(address.pathname)?.groups ?? {};
    const given = { ...Object.fromEntries(address.searchParams), ...JSON.parse(body), ...found };
    if (sample !== undefined) expect(z.safeParse(contract.input, given).error?.issues).toBeUndefined();
  });
});
