import type { ReactElement } from "react";
import type { JsonSchema } from "#shared/apiDocument.ts";

export function Fields({ schema }: { schema: JsonSchema }): ReactElement {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return <p className="text-sm text-quiet">Nothing.</p>;
  return (
    <ul className="divide-y divide-line border-y border-line text-sm">
      {fields.map(([name, field]) => {
        const inner = innerObject(field);
        return (
          <li key={name} className="py-1.5">
            <span className="font-mono break-all">{name}</span>{" "}
            <span className="text-quiet">
              {kindOf(field)}
              {!(schema.required ?? []).includes(name) && ", optional"}
            </span>
            {inner !== undefined && (
              <div className="mt-1.5 pl-4">
                <Fields schema={inner} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The object whose fields to show: `schema` itself, a list's entry, or the first alternative with fields. */
function innerObject(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return innerObject(schema.items);
  return (schema.anyOf ?? []).map(innerObject).find((inner) => inner !== undefined);
}

/** A field's type in words, such as `text, 16 to 128 characters`. */
export function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(kindOf))].join(" or ");
  return [schema.type ?? "anything"]
    .flat()
    .map((type) => WORDS[type]?.(schema) ?? type)
    .join(" or ");
}

const WORDS: Readonly<Record<string, (schema: JsonSchema) => string>> = {
  string: ({ format, minLength, maxLength }) =>
    format === "date-time" ? "instant (ISO 8601, UTC)" : `text${range(minLength, maxLength, "characters")}`,
  number: ({ minimum, maximum }) => `number${range(minimum, maximum)}`,
  integer: ({ minimum, maximum }) => `whole number${range(whole(minimum), whole(maximum))}`,
  boolean: () => "true or false",
  array: ({ items, maxItems }) =>
    `list of ${items === undefined ? "anything" : kindOf(items)}${maxItems === undefined ? "" : `, at most ${maxItems}`}`,
  object: () => "object",
  null: () => "null",
};

/** Hides a bound that is only JavaScript's limit for whole numbers. */
function whole(bound: number | undefined): number | undefined {
  return bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound;
}

function range(from: number | undefined, to: number | undefined, unit = ""): string {
  const of = unit === "" ? "" : ` ${unit}`;
  if (from !== undefined && to !== undefined) return `, ${from} to ${to}${of}`;
  if (from !== undefined) return `, at least ${from}${of}`;
  return to === undefined ? "" : `, at most ${to}${of}`;
}
