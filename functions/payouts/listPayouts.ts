import { listPayouts } from "#shared/payouts/operator.ts";
import { http } from "../platform/http.ts";
import { listAllPayouts } from "./lists/table.ts";
import { toPayoutRow } from "./show.ts";

export const handler = http(listPayouts)(async ({ input }) => {
  const { rows, total, next } = await listAllPayouts(input);
  return { rows: rows.map(toPayoutRow), total, next };
});
