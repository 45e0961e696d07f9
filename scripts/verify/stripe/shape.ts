/** An answer's structure: field names, kinds, and Stripe's enum values. */
export type Shape = string | null | readonly Shape[] | { readonly [name: string]: Shape };

/** Fields with Stripe's enum values, which are part of the structure. */
const WORDS = new Set([
  "billing_reason",
  "collection_method",
  "currency",
  "interval",
  "mode",
  "object",
  "payment_status",
  "reason",
  "status",
  "type",
]);

/** The shop chooses the texts under these keys. */
const OWN = new Set(["metadata"]);

/** @param name the value's field name; elements have their array's name */
export function shapeOf(value: unknown, name = ""): Shape {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return distinct(value.map((one) => shapeOf(one, name)));
  if (typeof value === "object") {
    if (OWN.has(name)) return "texts by name";
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([key, inner]) => [key, shapeOf(inner, key)]),
    );
  }
  if (typeof value !== "string") return typeof value;
  if (WORDS.has(name)) return `=${value}`;
  const prefix = /^([a-z]+(?:_test)?)_[A-Za-z0-9]{8,}/.exec(value)?.[1];
  return prefix === undefined ? "text" : `id ${prefix}`;
}

/** Keeps one of equal elements, because two runs seldom list the same number of things. */
function distinct(shapes: readonly Shape[]): Shape[] {
  const seen = new Map(shapes.map((shape) => [JSON.stringify(shape), shape]));
  return [...seen].sort(([a], [b]) => a.localeCompare(b)).map(([, shape]) => shape);
}

/** All differences as `path: sandbox …, Stripe …`, sorted by path. */
export function differencesOf(sandbox: Shape, stripe: Shape, at = ""): string[] {
  if (isRecord(sandbox) && isRecord(stripe)) {
    const names = [...new Set([...Object.keys(sandbox), ...Object.keys(stripe)])].sort();
    return names.flatMap((name) => {
      const path = at === "" ? name : `${at}.${name}`;
      const [ours, theirs] = [sandbox[name], stripe[name]];
      if (ours === undefined) return [`${path}: only Stripe has it (${told(theirs)})`];
      if (theirs === undefined) return [`${path}: only the sandbox has it (${told(ours)})`];
      return differencesOf(ours, theirs, path);
    });
  }
  if (Array.isArray(sandbox) && Array.isArray(stripe) && sandbox.length === 1 && stripe.length === 1)
    return differencesOf(sandbox[0] ?? null, stripe[0] ?? null, `${at}[]`);
  if (JSON.stringify(sandbox) === JSON.stringify(stripe)) return [];
  return [`${at}: sandbox ${told(sandbox)}, Stripe ${told(stripe)}`];
}

type ShapeRecord = { readonly [name: string]: Shape };

const isRecord = (shape: Shape): shape is ShapeRecord =>
  typeof shape === "object" && shape !== null && !Array.isArray(shape);

const MAX_TOLD = 120;

function told(shape: Shape | undefined): string {
  const text = typeof shape === "string" ? shape : JSON.stringify(shape ?? null);
  return text.length > MAX_TOLD ? `${text.slice(0, MAX_TOLD)} …` : text;
}
