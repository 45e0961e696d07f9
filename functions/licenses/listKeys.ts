import { KeyRow } from "#shared/licenses/keyRow.ts";
import { listKeys } from "#shared/licenses/operator.ts";
import { findRows, listEntries } from "../insights/directory/table.ts";
import { httpCounted } from "../platform/counted.ts";
import { keyPrefix, readKeyRow } from "./desk/rules.ts";

const ORDERS = { created_at: "createdAt", license_key: "name", last_used_at: "seenAt" } as const;

export const handler = httpCounted(listKeys)(async ({ input, now, total }) => {
  const { sort, status, search, id, ...paging } = input;
  const show = (row: Record<string, unknown>) => KeyRow.parse(readKeyRow(row, now));
  if (id !== undefined) return { keys: (await findRows(`key#${id}`)).map(show), total: null, next: null };
  const prefix = keyPrefix(search);
  const { rows, next } = await listEntries({
    ...paging,
    list: "keys",
    part: status,
    order: ORDERS[sort],
    prefix,
  });
  const counted = prefix === "" ? total(status === undefined ? "keys" : `keys/${status}`) : null;
  return { keys: rows.map(show), total: counted, next };
});
