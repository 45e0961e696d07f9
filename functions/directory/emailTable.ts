import * as z from "zod/mini";
import { UserRow } from "#shared/customers/userRow.ts";
import type { Keys, Rows } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

const TABLE = () => env("TABLE_DIRECTORY");
const Listed = z.object({ row: z.optional(z.unknown()) });

/** The keys for reading these accounts' addresses together with other rows. */
export const emailKeys = (userIds: readonly string[]): Keys => ({
  [TABLE()]: [...new Set(userIds)].map((id) => ({ pk: `user#${id}`, sk: "entry" })),
});

/** Addresses by account, without deleted accounts. @param rows read with `emailKeys` */
export function emailsIn(rows: Rows): ReadonlyMap<string, string> {
  return new Map(
    (rows[TABLE()] ?? []).flatMap((item) => {
      const { row } = Listed.parse(item);
      if (row === undefined) return [];
      const { id, email } = UserRow.parse(row);
      return [[id, email] as const];
    }),
  );
}
