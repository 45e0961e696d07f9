import { searchUsers } from "#shared/customers/operator.ts";
import { UserRow } from "#shared/customers/userRow.ts";
import { foldEmail, search as searchDirectory } from "../directory/index.ts";
import { http } from "../http/index.ts";

export const handler = http(searchUsers)(async ({ input: { status, search, ...paging } }) => {
  const text = foldEmail(search);
  const wanted = { ...paging, list: "users", part: status, name: text, word: text } as const;
  const { rows, next } = await searchDirectory(wanted);
  return { users: rows.map((row) => UserRow.parse(row)), total: null, next };
});
