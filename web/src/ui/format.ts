import { DAY, dayEndedAt, HOUR, MINUTE, SECOND } from "#shared/instant.ts";

/** Creating a formatter takes longer than using it a hundred times. */
const MONEY = new Map<string, Intl.NumberFormat>();

/** `$1,874.00` from integer cents. Negative amounts have a real minus: `−$12.00`. */
export function money(cents: number, currency = "usd"): string {
  const format = MONEY.get(currency) ?? new Intl.NumberFormat(undefined, { style: "currency", currency });
  MONEY.set(currency, format);
  return format.format(cents / 100).replace("-", "−");
}

/** `1 day`, `14 days` */
export const inDays = (days: number): string => `${days} ${days === 1 ? "day" : "days"}`;

/** `$1,874`, for revenue figures. */
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

/** `4th`, in English like the sentences around it. */
export function ordinal(value: number): string {
  const ends: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };
  const kind = /* @__PURE__ */ new Intl.PluralRules("en", { type: "ordinal" }).select(value);
  return `${count(value)}${ends[kind] ?? "th"}`;
}

/** `20%` from 2,000 basis points. */
export function percent(basisPoints: number): string {
  return new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );
}

/** `10 pp` from 1,000 basis points: the difference of two percentages, in percentage points. */
export const points = (basisPoints: number): string =>
  `${new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 }).format(basisPoints / 100)} pp`;

/** Created once: a chart formats ninety days. */
const DATE = /* @__PURE__ */ new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const UTC_DAY = /* @__PURE__ */ new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const UTC_DAY_SHORT = /* @__PURE__ */ new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** `Nov 3, 2026, 9:05 AM` */
export const moment = (instant: string): string =>
  new Date(instant).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
/** `9:05 AM` for today, else `Nov 3` */
export const momentShort = (instant: string): string => {
  const then = new Date(instant);
  return then.toDateString() === new Date().toDateString()
    ? then.toLocaleTimeString(undefined, { timeStyle: "short" })
    : then.toLocaleDateString(undefined, { month: "short", day: "numeric" });
};
/** `09:05 AM` */
export const time = (instant: string, locale?: string, timeZone?: string): string =>
  new Date(instant).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", timeZone });
/** `Nov 3, 2026` */
export const day = (instant: string): string => DATE.format(new Date(instant));
/** `Nov 3, 2026, 9:05 AM PST`: when something ends or changes, with the zone. */
export const atTime = (instant: string): string =>
  new Date(instant).toLocaleString(undefined, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
/** `Nov 3, 2026` for a UTC day: `2026-11-03`, or an instant in it. */
export const utcDay = (date: string): string => UTC_DAY.format(new Date(date));
/** `Nov 3, 2026` in every time zone, for an end from `throughDay`; else `atTime`. See shared/words.ts. */
export function deadline(end: string): string {
  const through = dayEndedAt(end);
  return through === undefined ? atTime(end) : utcDay(through);
}
/** `Nov 1 – 25, 2026` for a period of UTC days. */
export const utcDays = (from: string, to: string): string =>
  UTC_DAY.formatRange(new Date(from), new Date(to));
/** `Nov 2026` for a UTC month. */
export const utcMonth = (date: string): string =>
  new Date(date).toLocaleDateString(undefined, { month: "short", year: "numeric", timeZone: "UTC" });
/** `Nov 3` for a UTC day. */
export const shortUtcDay = (date: string): string => UTC_DAY_SHORT.format(new Date(date));

const STEPS = [
  { of: DAY, unit: "day" },
  { of: HOUR, unit: "hour" },
  { of: MINUTE, unit: "minute" },
  { of: SECOND, unit: "second" },
] as const;

/** `2 hours ago` in the reader's language; a date if it is more than 30 days away. */
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

/** `84.2 MB`, as file managers count. */
export function fileSize(bytes: number, locale?: string): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return (bytes / 1000 ** step).toLocaleString(locale, {
    style: "unit",
    unit: units[step],
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  });
}
