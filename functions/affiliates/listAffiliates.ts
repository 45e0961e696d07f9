import { listAffiliates } from "#shared/affiliates/operator.ts";
import { httpPage } from "../http/index.ts";
import { countIn, countKeys } from "../referrals/index.ts";
import { affiliateRows } from "./listing/rows.ts";
import { listNewest, listOne } from "./listing/table.ts";

export const handler = httpPage(
  listAffiliates,
  ({ id, status, limit, offset, cursor }) =>
    id === undefined ? listNewest(status, { limit, offset, cursor }) : listOne(id),
  countKeys,
)(({ input: { status }, page, rows }) => ({
  rows: affiliateRows(page.affiliates),
  total: page.found ?? countIn(rows, status),
  next: page.next,
}));
