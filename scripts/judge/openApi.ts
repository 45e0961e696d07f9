import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import * as z from "zod/mini";

const Schema = z.record(z.string(), z.unknown());
type Schema = z.infer<typeof Schema>;
const Response = z.object({ content: z.record(z.string(), z.object({ schema: Schema })) });
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.optional(z.record(z.string(), Response)) })),
  ),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});

/** The answer's errors, one line each; undefined if the document has no such call. */
export type AnswerCheck = (
  method: string,
  route: string,
  status: number,
  answer: unknown,
) => readonly string[] | undefined;

/**
 * Checks answers against an OpenAPI 3.0 document. JSON Schema has no `nullable` beside `$ref` and `anyOf`, so a
 * nullable schema becomes "this schema or null".
 */
export function answerCheck(given: unknown): AnswerCheck {
  const document = Document.parse(given);
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, logger: false });
  ajv.addSchema({ $id: "doc", components: toJsonSchema(document.components) });
  const routes = Object.entries(document.paths).map(([path, calls]) => ({ pattern: patternOf(path), calls }));
  const compiled = new Map<Schema, ValidateFunction>();

  return (method, route, status, answer) => {
    const responses = routes
      .filter(({ pattern }) => pattern.test(route))
      .map(({ calls }) => calls[method.toLowerCase()]?.responses)
      .find((found) => found !== undefined);
    const schema = (responses?.[String(status)] ?? responses?.default)?.content["application/json"]?.schema;
    if (schema === undefined) return undefined;
    const validate = compiled.get(schema) ?? ajv.compile(toJsonSchema(schema, "doc"));
    compiled.set(schema, validate);
    if (validate(answer)) return [];
    return withoutBranches(validate.errors ?? []);
  };
}

/** `/v1/customers/{customer}` matches only `/v1/customers/:id`. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.]/g, "\\.").replaceAll(/\{[^}]+\}/g, ":\\w+")}$`);
}

function toJsonSchema(value: unknown, base = ""): Schema {
  return Schema.parse(converted(value, base));
}

function converted(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => converted(entry, base));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [
    key,
    key === "$ref" && typeof entry === "string" ? `${base}${entry}` : converted(entry, base),
  ]);
  const { nullable, ...schema } = Object.fromEntries(entries);
  return nullable === true ? { anyOf: [schema, { type: "null" }] } : { ...schema, ...notAFlag(nullable) };
}

/** A property may also be called `nullable`. */
const notAFlag = (nullable: unknown): object =>
  typeof nullable === "object" && nullable !== null ? { nullable } : {};

/**
 * A failed `anyOf` reports every branch. Keeps the errors deepest in the answer. Drops an error of type ("must be
 * string") if the same field has another error.
 */
function withoutBranches(errors: readonly ErrorObject[]): string[] {
  const deepest = errors.filter(
    ({ instancePath, keyword }) =>
      keyword !== "anyOf" && !errors.some((other) => other.instancePath.startsWith(`${instancePath}/`)),
  );
  const telling = deepest.filter(
    ({ instancePath, keyword }) =>
      keyword !== "type" ||
      !deepest.some((other) => other.instancePath === instancePath && other.keyword !== "type"),
  );
  return [...new Set(telling.map(describe))];
}

function describe({ instancePath, message, params }: ErrorObject): string {
  const place = instancePath.replaceAll(/\/\d+(?=\/|$)/g, "[]").replaceAll("/", ".") || ".";
  const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(", ")}` : "";
  return `${place} ${message}${allowed}`.slice(0, 300);
}
