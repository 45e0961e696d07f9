import { listPayoutRequests } from "#shared/payouts/operator.ts";
import { httpPage } from "../http/index.ts";
import { countIn, countKeys } from "./countTable.ts";
import { toRequestRow } from "./lists/show.ts";
import { listRequests } from "./lists/table.ts";
import { findLatestRequest, findRequest, REQUESTS } from "./table.ts";

export const handler = httpPage(
  listPayoutRequests,
  async ({ id, affiliate_id: affiliateId, ...paging }) => {
    if (id === undefined && affiliateId === undefined) return listRequests(paging);
    const found = id === undefined ? await findLatestRequest(affiliateId ?? "") : await findRequest(id);
    return { rows: found === undefined ? [] : [found], next: null };
  },
  (_page, { id, affiliate_id }) =>
    id === undefined && affiliate_id === undefined ? countKeys(REQUESTS) : {},
)(({ input: { id, affiliate_id, status }, page, rows }) => ({
  rows: page.rows.map(toRequestRow),
  total: id === undefined && affiliate_id === undefined ? countIn(rows, status) : page.rows.length,
  next: page.next,
}));
