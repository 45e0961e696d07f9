import { listActivity } from "#shared/affiliates/operator.ts";
import { httpPage } from "../http/index.ts";
import { countIn, countKeys, readFeed } from "./feed/table.ts";

export const handler = httpPage(
  listActivity,
  ({ type, affiliate_id: affiliateId, limit, offset, cursor }) =>
    readFeed({ type, affiliateId, limit, offset, cursor }),
  (_page, { affiliate_id: affiliateId }) => countKeys(affiliateId),
)(({ input: { type }, page: { entries, next }, rows }) => ({
  logs: entries,
  ...(type === "click" ? { clicks: entries } : {}),
  ...(type === "conversion" ? { conversions: entries } : {}),
  total: countIn(rows, type),
  next,
}));
