import { fromEpochSeconds, type Instant } from "./instant.ts";
import { once } from "./once.ts";

// For mails and messages, whose readers' language and zone nobody knows: English, UTC.

// The first formatter of a process takes 20 ms of its start.
const DAY = once(() => new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }));
const TIME = once(
  () => new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }),
);

/** `November 3, 2026` */
export const onDay = (instant: Instant): string => DAY().format(new Date(instant));

/** `November 3, 2026`, from an instant of Stripe's. */
export const onDayOf = (epochSeconds: number): string => onDay(fromEpochSeconds(epochSeconds));

/** `November 3, 2026 at 9:05 AM UTC` */
export const atTime = (instant: Instant): string => `${TIME().format(new Date(instant))} UTC`;

/** `Germany` for DE; a code that no country has stays as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code) : code;
}

/** To make a formatter takes longer than to use it a hundred times. */
const MONEY = new Map<string, Intl.NumberFormat>();

/** `$30.00` from 3000 cents. */
export function inMoney(cents: number, currency = "usd"): string {
  const format = MONEY.get(currency) ?? new Intl.NumberFormat("en", { style: "currency", currency });
  MONEY.set(currency, format);
  return format.format(cents / 100);
}

/** `99.95%`. Cut, not rounded: one failure in a day never reads 100%. */
export function inPercent(share: number): string {
  return `${(Math.floor(share * 100_00 + 1e-9) / 100).toLocaleString("en-US")}%`;
}
