import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";

/**
 * CloudFormation's own description of its resources, which the CDK uses as well: the properties, their types, which
 * are required, and which replace the resource when they change.
 */
const spec = loadAwsServiceSpecSync();

type Described = NonNullable<ReturnType<typeof describe>>;
type Property = Described["properties"][string];
type Kind = Property["type"];

function describe(type: string) {
  const [found] = spec.lookup("resource", "cloudFormationType", "equals", type);
  return found;
}

function isIntrinsic(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const [key, ...others] = Object.keys(value);
  return others.length === 0 && key !== undefined && (key === "Ref" || key.startsWith("Fn::"));
}

/** The reasons why CloudFormation would refuse a resource, each with the path of a property. */
export function problemsOf(type: string, properties: Record<string, unknown>): string[] {
  const resource = describe(type);
  if (!resource) return [`${type} is not a type of resource`];
  return inObject(resource.properties, properties, type);
}

/** The attributes of a resource that `Fn::GetAtt` can read. */
export function attributesOf(type: string): string[] {
  const resource = describe(type);
  // A property of the primary identifier is an attribute as well.
  return resource ? [...Object.keys(resource.attributes), ...(resource.primaryIdentifier ?? [])] : [];
}

/** The properties whose change replaces the resource with an empty one. */
export function replacingProperties(type: string): string[] {
  return Object.entries(describe(type)?.properties ?? {}).flatMap(([name, property]) =>
    property.causesReplacement === "yes" ? [name] : [],
  );
}

function inObject(
  described: Readonly<Record<string, Property>>,
  given: Record<string, unknown>,
  at: string,
): string[] {
  const missing = Object.entries(described).flatMap(([name, { required }]) =>
    required && given[name] === undefined ? [`${at}.${name} is required`] : [],
  );
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const property = described[name];
    if (property === undefined) return [`${at}.${name} is not a property`];
    const kinds = [property.type, ...(property.previousTypes ?? [])];
    const problems = kinds.map((kind) => inValue(kind, value, `${at}.${name}`));
    return problems.find((list) => list.length === 0) ?? problems[0] ?? [];
  });
  return [...missing, ...wrong];
}

const PRIMITIVES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => ["string", "number", "boolean"].includes(typeof value),
  "date-time": (value) => typeof value === "string",
  number: (value) => typeof value === "number" || /^-?[\d.]+$/.test(String(value)),
  integer: (value) => Number.isInteger(Number(value)),
  boolean: (value) => typeof value === "boolean" || value === "true" || value === "false",
  json: (value) => typeof value === "object" || typeof value === "string",
  tag: (value) => typeof value === "object",
  null: (value) => value === null,
};

function inValue(kind: Kind, value: unknown, at: string): string[] {
  if (isIntrinsic(value)) return [];
  if (kind.type === "union") {
    const problems = kind.types.map((one) => inValue(one, value, at));
    return problems.find((list) => list.length === 0) ?? problems[0] ?? [];
  }
  if (kind.type === "array")
    return Array.isArray(value)
      ? value.flatMap((item, index) => inValue(kind.element, item, `${at}[${index}]`))
      : [`${at} is not a list`];
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (kind.type === "map")
    return isObject
      ? Object.entries(value).flatMap(([name, item]) => inValue(kind.element, item, `${at}.${name}`))
      : [`${at} is not a map`];
  if (kind.type === "ref")
    return isObject
      ? inObject(spec.get("typeDefinition", kind.reference.$ref).properties, { ...value }, at)
      : [`${at} is not an object`];
  const fits = PRIMITIVES[kind.type];
  if (!fits) throw new Error(`CloudFormation's description has an unknown kind: ${kind.type}`);
  return fits(value) ? [] : [`${at} is not of the type ${kind.type}`];
}
