import { searchKeys } from "#shared/licenses/keyLists.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { search as searchDirectory, typedKey, usedKeys, withLastUses } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";
import { shownKey } from "../platform/keyId.ts";
import { readKeyRow } from "./desk/rules.ts";

export const handler = httpPage(
  searchKeys,
  ({ status, search, ...paging }) =>
    searchDirectory({ ...paging, list: "keys", part: status, ...typedKey(search) }),
  ({ rows }) => usedKeys(rows),
)(({ page, now, rows }) => ({
  keys: withLastUses(page.rows, rows).map((row) => KeyRow.parse(shownKey(readKeyRow(row, now)))),
  total: null,
  next: page.next,
}));
