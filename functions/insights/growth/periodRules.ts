import { PRODUCT_IDS, type ProductId } from "#shared/catalog/catalog.ts";
import { AppError } from "#shared/errors.ts";
import type { Amount, GrowthDay, Period } from "#shared/insights/growth.ts";
import {
  CHANNELS,
  type Channel,
  FUNNEL_KINDS,
  groupOf,
  MAX_PERIOD_DAYS,
  type MoveKind,
  MRR_KINDS,
  type MrrKind,
} from "#shared/insights/moves.ts";
import { DAY, utcDay } from "#shared/instant.ts";
import { figureOf } from "./sumRules.ts";

export type Figures = (day: string | null, figure: string) => number;
export type Scope = { plan: ProductId | "all"; channel: Channel | "all" };
export type Span = { from: string; to: string };

const time = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
const dayOf = (at: number): string => utcDay(new Date(at));

/** UTC days, inclusive. */
export function daysIn({ from, to }: Span): string[] {
  const count = Math.round((time(to) - time(from)) / DAY) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayOf(time(from) + index * DAY));
}

/** @throws VALIDATION_ERROR if there are no days or too many */
export function askedSpan(span: Span): Span {
  const days = daysIn(span).length;
  if (days >= 1 && days <= MAX_PERIOD_DAYS) return span;
  const message = `Choose 1 to ${MAX_PERIOD_DAYS} days. The first day must not be in the future.`;
  throw new AppError("VALIDATION_ERROR", message, { field: "from" });
}

/** The period of equal length before this one; for a calendar month, the month before. */
export function spanBefore(span: Span): Span {
  const last = dayOf(time(span.from) - DAY);
  const isMonth =
    span.from.endsWith("-01") && dayOf(time(span.to) + DAY).endsWith("-01") && daysIn(span).length <= 31;
  if (isMonth) return { from: `${last.slice(0, 7)}-01`, to: last };
  return { from: dayOf(time(span.from) - daysIn(span).length * DAY), to: last };
}

const UP: readonly MrrKind[] = ["new", "expansion", "reactivation"];
const DOWN: readonly MrrKind[] = ["contraction", "churn"];
const basisPoints = (part: number, whole: number): number | null =>
  whole <= 0 ? null : Math.round((10_000 * part) / whole);

export function reader(figures: Figures, { plan, channel }: Scope) {
  const channels = channel === "all" ? CHANNELS : [channel];
  /** MRR and the funnel are not split by plan. MRR of every plan that renews is stored under "monthly". */
  const plansOf = (kind: MoveKind): (ProductId | null)[] => {
    if (kind === "payment" || kind === "refund") return plan === "all" ? [...PRODUCT_IDS] : [plan];
    if (kind === "paid") return [...PRODUCT_IDS];
    return groupOf(kind) === "funnel" ? [null] : ["monthly"];
  };
  /** @param only the plan to count; the amount is zero if the scope has another plan */
  const amountOf = (kind: MoveKind, day: string | null, only?: ProductId): Amount => {
    const plans = plansOf(kind).filter((of) => only === undefined || of === only);
    const names = plans.flatMap((of) => channels.map((each) => figureOf({ kind, plan: of, channel: each })));
    const sum = (what: "count" | "cents") =>
      names.reduce((total, name) => total + figures(day, `${what}:${name}`), 0);
    return { count: sum("count"), cents: sum("cents") };
  };
  const netOf = (what: "cents" | "count", day: string | null): number => {
    const kinds = (of: readonly MrrKind[]) =>
      of.filter((kind) => what === "cents" || !["expansion", "contraction"].includes(kind));
    const sum = (of: readonly MrrKind[]) =>
      kinds(of).reduce((total, kind) => total + amountOf(kind, day)[what], 0);
    return sum(UP) - sum(DOWN);
  };
  return { amountOf, netOf };
}
export const hasPlan = (figures: Figures, plan: ProductId): boolean =>
  reader(figures, { plan, channel: "all" }).amountOf("payment", null).count > 0;

export type Reader = ReturnType<typeof reader>;

/**
 * The value at the end of each day: the total minus all later changes.
 * @param days oldest first, ending today or with the last day that has figures
 */
export function levels(
  { netOf }: Reader,
  days: readonly string[],
  what: "cents" | "count",
): Map<string, number> {
  const levels = new Map<string, number>();
  let level = netOf(what, null);
  for (const day of days.toReversed()) {
    levels.set(day, level);
    level -= netOf(what, day);
  }
  return levels;
}

export function periodOf(
  read: Reader,
  span: Span,
  mrr: Map<string, number>,
  customers: Map<string, number>,
): Period {
  const { amountOf, netOf } = read;
  const days = daysIn(span);
  const over = (kind: MoveKind, only?: ProductId): Amount =>
    days
      .map((day) => amountOf(kind, day, only))
      .reduce((sum, { count, cents }) => ({ count: sum.count + count, cents: sum.cents + cents }), {
        count: 0,
        cents: 0,
      });
  const net = (what: "cents" | "count") => days.reduce((sum, day) => sum + netOf(what, day), 0);
  const movements = record(MRR_KINDS, (kind) => over(kind));
  const mrrEnd = mrr.get(span.to) ?? 0;
  const customersEnd = customers.get(span.to) ?? 0;
  const mrrStart = mrrEnd - net("cents");
  const customersStart = customersEnd - net("count");
  const lost = movements.churn.cents + movements.contraction.cents;
  const gained = movements.expansion.cents + movements.reactivation.cents;
  return {
    ...span,
    mrr_start_cents: mrrStart,
    mrr_end_cents: mrrEnd,
    customers_end: customersEnd,
    movements,
    net_new_cents: net("cents"),
    gross_churn_rate: basisPoints(lost, mrrStart),
    net_churn_rate: basisPoints(lost - gained, mrrStart),
    customer_churn_rate: basisPoints(movements.churn.count, customersStart),
    arpa_cents: customersEnd <= 0 ? null : Math.round(mrrEnd / customersEnd),
    payments: over("payment"),
    refunds: over("refund"),
    lifetime: { payments: over("payment", "lifetime"), refunds: over("refund", "lifetime") },
    funnel: record(FUNNEL_KINDS, (kind) => over(kind).count),
  };
}

/** Payouts and fees have no plan and no channel: empty if the scope names one. */
export function spent(figures: Figures, span: Span, { plan, channel }: Scope) {
  if (plan !== "all" || channel !== "all") return {};
  const sum = (figure: string) => daysIn(span).reduce((total, day) => total + figures(day, figure), 0);
  const amount = (what: string): Amount => ({ count: sum(`count:${what}`), cents: sum(`cents:${what}`) });
  return { payouts: amount("payout"), fees: amount("fee") };
}

function record<K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> {
  // biome-ignore lint/plugin: fromEntries forgets the names of its keys.
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;
}

export const growthDay = ({ amountOf }: Reader, date: string, mrr: number): GrowthDay => ({
  date,
  mrr_cents: mrr,
  revenue_cents: amountOf("payment", date).cents - amountOf("refund", date).cents,
});
