import { listPayoutRequests } from "#shared/payouts/operator.ts";
import { httpPage } from "../http/index.ts";
import { countIn, countKeys } from "./countTable.ts";
import { toRequestRow } from "./lists/show.ts";
import { listRequests } from "./lists/table.ts";
import { findRequest, REQUESTS } from "./table.ts";

export const handler = httpPage(
  listPayoutRequests,
  async ({ id, ...paging }) => {
    if (id === undefined) return listRequests(paging);
    const found = await findRequest(id);
    return { rows: found === undefined ? [] : [found], next: null };
  },
  (_page, { id }) => (id === undefined ? countKeys(REQUESTS) : {}),
)(({ input: { id, status }, page, rows }) => ({
  rows: page.rows.map(toRequestRow),
  total: id === undefined ? countIn(rows, status) : page.rows.length,
  next: page.next,
}));
