import { searchAffiliates } from "#shared/affiliates/operator.ts";
import { http } from "../http/index.ts";
import { affiliateRows } from "./listing/rows.ts";
import { search } from "./listing/table.ts";

export const handler = http(searchAffiliates)(async ({ input: { status, search: text, ...paging } }) => {
  const { affiliates, found, next } = await search(text, status, paging);
  return { rows: affiliateRows(affiliates), total: found, next };
});
