import { AlertRow } from "#shared/security/alertRow.ts";
import { listAlerts } from "#shared/security/operator.ts";
import { findRows, listEntries, totalIn, totalsKey } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";

export const handler = httpPage(
  listAlerts,
  async ({ status, id, ...paging }) =>
    id === undefined
      ? listEntries({
          ...paging,
          list: "alerts",
          part: status === "all" ? undefined : status,
          order: "seenAt",
        })
      : { rows: await findRows(`alert#${id}`), next: null },
  totalsKey,
)(({ input: { id, status }, page, rows }) => ({
  rows: page.rows.map((row) => AlertRow.parse(row)),
  total: id === undefined ? totalIn(rows, status === "all" ? "alerts" : `alerts/${status}`) : null,
  next: page.next,
}));
