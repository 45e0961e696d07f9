export { listAudit, listAuditOf } from "./logTable.ts";
export {
  auditAround,
  auditEntry,
  forgetNotes,
  listNotes,
  RESULT,
  recordAudit,
  recordOnce,
  SCHEDULE,
} from "./table.ts";
