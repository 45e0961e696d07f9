import { listPayouts } from "#shared/payouts/operator.ts";
import { http } from "../platform/http.ts";
import { listAllPayouts } from "./lists/table.ts";
import { toPayoutRow } from "./show.ts";
import { findPayout } from "./table.ts";

export const handler = http(listPayouts)(async ({ input: { id, ...input } }) => {
  if (id !== undefined) {
    const rows = [await findPayout(id)].filter((row) => row !== undefined).map(toPayoutRow);
    return { rows, total: rows.length, next: null };
  }
  const { rows, total, next } = await listAllPayouts(input);
  return { rows: rows.map(toPayoutRow), total, next };
});
