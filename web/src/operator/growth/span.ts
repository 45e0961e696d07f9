import { PRODUCT_IDS } from "#shared/catalog/catalog.ts";
import { CHANNELS, MAX_PERIOD_DAYS } from "#shared/insights/moves.ts";
import { DAY, utcDay } from "#shared/instant.ts";
import { serverNow } from "../../ui/serverClock.ts";
import { oneOf } from "../kit/address.ts";

export const PERIODS = [
  { value: "month", label: "This month" },
  { value: "last", label: "Last month" },
  { value: "90", label: "90 days" },
  { value: "365", label: "12 months" },
] as const;
export const DEFAULT_PERIOD = "30 days";
const DEFAULT_DAYS = 30;

export type Span = { from: string; to: string };

const back = (to: Date, days: number): Span => ({
  from: utcDay(new Date(to.getTime() - (days - 1) * DAY)),
  to: utcDay(to),
});
const monthOf = (now: Date, offset: number): Span => ({
  from: utcDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))),
  to: utcDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset + 1, 0))),
});

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The two days in the address; null if they are not a valid period. */
export function chosenDays(params: URLSearchParams): Span | null {
  const [from, to] = [params.get("from"), params.get("to")];
  return isDay(from) && isDay(to) && from <= to && Date.parse(to) - Date.parse(from) < MAX_PERIOD_DAYS * DAY
    ? { from, to }
    : null;
}

/** The period in the address, in UTC days. Two chosen days win over a named period. */
export function spanIn(params: URLSearchParams, now = serverNow()): Span {
  const chosen = chosenDays(params);
  if (chosen !== null) return chosen;
  switch (params.get("period")) {
    case "month":
      return { ...monthOf(now, 0), to: utcDay(now) };
    case "last":
      return monthOf(now, -1);
    case "90":
      return back(now, 90);
    case "365":
      return back(now, 365);
    default:
      return back(now, DEFAULT_DAYS);
  }
}

export function scopeIn(params: URLSearchParams) {
  return {
    plan: oneOf(params.get("plan"), PRODUCT_IDS) ?? ("all" as const),
    channel: oneOf(params.get("channel"), CHANNELS) ?? ("all" as const),
  };
}
