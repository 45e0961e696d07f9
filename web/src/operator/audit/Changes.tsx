import type { ReactElement } from "react";
import { words } from "../../ui/format.ts";

export function Changes({ before, after }: { before: unknown; after: unknown }): ReactElement {
  const changes = changesOf(before, after);
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="text-sm">Before and after</h3>
      {changes.length === 0 && <p className="mt-2 text-sm text-quiet">No differences.</p>}
      <dl className="mt-1 divide-y divide-line text-sm">
        {changes.map((change) => (
          <div key={change.name} className="py-2">
            <dt className="text-xs text-quiet">{words(change.name) || "value"}</dt>
            <dd className="mt-0.5 font-mono text-xs break-all">
              <del className="text-bad-ink no-underline">{change.before}</del>
              <span className="text-faint"> → </span>
              <ins className="text-good-ink no-underline">{change.after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Change = { name: string; before: string; after: string };

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
