export { answerReset, endReclaim, stopMail } from "./address/table.ts";
export { codeMailId, newAccount, requireTypedAddress, toAccount } from "./rules.ts";
export { noteHour } from "./sessions/noteHour.ts";
export { sessionOf } from "./sessions/sessionOf.ts";
export { deleteSessions, keepSession, readSessions } from "./sessions/table.ts";
