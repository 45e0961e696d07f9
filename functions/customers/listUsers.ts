import { listUsers } from "#shared/customers/operator.ts";
import { UserRow } from "#shared/customers/userRow.ts";
import { findRows, listEntries, totalIn, totalsKey } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";

const ORDERS = { created_at: "createdAt", email: "name", last_sign_in_at: "seenAt" } as const;

export const handler = httpPage(
  listUsers,
  async ({ sort, status, id, ...paging }) =>
    id === undefined
      ? listEntries({ ...paging, list: "users", part: status, order: ORDERS[sort] })
      : { rows: await findRows(`user#${id}`), next: null },
  totalsKey,
)(({ input: { id, status }, page, rows }) => ({
  users: page.rows.map((row) => UserRow.parse(row)),
  total: id === undefined ? totalIn(rows, status === undefined ? "users" : `users/${status}`) : null,
  next: page.next,
}));
