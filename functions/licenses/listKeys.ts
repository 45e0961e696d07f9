import { listKeys } from "#shared/licenses/keyLists.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { findRows, listEntries, totalIn, totalsKey, usedKeys, withLastUses } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";
import { licenseKeyOf, shownKey } from "../platform/keyId.ts";
import { readKeyRow } from "./desk/rules.ts";

const ORDERS = {
  created_at: "createdAt",
  license_key: "name",
  last_used_at: "seenAt",
  computer_count: "computers",
} as const;

export const handler = httpPage(
  listKeys,
  async ({ sort, status, id, ...paging }) =>
    id === undefined
      ? listEntries({ ...paging, list: "keys", part: status, order: ORDERS[sort] })
      : { rows: await findRows(`key#${licenseKeyOf(id)}`), next: null },
  ({ rows }) => ({ ...totalsKey(), ...usedKeys(rows) }),
)(({ input: { id, status }, page, now, rows }) => ({
  keys: withLastUses(page.rows, rows).map((row) => KeyRow.parse(shownKey(readKeyRow(row, now)))),
  total: id === undefined ? totalIn(rows, status === undefined ? "keys" : `keys/${status}`) : null,
  next: page.next,
}));
