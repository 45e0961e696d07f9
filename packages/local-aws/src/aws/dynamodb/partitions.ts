import * as z from "zod/mini";
import type { StackModel } from "../../template/model.ts";
import type { Need } from "../types.ts";

const VALUES = z.record(z.string(), z.unknown());
const PUT = z.object({ TableName: z.string(), Item: VALUES });
const PUTS = z.union([
  PUT,
  z.object({ TransactItems: z.array(z.object({ Put: z.optional(PUT) })) }),
  z.object({
    RequestItems: z.record(
      z.string(),
      z.array(z.object({ PutRequest: z.optional(z.object({ Item: VALUES })) })),
    ),
  }),
]);
const TEXT = z.object({ S: z.string() });

export type Partitions = ReadonlyMap<string, ReadonlySet<string>>;

export const placeOf = (table: string, index: string | null): string => `${table}/${index ?? ""}`;

/**
 * The partition keys that a call touches, by table and index. The call contains the keys of the table and of a queried
 * index, and the row of a put contains the keys of every index. For an update, the indexes' keys are unknown.
 */
export function partitionsOf(model: StackModel, input: unknown, needs: readonly Need[]): Partitions {
  const found = new Map<string, Set<string>>();
  const add = (place: string, key: string) => found.set(place, new Set([...(found.get(place) ?? []), key]));
  for (const { resource, context } of needs) {
    const [table = "", index = null] = resource.split(":table/")[1]?.split("/index/") ?? [];
    for (const key of context?.["dynamodb:LeadingKeys"] ?? []) add(placeOf(table, index), key);
  }
  for (const [table, row] of rowsOf(input))
    for (const { name, key } of model.tables.find((one) => one.name === table)?.indexes ?? []) {
      const value = TEXT.safeParse(row[key.hash]);
      if (value.success) add(placeOf(table, name), value.data.S);
    }
  return found;
}

function rowsOf(input: unknown): [table: string, row: Record<string, unknown>][] {
  const parsed = PUTS.safeParse(input);
  if (!parsed.success) return [];
  const { data } = parsed;
  if ("Item" in data) return [[data.TableName, data.Item]];
  if ("TransactItems" in data)
    return data.TransactItems.flatMap(({ Put }): [string, Record<string, unknown>][] =>
      Put ? [[Put.TableName, Put.Item]] : [],
    );
  return Object.entries(data.RequestItems).flatMap(([table, requests]) =>
    requests.flatMap(({ PutRequest }): [string, Record<string, unknown>][] =>
      PutRequest ? [[table, PutRequest.Item]] : [],
    ),
  );
}
