import { listAudit } from "#shared/audit/operator.ts";
import { http } from "../http/index.ts";
import { findUsers } from "../users/index.ts";
import * as audit from "./logTable.ts";

export const handler = http(listAudit)(async ({ input: { id, ...asked }, caller }) => {
  const { entries, next } = await (id === undefined ? audit.listAudit(asked) : audit.listOne(id));
  const people = new Set(entries.map(({ userId }) => userId).filter((userId) => userId !== null));
  // A key's scope for the log covers no addresses.
  const users = caller.byKey ? [] : await findUsers([...people]);
  const emails = new Map(
    users.filter(({ deletedAt }) => deletedAt === null).map(({ userId, email }) => [userId, email]),
  );
  return {
    entries: entries.map((entry) => ({ ...entry, email: emails.get(entry.userId ?? "") ?? null })),
    next,
  };
});
