import { type Place, TemplateError } from "./errors.ts";

const REFERENCE = /\{\{resolve:([a-z-]+):([^}]+)\}\}/g;

/**
 * Resolves `{{resolve:secretsmanager:<name or ARN>[:SecretString[:<JSON key>[:<stage>[:<version>]]]]}}` like
 * CloudFormation, but always takes the newest value.
 */
export function resolveDynamicReferences(
  text: string,
  place: Place,
  secret: (name: string) => string | undefined,
): string {
  if (!text.includes("{{resolve:")) return text;
  return text.replaceAll(REFERENCE, (whole, service: string, reference: string) => {
    if (service !== "secretsmanager") throw new TemplateError(place, `cannot resolve ${whole}`);
    const [id, key] = parse(reference);
    const value = secret(secretName(id));
    if (value === undefined) throw new TemplateError(place, `the secret ${id} has no local value`);
    return key === undefined || key === "" ? value : pick(value, key, id, place);
  });
}

/** The secret's id and the JSON key. An id that is an ARN contains colons. */
function parse(reference: string): [id: string, key: string | undefined] {
  const parts = reference.split(":");
  const idLength = reference.startsWith("arn:") ? 7 : 1;
  return [parts.slice(0, idLength).join(":"), parts[idLength + 1]];
}

/** The name in an id. An ARN adds six characters to the name. */
export function secretName(id: string): string {
  return id.startsWith("arn:")
    ? id
        .split(":")
        .slice(6)
        .join(":")
        .replace(/-[A-Za-z0-9]{6}$/, "")
    : id;
}

function pick(value: string, key: string, id: string, place: Place): string {
  const parsed: unknown = JSON.parse(value);
  const field = Object.entries(typeof parsed === "object" && parsed !== null ? parsed : {}).find(
    ([name]) => name === key,
  );
  if (typeof field?.[1] === "string") return field[1];
  throw new TemplateError(place, `the secret ${id} has no field ${key}`);
}
