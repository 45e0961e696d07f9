/** The structure of an answer: field names, kinds, and the words that Stripe chooses from a list. */
export type Shape = string | null | readonly Shape[] | { readonly [name: string]: Shape };

/** Fields whose texts are Stripe's own words, and so part of the structure. */
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

/** Texts under these keys are chosen by the shop, whatever they are. */
const OWN = new Set(["metadata"]);

/** @param name the field that holds the value; an array's elements have its name */
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

/** Two runs seldom list as many things: of equal elements one stays. */
function distinct(shapes: readonly Shape[]): Shape[] {
  const seen = new Map(shapes.map((shape) => [JSON.stringify(shape), shape]));
  return [...seen].sort(([a], [b]) => a.localeCompare(b)).map(([, shape]) => shape);
}

/** Every place where the two differ, as `path: sandbox …, Stripe …`, in the order of the paths. */
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
