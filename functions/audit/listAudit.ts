import { listAudit } from "#shared/audit/operator.ts";
import { http } from "../platform/http.ts";
import * as audit from "./log/table.ts";

export const handler = http(listAudit)(async ({ input: { userId, limit, cursor } }) =>
  userId === undefined ? audit.listAudit(limit, cursor) : audit.listAuditOf(userId, limit, cursor),
);
