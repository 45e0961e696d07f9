import { searchKeys } from "#shared/licenses/keyLists.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { typedKey } from "../insights/rules/words.ts";
import { search as searchDirectory } from "../insights/tables/words.ts";
import { http } from "../platform/http.ts";
import { shownKey } from "../platform/keyId.ts";
import { readKeyRow } from "./desk/rules.ts";

export const handler = http(searchKeys)(async ({ input: { status, search, ...paging }, now }) => {
  const wanted = { ...paging, list: "keys", part: status, ...typedKey(search) } as const;
  const { rows, next } = await searchDirectory(wanted);
  return { keys: rows.map((row) => KeyRow.parse(shownKey(readKeyRow(row, now)))), total: null, next };
});
