import { Affiliate } from "#shared/affiliates/affiliate.ts";
import { listActivity } from "#shared/affiliates/operator.ts";
import { httpPage } from "../http/index.ts";
import { AFFILIATES, affiliateKey } from "../referrals/index.ts";
import { countIn, countKeys, readFeed } from "./feed/table.ts";

export const handler = httpPage(
  listActivity,
  ({ type, affiliate_id: affiliateId, limit, offset, cursor }) =>
    readFeed({ type, affiliateId, limit, offset, cursor }),
  ({ entries }, { affiliate_id: affiliateId }) => ({
    ...countKeys(affiliateId),
    // One call reads up to 100 keys.
    [AFFILIATES()]: [...new Set(entries.map((entry) => entry.affiliate_id))].slice(0, 90).map(affiliateKey),
  }),
)(({ input: { type }, page: { entries, next }, rows }) => ({
  logs: entries,
  ...(type === "click" ? { clicks: entries } : {}),
  ...(type === "conversion" ? { conversions: entries } : {}),
  emails: Object.fromEntries(
    (rows[AFFILIATES()] ?? []).map((row) => Affiliate.parse(row)).map((one) => [one.affiliateId, one.email]),
  ),
  total: countIn(rows, type),
  next,
}));
