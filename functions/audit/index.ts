export { listAudit, listAuditOf } from "./logTable.ts";
export {
  auditAround,
  auditEntry,
  forgetNotes,
  listNotes,
  recordAudit,
  recordOnce,
  SCHEDULE,
} from "./table.ts";
