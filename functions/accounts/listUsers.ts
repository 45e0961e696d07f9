import { listUsers } from "#shared/accounts/operator.ts";
import { UserRow } from "#shared/accounts/userRow.ts";
import { findRows, listEntries } from "../insights/directory/table.ts";
import { foldEmail } from "../insights/rules.ts";
import { httpCounted } from "../platform/counted.ts";

const ORDERS = { created_at: "createdAt", email: "name", last_sign_in_at: "seenAt" } as const;

export const handler = httpCounted(listUsers)(async ({ input, total }) => {
  const { sort, status, search, id, ...paging } = input;
  if (id !== undefined)
    return {
      users: (await findRows(`user#${id}`)).map((row) => UserRow.parse(row)),
      total: null,
      next: null,
    };
  const prefix = foldEmail(search);
  const { rows, next } = await listEntries({
    ...paging,
    list: "users",
    part: status,
    order: ORDERS[sort],
    prefix,
  });
  const counted = prefix === "" ? total(status === undefined ? "users" : `users/${status}`) : null;
  return { users: rows.map((row) => UserRow.parse(row)), total: counted, next };
});
