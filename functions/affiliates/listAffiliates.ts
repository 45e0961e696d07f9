import { listAffiliates } from "#shared/affiliates/operator.ts";
import { httpPage } from "../http/index.ts";
import { countIn, countKeys } from "../referrals/index.ts";
import { affiliateRows } from "./listing/rows.ts";
import { listByBalance, listNewest, listOne } from "./listing/table.ts";

export const handler = httpPage(
  listAffiliates,
  ({ id, status, sort, direction, limit, offset, cursor }) => {
    if (id !== undefined) return listOne(id);
    const list = sort === "created_at" ? listNewest : listByBalance;
    return list(status, { limit, offset, cursor }, direction);
  },
  countKeys,
)(({ input: { status }, page, rows }) => ({
  rows: affiliateRows(page.affiliates),
  total: page.found ?? countIn(rows, status),
  next: page.next,
}));
