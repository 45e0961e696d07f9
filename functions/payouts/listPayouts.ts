import type { Input } from "#shared/endpoint.ts";
import { listPayouts } from "#shared/payouts/operator.ts";
import { listEntries } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";
import { listLines } from "./batches/reportTable.ts";
import { countIn, countKeys } from "./countTable.ts";
import { payoutsIn } from "./knownTable.ts";
import { toListedRows } from "./lists/show.ts";
import { listAllPayouts, listPayoutsOf } from "./lists/table.ts";
import { findPayout, PAYOUTS } from "./table.ts";

const isPart = ({ id, affiliate_id, batch_id }: Input<typeof listPayouts>): boolean =>
  id !== undefined || affiliate_id !== undefined || batch_id !== undefined;

async function find(input: Input<typeof listPayouts>) {
  const { id, affiliate_id: affiliateId, batch_id: batchId, sort, ...paging } = input;
  if (id === undefined && affiliateId !== undefined) return listPayoutsOf(affiliateId, paging);
  if (id === undefined && batchId !== undefined) return payoutsIn(await listMade(batchId, paging.cursor));
  if (id === undefined && sort === "amount_cents")
    return payoutsIn(await listEntries({ ...paging, list: "payouts", part: paging.status, order: "name" }));
  if (id === undefined) return listAllPayouts(paging);
  const found = await findPayout(id);
  return { rows: found === undefined ? [] : [found], next: null };
}

async function listMade(batchId: string, cursor: string | undefined) {
  const { lines, next } = await listLines(batchId, cursor);
  const made = lines.filter(({ outcome }) => outcome === "calculated");
  return { rows: made.map((line) => ({ id: line.payout_id })), next };
}

export const handler = httpPage(
  listPayouts,
  async (input) => {
    const { rows, next } = await find(input);
    return { rows: await toListedRows(rows), next };
  },
  (_page, input) => (isPart(input) ? {} : countKeys(PAYOUTS)),
)(({ input, page, rows }) => ({
  rows: page.rows,
  total: input.id !== undefined ? page.rows.length : isPart(input) ? null : countIn(rows, input.status),
  next: page.next,
}));
