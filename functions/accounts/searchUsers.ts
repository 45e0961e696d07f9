import { searchUsers } from "#shared/accounts/operator.ts";
import { UserRow } from "#shared/accounts/userRow.ts";
import { foldEmail } from "../insights/rules.ts";
import { findByName } from "../insights/tables/directory.ts";
import { http } from "../platform/http.ts";

export const handler = http(searchUsers)(async ({ input: { status, search, ...paging } }) => {
  const listing = { ...paging, list: "users", part: status } as const;
  const { rows, next } = await findByName(foldEmail(search), listing);
  return { users: rows.map((row) => UserRow.parse(row)), total: null, next };
});
