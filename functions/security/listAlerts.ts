import { AlertRow } from "#shared/security/alertRow.ts";
import { listAlerts } from "#shared/security/operator.ts";
import { findRows, listEntries } from "../insights/directory/table.ts";
import { httpCounted } from "../platform/counted.ts";

export const handler = httpCounted(listAlerts)(async ({ input, total }) => {
  const { status, id, ...paging } = input;
  if (id !== undefined)
    return {
      alerts: (await findRows(`alert#${id}`)).map((row) => AlertRow.parse(row)),
      total: null,
      next: null,
    };
  const part = status === "all" ? undefined : status;
  const { rows, next } = await listEntries({ ...paging, list: "alerts", part, order: "seenAt" });
  return {
    alerts: rows.map((row) => AlertRow.parse(row)),
    total: total(part === undefined ? "alerts" : `alerts/${part}`),
    next,
  };
});
