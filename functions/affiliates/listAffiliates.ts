import { listAffiliates } from "#shared/affiliates/operator.ts";
import { http } from "../platform/http.ts";
import { toAffiliateRow } from "./listing/rules.ts";
import { listNewest, listOne, search } from "./listing/table.ts";
import { readStandings } from "./standings/table.ts";

export const handler = http(listAffiliates)(async ({ input }) => {
  const { id, status, limit, offset, cursor } = input;
  const paging = { limit, offset, cursor };
  const page =
    id !== undefined
      ? await listOne(id)
      : input.search === ""
        ? await listNewest(status, paging)
        : await search(input.search, status, paging);
  const standingOf = await readStandings(page.affiliates.map(({ affiliateId }) => affiliateId));
  const rows = page.affiliates.map((affiliate) =>
    toAffiliateRow(affiliate, standingOf(affiliate.affiliateId)),
  );
  return { rows, total: page.total, next: page.next };
});
