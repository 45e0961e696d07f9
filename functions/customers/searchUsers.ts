import { searchUsers } from "#shared/accounts/operator.ts";
import { UserRow } from "#shared/accounts/userRow.ts";
import { foldEmail } from "../directory/rules.ts";
import { search as searchDirectory } from "../directory/wordTable.ts";
import { http } from "../http/http.ts";

export const handler = http(searchUsers)(async ({ input: { status, search, ...paging } }) => {
  const text = foldEmail(search);
  const wanted = { ...paging, list: "users", part: status, name: text, word: text } as const;
  const { rows, next } = await searchDirectory(wanted);
  return { users: rows.map((row) => UserRow.parse(row)), total: null, next };
});
