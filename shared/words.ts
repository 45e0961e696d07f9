import { dayEndedAt, fromEpochSeconds, type Instant, MINUTE } from "./instant.ts";
import { once, onceEach } from "./once.ts";

export const STOPS =
  "On a computer that uses the subscription's license key, the application then stops at its next check. A free key continues to work.";
export const STAYS = "Your drafts and videos stay on your computer.";
export const SAME_KEY = "We keep your license key. Subscribe again, and the same key works on your computer.";

// English and UTC, because mails do not know their readers' language and time zone.

// Creating the first formatter of a process takes 20 ms, as long as a hundred uses of a formatter. So each formatter is
// created on its first use and kept.
const DAY = once(() => new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }));
const TIME = once(
  () => new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }),
);
const MINUTES = once(
  () => new Intl.NumberFormat("en", { style: "unit", unit: "minute", unitDisplay: "long" }),
);
const MONEY = onceEach((currency: string) => new Intl.NumberFormat("en", { style: "currency", currency }));

/** `November 3, 2026` */
export const onDay = (instant: Instant): string => DAY().format(new Date(instant));

/** Like `onDay`, for one of Stripe's instants. */
export const onDayOf = (epochSeconds: number): string => onDay(fromEpochSeconds(epochSeconds));

/** `November 3, 2026 at 9:05 AM UTC` */
export const atTime = (instant: Instant): string => `${TIME().format(new Date(instant))} UTC`;

/** `November 3, 2026` for a deadline from `throughDay`; date, time and zone for any other instant. */
export function deadline(end: Instant): string {
  const day = dayEndedAt(end);
  return day === undefined ? atTime(end) : onDay(day);
}

/** Like `atTime`, for one of Stripe's instants. */
export const atTimeOf = (epochSeconds: number): string => atTime(fromEpochSeconds(epochSeconds));

/** `Germany` for DE; unknown codes stay as they are. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code) : code;
}

/** `5 minutes`, `1 minute`. Rounds up. */
export const inMinutes = (milliseconds: number): string => MINUTES().format(Math.ceil(milliseconds / MINUTE));

/** `$30.00` for 3000 cents. */
export const inMoney = (cents: number, currency = "usd"): string => MONEY(currency).format(cents / 100);

/** `99.95%`. Rounds down, so that one failure in a day never reads 100%. */
export function inPercent(share: number): string {
  return `${(Math.floor(share * 100_00 + 1e-9) / 100).toLocaleString("en-US")}%`;
}
