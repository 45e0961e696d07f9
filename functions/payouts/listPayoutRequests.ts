import { listPayoutRequests } from "#shared/payouts/operator.ts";
import { http } from "../platform/http.ts";
import { listRequests } from "./lists/table.ts";
import { toRequestRow } from "./show.ts";

export const handler = http(listPayoutRequests)(async ({ input }) => {
  const { rows, total, next } = await listRequests(input);
  return { rows: rows.map(toRequestRow), total, next };
});
