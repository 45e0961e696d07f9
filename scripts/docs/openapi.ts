import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { FEATURES } from "../../infra/features.ts";
import type { ApiDocument, ApiOperation, ApiParameter, JsonSchema } from "../../shared/apiDocument.ts";
import { BRAND } from "../../shared/brand.ts";
import type { Audience, Endpoint } from "../../shared/endpoint.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { ERROR_STATUS } from "../../shared/errors.ts";
import { errorsOf } from "../../shared/errorsOf.ts";
import { SECOND } from "../../shared/instant.ts";
import { API_PATH } from "../../shared/site.ts";
import { curlOf, type Filled } from "./curl.ts";
import { exampleOf } from "./examples.ts";
import { withoutProperties, withoutShorthands } from "./patterns.ts";
import { contractComments, inWords } from "./sentences.ts";

/** Not committed: `npm run docs` and scripts/judge.ts write it. */
const FILE = path.resolve(import.meta.dirname, "../../docs/api/openapi.json");

const INTRODUCTION = `The whole API of ${BRAND.name}. It answers on the site's own address below \`${API_PATH}\`.

Customers and operators send the access token of their sign-in as \`Authorization: Bearer …\`. It is valid for 15 minutes for customers and for 5 minutes for operators. Operators' scripts send an API key in its place, to the same paths below \`${API_PATH}/scripts\`. Computers authenticate with the request body. Unknown fields of a request are ignored, except that an operator's GET refuses them. Responses may gain fields: ignore those you do not know.

Every refusal is \`{ error, code, requestId, field?, details? }\`: \`error\` is a sentence for people, \`code\` is for programs, \`field\` names what was wrong in the input, \`requestId\` is what support asks for. A missing, broken or expired token is refused before the API is reached: 401 with \`{ "message": "Unauthorized" }\`.`;

const SECURITY: Readonly<Record<Audience, ApiOperation["security"]>> = {
  public: [],
  device: [],
  stripe: [{ stripeSignature: [] }],
  customer: [{ accessToken: [] }],
  operator: [{ accessToken: [] }],
};

const AUDIENCES: readonly Audience[] = ["public", "device", "stripe", "customer", "operator"];

const comments = contractComments();

