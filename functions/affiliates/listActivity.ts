import { listActivity } from "#shared/affiliates/operator.ts";
import { emailKeys, emailsIn } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";
import { countIn, countKeys, readFeed } from "./feed/table.ts";

export const handler = httpPage(
  listActivity,
  ({ type, affiliate_id: affiliateId, limit, offset, cursor }) =>
    readFeed({ type, affiliateId, limit, offset, cursor }),
  ({ entries }, { affiliate_id: affiliateId }) => ({
    ...countKeys(affiliateId),
    // One call reads up to 100 keys.
    ...emailKeys([...new Set(entries.map((entry) => entry.affiliate_id))].slice(0, 90)),
  }),
)(({ input: { type }, page: { entries, next }, rows }) => ({
  logs: entries,
  ...(type === "click" ? { clicks: entries } : {}),
  ...(type === "conversion" ? { conversions: entries } : {}),
  emails: Object.fromEntries(emailsIn(rows)),
  total: countIn(rows, type),
  next,
}));
