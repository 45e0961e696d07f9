import { listNewest } from "../../affiliates/listing/table.ts";
import { refreshListed } from "../../affiliates/tables/standings.ts";
import type { Page } from "./migrations.ts";

const PAGE_SIZE = 25;

/** Until 2026-11-25 the list of affiliates read each one's balance and traffic. */
export const affiliateList: Page = async (after) => {
  const paging = { limit: PAGE_SIZE, offset: 0, cursor: after ?? undefined };
  const { affiliates, next } = await listNewest(undefined, paging);
  for (const { affiliateId } of affiliates) await refreshListed(affiliateId);
  return next;
};
