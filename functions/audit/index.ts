export { listAudit } from "./logTable.ts";
export { saveSetting } from "./saveSetting.ts";
export {
  auditAround,
  auditEntry,
  forgetNotes,
  listNotes,
  recordAudit,
  recordOnce,
  SCHEDULE,
} from "./table.ts";
