import { listPayoutRequests } from "#shared/payouts/operator.ts";
import { httpPage } from "../platform/together.ts";
import { countIn, countKeys } from "./counts/table.ts";
import { listRequests } from "./lists/table.ts";
import { toRequestRow } from "./show.ts";
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
