import { searchAffiliates } from "#shared/affiliates/operator.ts";
import { httpPage } from "../http/index.ts";
import { affiliateRows, besideKeys } from "./listing/rows.ts";
import { search } from "./listing/table.ts";

export const handler = httpPage(
  searchAffiliates,
  ({ status, search: text, limit, offset }) => search(text, status, { limit, offset }),
  ({ affiliates }) => besideKeys(affiliates),
)(({ page, rows }) => ({
  rows: affiliateRows(page.affiliates, rows),
  total: page.found,
  next: null,
}));
