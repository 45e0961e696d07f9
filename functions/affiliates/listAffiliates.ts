import { listAffiliates } from "#shared/affiliates/operator.ts";
import { httpPage } from "../platform/together.ts";
import { toAffiliateRow } from "./listing/rules.ts";
import { listNewest, listOne, search } from "./listing/table.ts";
import { standingIn, standingKeys } from "./standings/table.ts";
import { countIn, countKeys } from "./table.ts";

export const handler = httpPage(
  listAffiliates,
  async ({ id, status, search: text, limit, offset, cursor }) => {
    if (id !== undefined) return listOne(id);
    const paging = { limit, offset, cursor };
    return text === "" ? listNewest(status, paging) : search(text, status, paging);
  },
  ({ affiliates }) => ({
    ...countKeys(),
    ...standingKeys(affiliates.map(({ affiliateId }) => affiliateId)),
  }),
)(({ input: { status }, page, rows }) => ({
  rows: page.affiliates.map((affiliate) =>
    toAffiliateRow(affiliate, standingIn(rows, affiliate.affiliateId)),
  ),
  total: page.found ?? countIn(rows, status),
  next: page.next,
}));
