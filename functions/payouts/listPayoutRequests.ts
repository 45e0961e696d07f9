import { listPayoutRequests } from "#shared/payouts/operator.ts";
import { http } from "../platform/http.ts";
import { listRequests } from "./lists/table.ts";
import { toRequestRow } from "./show.ts";
import { findRequest } from "./table.ts";

export const handler = http(listPayoutRequests)(async ({ input: { id, ...input } }) => {
  if (id !== undefined) {
    const rows = [await findRequest(id)].filter((row) => row !== undefined).map(toRequestRow);
    return { rows, total: rows.length, next: null };
  }
  const { rows, total, next } = await listRequests(input);
  return { rows: rows.map(toRequestRow), total, next };
});
