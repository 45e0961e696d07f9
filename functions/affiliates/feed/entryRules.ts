import type { ActivityEntry, Click, Conversion } from "#shared/affiliates/activity.ts";
import type { Commission } from "#shared/affiliates/commission.ts";

export function toClickEntry(click: Click): ActivityEntry {
  const { id, affiliateId, status, referrer, device, country, isBot, at } = click;
  return {
    id,
    affiliate_id: affiliateId,
    type: "click",
    status,
    referrer,
    device,
    country,
    is_bot: isBot,
    ts: at,
  };
}

export function toConversionEntry(conversion: Conversion): ActivityEntry {
  const { id, affiliateId, amountCents, currency, status, at } = conversion;
  return {
    id,
    affiliate_id: affiliateId,
    type: "conversion",
    amount_cents: amountCents,
    currency,
    status,
    ts: at,
  };
}

export const CURRENCY = "usd";

export function conversionOf(commission: Commission): Conversion {
  const { id, affiliateId, baseCents, selfReferral, paidAt } = commission;
  return {
    id,
    affiliateId,
    amountCents: baseCents,
    currency: CURRENCY,
    status: selfReferral === null ? "success" : "fail",
    at: paidAt,
  };
}

export function mergeNewest<T extends { position: string }>(
  lists: readonly (readonly T[])[],
  limit: number,
): { rows: T[]; hasMore: boolean } {
  const all = lists.flat().sort((a, b) => (a.position < b.position ? 1 : -1));
  return { rows: all.slice(0, limit), hasMore: all.length > limit };
}