export function openApi(audiences: readonly Audience[] = AUDIENCES): ApiDocument {
  const paths: Record<string, Record<string, ApiOperation>> = {};
  const endpoints = Object.entries<Endpoint>(ENDPOINTS).filter(([, { audience }]) =>
    audiences.includes(audience),
  );
  const features = new Set(endpoints.map(([id]) => id.split("/")[0]));
  for (const [id, contract] of endpoints) {
    const address = pathOf(contract);
    paths[address] = { ...paths[address], [contract.method.toLowerCase()]: operation(id, contract) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${BRAND.name} API`,
      version: "1",
      description: INTRODUCTION,
      license: { name: `${BRAND.name} terms of service`, url: `${BRAND.siteUrl}/terms` },
    },
    servers: [{ url: API_PATH }],
    tags: Object.entries(FEATURES)
      .filter(([name]) => features.has(name))
      .map(([name, purpose]) => ({
        name,
        description: `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}.`,
      })),
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        stripeSignature: { type: "apiKey", in: "header", name: "Stripe-Signature" },
      },
      schemas: { Error: ERROR, Gateway: MESSAGE },
    },
  };
}

const ERROR: JsonSchema = {
  type: "object",
  required: ["error", "code", "requestId"],
  properties: {
    error: { type: "string", description: "A sentence for people." },
    code: { type: "string", enum: Object.keys(ERROR_STATUS) },
    requestId: { type: "string" },
    field: { type: "string", description: "Which part of the input was wrong." },
    details: { type: "object" },
    serverTime: {
      type: "string",
      format: "date-time",
      description: "Only for computers, whose clock may be wrong.",
    },
  },
};

/** The gateway's own error body. */
const MESSAGE: JsonSchema = {
  type: "object",
  required: ["message"],
  properties: { message: { type: "string" } },
};

function operation(id: string, contract: Endpoint): ApiOperation {
  const input = schemaOf(contract.input, "input");
  const inPath = new Set([...pathOf(contract).matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""));
  const fields = Object.keys(input.properties ?? {});
  const isRead = contract.method === "GET";
  const body = isRead ? [] : fields.filter((field) => !inPath.has(field));
  const description = comments.get(id.split("/")[1] ?? id) ?? "";
  const parameters = fields
    .filter((field) => !body.includes(field))
    .map((name): ApiParameter => {
      const where = inPath.has(name) ? "path" : "query";
      const required = where === "path" || (input.required ?? []).includes(name);
      const schema = input.properties?.[name] ?? {};
      return { name, in: where, required, schema: where === "path" ? { minLength: 1, ...schema } : schema };
    });
  const bodySchema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(body.map((field) => [field, input.properties?.[field] ?? {}])),
    required: (input.required ?? []).filter((field) => body.includes(field)),
  };
  const required = [...(input.required ?? []), ...inPath];
  const filled = fill(contract, exampleOf({ ...input, required: [...new Set(required)] }), inPath);
  return {
    operationId: id,
    summary: inWords(id.split("/")[1] ?? id),
    description: contract.cacheFor
      ? `${description}\n\nThe answer may be kept for ${contract.cacheFor / SECOND} seconds.`
      : description,
    tags: [featureOf(id)],
    security: SECURITY[contract.audience],
    parameters,
    ...(body.length === 0
      ? {}
      : {
          requestBody: {
            required: bodySchema.required !== undefined && bodySchema.required.length > 0,
            content: { "application/json": { schema: bodySchema, example: filled.body } },
          },
        }),
    responses: { ...success(contract), ...refusals(contract, parameters.length > 0) },
    "x-audience": contract.audience,
    "x-error-codes": contract.errors ?? [],
    "x-codeSamples":
      contract.audience === "stripe" ? [] : [{ lang: "Shell", source: curlOf(contract, filled) }],
  };
}

/** The gateway's `{name+}` matches the rest of a path; OpenAPI has no such syntax. */
export const pathOf = ({ path: pattern }: Pick<Endpoint, "path">): string => pattern.replaceAll("+}", "}");
const featureOf = (id: string): string => id.split("/")[0] ?? id;

function fill(contract: Endpoint, example: unknown, inPath: ReadonlySet<string>): Filled {
  const given = Object.entries(typeof example === "object" && example !== null ? example : {});
  const rest = Object.fromEntries(given.filter(([name]) => !inPath.has(name)));
  const address = given.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    pathOf(contract),
  );
  if (contract.method === "GET") return { path: address, query: rest, body: null };
  return { path: address, query: {}, body: rest };
}

function success({ output, contentType, redirects }: Endpoint): ApiOperation["responses"] {
  if (redirects) return { "302": { description: "Redirects to the address in the `Location` header." } };
  const type = contentType?.split(";")[0] ?? "application/json";
  return { "200": { description: "Done.", content: { [type]: { schema: schemaOf(output, "output") } } } };
}

const ofSchema = (schema: JsonSchema) => ({ "application/json": { schema } });
const OWN: JsonSchema = { $ref: "#/components/schemas/Error" };
const GATEWAY: JsonSchema = { $ref: "#/components/schemas/Gateway" };

/** The gateway itself refuses calls without a valid token and calls above the limits, with another body. */
function refusals(contract: Endpoint, hasParameters: boolean): ApiOperation["responses"] {
  const byStatus = Object.groupBy(errorsOf(contract), (code) => ERROR_STATUS[code]);
  const asksForToken = SECURITY[contract.audience].some(({ accessToken }) => accessToken !== undefined);
  const alsoGateway = { "401": asksForToken, "429": true };
  const own = Object.entries(byStatus).map(([status, codes]) => {
    const schema = alsoGateway[status as keyof typeof alsoGateway] ? { anyOf: [OWN, GATEWAY] } : OWN;
    return [status, { description: (codes ?? []).join(", "), content: ofSchema(schema) }];
  });
  return {
    "429": { description: "Too many requests at once.", content: ofSchema(GATEWAY) },
    ...(hasParameters
      ? { "431": { description: "The address and the headers have more than 10,240 bytes." } }
      : {}),
    ...Object.fromEntries(own),
  };
}

/**
 * zod's JSON Schema without parts that do not help a caller: the dialect, and patterns of formats in answers. Lists a
 * record's known keys as properties.
 */
function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const whole = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // A number in a query: its limits are in the second half of the pipe.
      if (io === "input" && def.type === "pipe" && isNumber(jsonSchema)) {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, schemaOf(def.out, io));
      }
      if (jsonSchema.pattern !== undefined)
        jsonSchema.pattern = withoutShorthands(withoutProperties(jsonSchema.pattern));
      if (jsonSchema.format !== undefined && io === "output") delete jsonSchema.pattern;
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      const { propertyNames: names, additionalProperties: value } = jsonSchema;
      if (typeof names === "object" && names.enum !== undefined) {
        jsonSchema.properties = Object.fromEntries(names.enum.map((name) => [String(name), value ?? {}]));
        delete jsonSchema.propertyNames;
        delete jsonSchema.additionalProperties;
      }
    },
  });
  const { $schema: _, ...plain } = JSON.parse(JSON.stringify(whole));
  return plain;
}

/** Whether the schema is a number, or a union that begins with a number. */
const isNumber = ({ type, anyOf: [first] = [] }: z.core.JSONSchema.BaseSchema): boolean =>
  type === "number" || (typeof first === "object" && first.type === "number");

export const openApiText = (): string => `${JSON.stringify(openApi(), null, 2)}\n`;

export function writeOpenApi(): string {
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, openApiText());
  return FILE;
}

/** For the site, without the operators' calls, which are not public. */
export const publicApiText = (): string =>
  `${JSON.stringify(openApi(AUDIENCES.filter((audience) => audience !== "operator")), null, 2)}\n`;

if (import.meta.main) process.stdout.write(publicApiText());
