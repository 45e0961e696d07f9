import { CATALOG, type ProductId } from "#shared/billing/catalog.ts";
import { fromEpochSeconds } from "#shared/instant.ts";

/** For mails, whose reader's language and zone nobody knows: English, UTC. */
const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

export const inDays = (epochSeconds: number): string => day.format(new Date(fromEpochSeconds(epochSeconds)));

/** `$30.00` from 3000 cents. */
export function inMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(cents / 100);
}

export const productName = (id: ProductId): string => CATALOG[id].name;
