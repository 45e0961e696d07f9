import { keyPrefix } from "#shared/licenses/key.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { listKeys } from "#shared/licenses/operator.ts";
import { findRows, listEntries } from "../insights/directory/table.ts";
import { totalIn, totalsKey } from "../insights/figures/table.ts";
import { httpPage } from "../platform/together.ts";
import { readKeyRow } from "./desk/rules.ts";

const ORDERS = { created_at: "createdAt", license_key: "name", last_used_at: "seenAt" } as const;

export const handler = httpPage(
  listKeys,
  async ({ sort, status, search, id, ...paging }) =>
    id === undefined
      ? listEntries({ ...paging, list: "keys", part: status, order: ORDERS[sort], prefix: keyPrefix(search) })
      : { rows: await findRows(`key#${id}`), next: null },
  totalsKey,
)(({ input: { id, search, status }, page, now, rows }) => ({
  keys: page.rows.map((row) => KeyRow.parse(readKeyRow(row, now))),
  total:
    id === undefined && keyPrefix(search) === ""
      ? totalIn(rows, status === undefined ? "keys" : `keys/${status}`)
      : null,
  next: page.next,
}));
