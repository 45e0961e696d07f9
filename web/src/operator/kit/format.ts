import { DAY, HOUR, MINUTE, SECOND } from "#shared/instant.ts";

/** `$1,874.00` from integer cents: always two decimals. */
export function money(cents: number, currency = "usd"): string {
  return new Intl.NumberFormat(undefined, { style: "currency", currency }).format(cents / 100);
}

/** Spec 2, section 9: revenue in stats is shown in whole dollars. */
export function wholeDollars(dollars: number): string {
  return new Intl.NumberFormat(undefined, {
    style: "currency",
    currency: "usd",
    maximumFractionDigits: 0,
  }).format(dollars);
}

export function count(value: number): string {
  return new Intl.NumberFormat().format(value);
}

/** `20 %` from 2,000 basis points. */
export function percent(basisPoints: number): string {
  return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 }).format(basisPoints / 100)} %`;
}

export function moment(instant: string): string {
  return new Date(instant).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

export function day(instant: string): string {
  return new Date(instant).toLocaleDateString(undefined, { dateStyle: "medium" });
}

const STEPS = [
  { of: DAY, unit: "day" },
  { of: HOUR, unit: "hour" },
  { of: MINUTE, unit: "minute" },
  { of: SECOND, unit: "second" },
] as const;

/** `2 hours ago`, as the reader's language says it; a date for what is more than a month ago. */
export function ago(instant: string, now = Date.now()): string {
  const passed = now - Date.parse(instant);
  if (Math.abs(passed) > 30 * DAY) return day(instant);
  const { of, unit } = STEPS.find((step) => Math.abs(passed) >= step.of) ?? { of: SECOND, unit: "second" };
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(-Math.trunc(passed / of), unit);
}

/** `in_payout` → `in payout`. */
export function words(state: string): string {
  return state.replaceAll("_", " ");
}
