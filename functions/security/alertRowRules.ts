import type { Alert } from "#shared/security/alert.ts";
import type { AlertRow } from "#shared/security/alertRow.ts";
import { type Entry, foldEmail, happened, total } from "../directory/index.ts";

export function alertRow(alert: Alert, email: string | null): AlertRow {
  return {
    id: alert.id,
    user_id: alert.userId,
    user_email: email,
    alert_type: alert.type,
    severity: alert.severity,
    description: alert.description,
    metadata: alert.metadata,
    count: alert.count,
    created_at: alert.createdAt,
    last_seen_at: alert.lastSeenAt,
    resolved: alert.state === "resolved",
    resolved_by: alert.resolvedBy,
    resolved_at: alert.resolvedAt,
    note: alert.note,
  };
}

export function alertEntry(alert: Alert, email: string | null): Entry {
  const shelf = `alerts/${alert.state}`;
  return {
    id: `alert#${alert.id}`,
    list: "alerts",
    shelf,
    createdAt: alert.createdAt,
    name: foldEmail(email ?? alert.userId),
    seenAt: alert.lastSeenAt,
    row: alertRow(alert, email),
    recent: happened("alert", `alert#${alert.id}`, alert.createdAt, alert.userId),
    sums: [total("alerts"), total(shelf)],
  };
}
