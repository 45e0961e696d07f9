import { listActivity } from "#shared/affiliates/operator.ts";
import { http } from "../platform/http.ts";
import { countFeed, readFeed } from "./feed/table.ts";

export const handler = http(listActivity)(async ({ input }) => {
  const { type, affiliate_id: affiliateId, limit, offset, cursor } = input;
  const query = { type, affiliateId, limit, offset, cursor };
  const [{ entries, next }, total] = await Promise.all([readFeed(query), countFeed(query)]);
  return {
    logs: entries,
    ...(type === "click" ? { clicks: entries } : {}),
    ...(type === "conversion" ? { conversions: entries } : {}),
    total,
    next,
  };
});
