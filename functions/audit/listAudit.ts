import { listAudit } from "#shared/audit/operator.ts";
import { emailKeys, emailsIn } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";
import * as audit from "./logTable.ts";

export const handler = httpPage(
  listAudit,
  ({ id, ...asked }) => (id === undefined ? audit.listAudit(asked) : audit.listOne(id)),
  ({ entries }) => emailKeys(entries.flatMap(({ userId }) => userId ?? [])),
)(({ page: { entries, ...page }, rows, caller }) => {
  // An API key's scope for the log does not include email addresses.
  const emails: ReadonlyMap<string, string> = caller.byKey ? new Map() : emailsIn(rows);
  return {
    entries: entries.map((entry) => ({ ...entry, email: emails.get(entry.userId ?? "") ?? null })),
    ...page,
  };
});
