import type { Commission } from "#shared/affiliates/commission.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { DAY, type Instant } from "#shared/instant.ts";

export const productOf = ({ product }: Commission): string =>
  product === "lifetime" ? CATALOG.lifetime.name : CATALOG.monthly.name;

/** Whether a row is new. Streams keep a change for a day, so an older row was restored or copied. */
export const isNews = (madeAt: Instant, now: Date): boolean => now.getTime() - Date.parse(madeAt) < DAY;
