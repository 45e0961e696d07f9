export type Change = { name: string; before: string; after: string };

/** The fields that differ. A value that is not an object counts as one field. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((name) => ({ name, before: textOf(old.get(name)), after: textOf(fresh.get(name)) }))
    .filter((change) => change.before !== change.after);
}

export function fieldsOf(value: unknown): Map<string, unknown> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== "object" || Array.isArray(value)) return new Map([["", value]]);
  return new Map(Object.entries(value));
}

function textOf(value: unknown): string {
  if (value === undefined) return "—";
  return typeof value === "string" ? value : JSON.stringify(value, sorted);
}

/** Sorts fields, because storage keeps no order and equal objects must give equal text. */
const sorted = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value;
