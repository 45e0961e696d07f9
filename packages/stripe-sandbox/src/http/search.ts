import { invalidParameter, invalidRequest } from "../core/errors.ts";
import { integer, required, text } from "./params.ts";

export const searching = { query: required(text), limit: integer };

type Asked = { query: string; limit?: number | undefined };
type Value = string | number | null | undefined;

const CLAUSE = /^([a-z_0-9.]+)(:|>=|<=|>|<)("[^"]*"|'[^']*'|[\w.-]+)$/i;

/**
 * A query's results, newest first. Supports clauses joined by AND: a text (`number:"A-0001"`) or a number in a range
 * (`created>=1700000000`).
 * @param fields the searchable fields
 */
export function searched<T>(
  items: readonly T[],
  { query, limit = 10 }: Asked,
  fields: Readonly<Record<string, (item: T) => Value>>,
  url: string,
): object {
  const clauses = query.split(/\s+AND\s+/).map((clause) => {
    const [, name = "", sign = "", raw = ""] = CLAUSE.exec(clause.trim()) ?? [];
    const read = fields[name];
    if (read === undefined)
      throw invalidParameter(`We were unable to parse your search query: ${clause}`, { param: "query" });
    const wanted = raw.replaceAll(/^["']|["']$/g, "");
    return (item: T) => meets(read(item), sign, wanted);
  });
  const found = items.filter((item) => clauses.every((isMet) => isMet(item))).reverse();
  const data = found.slice(0, limit);
  return { object: "search_result", data, has_more: found.length > limit, next_page: null, url };
}

function meets(value: Value, sign: string, wanted: string): boolean {
  if (sign === ":") return String(value ?? "").toLowerCase() === wanted.toLowerCase();
  if (typeof value !== "number") throw invalidRequest(`Only a number can be compared with ${sign}`);
  const number = Number(wanted);
  if (sign === ">") return value > number;
  if (sign === "<") return value < number;
  return sign === ">=" ? value >= number : value <= number;
}
