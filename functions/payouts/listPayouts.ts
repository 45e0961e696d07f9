import type { Input } from "#shared/endpoint.ts";
import { listPayouts } from "#shared/payouts/operator.ts";
import { listEntries } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";
import { countIn, countKeys } from "./countTable.ts";
import { payoutsIn } from "./knownTable.ts";
import { toListedRows } from "./lists/show.ts";
import { listAllPayouts, listPayoutsOf } from "./lists/table.ts";
import { findPayout, PAYOUTS } from "./table.ts";

async function find({ id, affiliate_id: affiliateId, sort, ...paging }: Input<typeof listPayouts>) {
  if (id === undefined && affiliateId !== undefined) return listPayoutsOf(affiliateId, paging);
  if (id === undefined && sort === "amount_cents")
    return payoutsIn(await listEntries({ ...paging, list: "payouts", part: paging.status, order: "name" }));
  if (id === undefined) return listAllPayouts(paging);
  const found = await findPayout(id);
  return { rows: found === undefined ? [] : [found], next: null };
}

export const handler = httpPage(
  listPayouts,
  async (input) => {
    const { rows, next } = await find(input);
    return { rows: await toListedRows(rows), next };
  },
  (_page, { id, affiliate_id }) => (id === undefined && affiliate_id === undefined ? countKeys(PAYOUTS) : {}),
)(({ input: { id, affiliate_id, status }, page, rows }) => ({
  rows: page.rows,
  total: id !== undefined ? page.rows.length : affiliate_id === undefined ? countIn(rows, status) : null,
  next: page.next,
}));
