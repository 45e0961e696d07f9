import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import type { Dynamodb } from "../../dynamodb/client.ts";
import type { StackModel } from "../../template/model.ts";

/** DynamoDB updates an index within a second, usually sooner. */
const LATE_MS = 300;

const ITEM = z.record(z.string(), z.unknown());
type Item = z.infer<typeof ITEM>;
const PART = z.optional(z.object({ TableName: z.string(), Key: z.optional(ITEM), Item: z.optional(ITEM) }));
const WRITE = z.object({
  TableName: z.optional(z.string()),
  Key: z.optional(ITEM),
  Item: z.optional(ITEM),
  TransactItems: z.optional(z.array(z.object({ Put: PART, Update: PART, Delete: PART }))),
});
const QUERY = z.object({
  TableName: z.string(),
  IndexName: z.optional(z.string()),
  ProjectionExpression: z.optional(z.string()),
});
const FOUND = z.object({ Item: z.optional(ITEM) });
const ANSWER = z.looseObject({ Items: z.optional(z.array(ITEM)), Count: z.optional(z.number()) });

/** Shows an index as it was a moment ago, without new rows and with the old values of changed rows. */
export function lateIndexes(model: () => StackModel, client: Dynamodb) {
  const before = new Map<string, { at: number; row: Item | undefined }>();
  const isRecent = ({ at }: { at: number }) => performance.now() - at < LATE_MS;
  const keyOf = (table: string, row: Item): Item => {
    const key = model().tables.find(({ name }) => name === table)?.key;
    return Object.fromEntries(
      [key?.hash, key?.range].flatMap((name) => (name && row[name] ? [[name, row[name]]] : [])),
    );
  };
  const nameOf = (table: string, row: Item) => `${table} ${JSON.stringify(keyOf(table, row))}`;

  return {
    /** Stores the old state of the rows that a write is about to change. */
    async remember(input: unknown): Promise<void> {
      const { success, data } = WRITE.safeParse(input);
      if (!success) return;
      const parts = [
        data,
        ...(data.TransactItems ?? []).flatMap(({ Put, Update, Delete }) => [Put, Update, Delete]),
      ];
      for (const part of parts) {
        const row = part?.Item ?? part?.Key;
        if (part?.TableName === undefined || row === undefined) continue;
        const name = nameOf(part.TableName, row);
        const known = before.get(name);
        if (known !== undefined && isRecent(known)) continue;
        const Key = keyOf(part.TableName, row);
        const asked = { TableName: part.TableName, Key, ConsistentRead: true };
        before.set(name, {
          at: performance.now(),
          row: FOUND.parse(await client.call("GetItem", asked)).Item,
        });
      }
    },
    async settle(): Promise<void> {
      while ([...before.values()].some(isRecent)) await pause(LATE_MS / 10);
      before.clear();
    },
    answer(input: unknown, body: string): string {
      const { TableName, IndexName, ProjectionExpression } = QUERY.parse(input);
      const index = model()
        .tables.find(({ name }) => name === TableName)
        ?.indexes.find(({ name }) => name === IndexName);
      const output = ANSWER.parse(JSON.parse(body));
      if (index === undefined || output.Items === undefined) return body;
      const places = [index.key.hash, index.key.range ?? ""];
      const isInPlace = (was: Item, is: Item) =>
        places.every((name) => JSON.stringify(was[name]) === JSON.stringify(is[name]));
      const Items = output.Items.flatMap((row) => {
        const kept = before.get(nameOf(TableName, row));
        if (kept === undefined || !isRecent(kept)) return [row];
        if (kept.row === undefined || !isInPlace(kept.row, row)) return [];
        if (ProjectionExpression === undefined) return [kept.row];
        const named = Object.entries(kept.row).filter(([name]) => name in row);
        return [Object.fromEntries(named)];
      });
      return JSON.stringify({ ...output, Items, Count: Items.length });
    },
  };
}
export type LateIndexes = ReturnType<typeof lateIndexes>;
