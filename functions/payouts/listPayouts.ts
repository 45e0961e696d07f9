import { listPayouts } from "#shared/payouts/operator.ts";
import { listEntries } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";
import { countIn, countKeys } from "./countTable.ts";
import { payoutsIn } from "./knownTable.ts";
import { toPayoutRow } from "./lists/show.ts";
import { listAllPayouts } from "./lists/table.ts";
import { findPayout, PAYOUTS } from "./table.ts";

export const handler = httpPage(
  listPayouts,
  async ({ id, sort, ...paging }) => {
    if (id === undefined && sort === "amount_cents")
      return payoutsIn(await listEntries({ ...paging, list: "payouts", part: paging.status, order: "name" }));
    if (id === undefined) return listAllPayouts(paging);
    const found = await findPayout(id);
    return { rows: found === undefined ? [] : [found], next: null };
  },
  (_page, { id }) => (id === undefined ? countKeys(PAYOUTS) : {}),
)(({ input: { id, status }, page, rows }) => ({
  rows: page.rows.map(toPayoutRow),
  total: id === undefined ? countIn(rows, status) : page.rows.length,
  next: page.next,
}));
