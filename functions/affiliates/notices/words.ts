import type { Commission } from "#shared/affiliates/commission.ts";
import { CATALOG } from "#shared/billing/catalog.ts";
import { DAY, type Instant } from "#shared/instant.ts";

const DATE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
const USD = new Intl.NumberFormat("en", { style: "currency", currency: "usd" });

/** For readers whose language and zone are unknown: English, UTC. */
export const onDay = (instant: Instant): string => DATE.format(new Date(instant));

/** `$30.00` from 3000 cents. Everything is sold in US dollars. */
export const dollars = (cents: number): string => USD.format(cents / 100);

export const productOf = ({ product }: Commission): string =>
  product === "lifetime" ? CATALOG.lifetime.name : CATALOG.monthly.name;

/**
 * A row is announced when it is made. One that is inserted much later was restored or copied: a stream keeps a change
 * for a day.
 */
export const isNews = (madeAt: Instant, now: Date): boolean => now.getTime() - Date.parse(madeAt) < DAY;
