import { listAudit } from "#shared/audit/operator.ts";
import { http } from "../http/index.ts";
import * as audit from "./logTable.ts";

export const handler = http(listAudit)(async ({ input: { id, userId, limit, cursor } }) => {
  if (id !== undefined) return audit.listOne(id);
  return userId === undefined ? audit.listAudit(limit, cursor) : audit.listAuditOf(userId, limit, cursor);
});
