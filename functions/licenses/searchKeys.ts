import { keyPrefix } from "#shared/licenses/key.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { searchKeys } from "#shared/licenses/operator.ts";
import { findByName } from "../insights/tables/directory.ts";
import { http } from "../platform/http.ts";
import { shownKey } from "../platform/keyId.ts";
import { readKeyRow } from "./desk/rules.ts";

export const handler = http(searchKeys)(async ({ input: { status, search, ...paging }, now }) => {
  const listing = { ...paging, list: "keys", part: status } as const;
  const { rows, next } = await findByName(keyPrefix(search), listing);
  return { keys: rows.map((row) => KeyRow.parse(shownKey(readKeyRow(row, now)))), total: null, next };
});
