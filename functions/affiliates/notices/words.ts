import type { Commission } from "#shared/affiliates/commission.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { DAY, type Instant } from "#shared/instant.ts";

export const productOf = ({ product }: Commission): string =>
  product === "lifetime" ? CATALOG.lifetime.name : CATALOG.monthly.name;

/**
 * Only a new row is announced. A row that appears later was restored or copied, because streams keep a change for a
 * day.
 */
export const isNews = (madeAt: Instant, now: Date): boolean => now.getTime() - Date.parse(madeAt) < DAY;
