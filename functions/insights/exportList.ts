import { AuditEntry } from "#shared/audit/entry.ts";
import { UserRow } from "#shared/customers/userRow.ts";
import { type ExportName, exportList } from "#shared/insights/operator.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { AlertRow } from "#shared/security/alertRow.ts";
import { listAudit } from "../audit/index.ts";
import { listEntries, readLastUses } from "../directory/index.ts";
import { http } from "../http/index.ts";
import { readKeyRow } from "../licenses/index.ts";
import { shownKey } from "../platform/keyId.ts";
import { auditExport } from "./csv/auditExport.ts";
import { toCsv } from "./csv/rules.ts";

/** These rows take about a megabyte, the most that one query reads. Larger rows make the page shorter. */
const ROWS_A_PAGE = 1000;

type Part = { rows: Record<string, unknown>[]; next: string | null };
type Source = {
  columns: readonly string[];
  read: (cursor: string | undefined, now: Date) => Promise<Part>;
};

const listed = (list: "users" | "keys" | "alerts") => (cursor: string | undefined) =>
  listEntries({ list, order: "createdAt", direction: "desc", limit: ROWS_A_PAGE, cursor });

const SOURCES: Readonly<Record<ExportName, Source>> = {
  users: { columns: Object.keys(UserRow.shape), read: listed("users") },
  "license-keys": {
    columns: Object.keys(KeyRow.shape),
    // Reads two pages, so that the second page is read together with the first page's last uses.
    read: async (cursor, now) => {
      const first = await listed("keys")(cursor);
      const [used, { rows, next }] = await Promise.all([
        readLastUses(first.rows),
        first.next === null ? { rows: [], next: null } : listed("keys")(first.next),
      ]);
      const all = [...used, ...(await readLastUses(rows))];
      return { rows: all.map((row) => KeyRow.parse(shownKey(readKeyRow(row, now)))), next };
    },
  },
  alerts: { columns: Object.keys(AlertRow.shape), read: listed("alerts") },
  audit: {
    columns: Object.keys(AuditEntry.shape),
    read: async (cursor) => {
      const { entries, next } = await listAudit({ limit: ROWS_A_PAGE, cursor });
      return { rows: entries, next };
    },
  },
};

/** Audits each export once, before it returns the first part. */
export const handler = http(exportList)(async ({ input: { list, cursor }, caller, now }) => {
  if (cursor === undefined) await auditExport("insights/exportList", list, caller.userId, now);
  const { columns, read } = SOURCES[list];
  const { rows, next } = await read(cursor, now);
  return { csv: toCsv(columns, rows, cursor === undefined), rows: rows.length, next };
});
