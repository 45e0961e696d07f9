import { dayEndedAt, fromEpochSeconds, type Instant } from "./instant.ts";
import { once, onceEach } from "./once.ts";

// For mails and messages, whose readers' language and zone nobody knows: English, UTC.

// The first formatter of a process takes 20 ms, and each more than a hundred uses of it.
const DAY = once(() => new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }));
const TIME = once(
  () => new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }),
);
const MONEY = onceEach((currency: string) => new Intl.NumberFormat("en", { style: "currency", currency }));

/** `November 3, 2026` */
export const onDay = (instant: Instant): string => DAY().format(new Date(instant));

/** `November 3, 2026`, from an instant of Stripe's. */
export const onDayOf = (epochSeconds: number): string => onDay(fromEpochSeconds(epochSeconds));

/** `November 3, 2026 at 9:05 AM UTC` */
export const atTime = (instant: Instant): string => `${TIME().format(new Date(instant))} UTC`;

/** `November 3, 2026` of an end by `throughDay`; of any other, as of a row from before, hour and zone as well. */
export function deadline(end: Instant): string {
  const day = dayEndedAt(end);
  return day === undefined ? atTime(end) : onDay(day);
}

/** `November 3, 2026 at 9:05 AM UTC`, from an instant of Stripe's. */
export const atTimeOf = (epochSeconds: number): string => atTime(fromEpochSeconds(epochSeconds));

/** `Germany` for DE; a code that no country has stays as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code) : code;
}

/** `$30.00` from 3000 cents. */
export const inMoney = (cents: number, currency = "usd"): string => MONEY(currency).format(cents / 100);

/** `99.95%`. Cut, not rounded: one failure in a day never reads 100%. */
export function inPercent(share: number): string {
  return `${(Math.floor(share * 100_00 + 1e-9) / 100).toLocaleString("en-US")}%`;
}
