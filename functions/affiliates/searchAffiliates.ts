import { searchAffiliates } from "#shared/affiliates/operator.ts";
import { httpPage } from "../platform/together.ts";
import { affiliateRows } from "./listing/rows.ts";
import { search } from "./listing/table.ts";
import { standingKeys } from "./tables/standings.ts";

export const handler = httpPage(
  searchAffiliates,
  ({ status, search: text, limit, offset }) => search(text, status, { limit, offset }),
  ({ affiliates }) => standingKeys(affiliates.map(({ affiliateId }) => affiliateId)),
)(({ page, rows }) => ({
  rows: affiliateRows(page.affiliates, rows),
  total: page.found,
  next: null,
}));
