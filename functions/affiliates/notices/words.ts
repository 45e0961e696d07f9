import type { Commission } from "#shared/affiliates/commission.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { DAY, type Instant } from "#shared/instant.ts";

export const productOf = ({ product }: Commission): string =>
  product === "lifetime" ? CATALOG.lifetime.name : CATALOG.monthly.name;

/**
 * A row is announced when it is made. One that is inserted much later was restored or copied: a stream keeps a change
 * for a day.
 */
export const isNews = (madeAt: Instant, now: Date): boolean => now.getTime() - Date.parse(madeAt) < DAY;
