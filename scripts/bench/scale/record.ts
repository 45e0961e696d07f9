import * as z from "zod/mini";
import { partsOf } from "../../../functions/directory/lastUseTable.ts";
import { PARTS as CLICK_PARTS } from "../../../functions/referrals/traffic/table.ts";
import { settle } from "../../../local/seed/api.ts";
import type { StackFile } from "../../../local/stackFile.ts";

const Ran = z.object({
  invocations: z.array(
    z.object({
      requestId: z.string(),
      functionId: z.string(),
      calls: z.array(
        z.object({
          operation: z.string(),
          consumed: z.array(
            z.object({
              table: z.string(),
              index: z.nullable(z.string()),
              units: z.number(),
              partitions: z.array(z.string()),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** The capacity units that a function uses in a partition, on average per run of a flow. */
export type Place = {
  place: string;
  kind: "read" | "write";
  /** Null if the call does not name a partition, as for an index that an update writes. */
  partition: string | null;
  functionId: string;
  units: number;
  /** How many people used this partition. */
  people: number;
  /** Number of equal partitions that share the units: parts of a list, chosen by the entry's id. */
  parts: number;
};
export type Recording = { flow: string; people: number; places: readonly Place[] };

const READS = new Set(["GetItem", "Query", "BatchGetItem", "Scan", "TransactGetItems"]);

async function ran(stack: StackFile) {
  const response = await fetch(`${stack.controlUrl}/invocations`);
  return z.parse(Ran, await response.json()).invocations;
}

/** Groups the parts of a list under the list's name. */
function partOf(place: string, partition: string | null): Pick<Place, "partition" | "parts"> {
  const list = partition?.replace(/#\d+$/, "") ?? "";
  if (/^Traffic\/by/.test(place) && list.startsWith("clicks")) return { partition: list, parts: CLICK_PARTS };
  if (/^Directory\/(b|shelfB)ySeen$/.test(place)) return { partition: list, parts: partsOf(list).length };
  return { partition, parts: 1 };
}

/** Runs a flow for several people, one after the other, and records its units once everything has settled. */
export async function record(
  stack: StackFile,
  flow: string,
  people: number,
  act: (person: number) => Promise<unknown>,
): Promise<Recording> {
  await settle(stack);
  const known = new Set((await ran(stack)).map(({ requestId }) => requestId));
  const places = new Map<string, Place>();
  for (let person = 0; person < people; person += 1) {
    await act(person);
    await settle(stack);
    const touched = new Set<string>();
    for (const { requestId, functionId, calls } of await ran(stack)) {
      if (known.has(requestId)) continue;
      known.add(requestId);
      for (const { operation, consumed } of calls)
        for (const { table, index, units, partitions } of consumed)
          for (const partition of partitions.length > 0 ? partitions : [null]) {
            const place = `${tableOf(stack, table)}${index === null ? "" : `/${index}`}`;
            const kind = READS.has(operation) ? "read" : "write";
            const shared = partOf(place, partition);
            const key = JSON.stringify([place, kind, shared.partition, functionId]);
            const before = places.get(key) ?? { place, kind, functionId, units: 0, people: 0, ...shared };
            const share = units / Math.max(1, partitions.length) / people;
            const isFirst = !touched.has(key);
            touched.add(key);
            places.set(key, {
              ...before,
              units: before.units + share,
              people: before.people + (isFirst ? 1 : 0),
            });
          }
    }
  }
  return { flow, people, places: [...places.values()] };
}

function tableOf({ dynamodb }: StackFile, name: string): string {
  return Object.entries(dynamodb.tables).find(([, one]) => one === name)?.[0] ?? name;
}
