import type { Click, Conversion } from "#shared/affiliates/activity.ts";
import { utcDay } from "#shared/instant.ts";

export type Counter = { pk: string; sk: string; by: Record<string, number> };
export type Counters = ReadonlyMap<string, Counter>;

const NAMES = {
  click: { success: "clicks", fail: "failedClicks" },
  conversion: { success: "conversions", fail: "failedConversions" },
} as const;

export const ALL = "totals";

/** The landing page's row among the destinations. */
export const LANDING = "-";

export function countersOf(type: "click", what: Click): Counter[];
export function countersOf(type: "conversion", what: Conversion): Counter[];
export function countersOf(type: "click" | "conversion", what: Click | Conversion): Counter[] {
  const by = { [NAMES[type][what.status]]: 1 };
  const pk = `affiliate#${what.affiliateId}`;
  const own = [
    { pk, sk: "total", by },
    { pk: ALL, sk: "total", by },
  ];
  if (what.status === "fail") return own;
  const sk = `day#${utcDay(new Date(what.at))}`;
  const days = [
    { pk, sk, by },
    { pk: ALL, sk, by },
  ];
  if (!("destinationId" in what)) return [...own, ...days];
  return [...own, ...days, { pk, sk: `to#${what.destinationId ?? LANDING}`, by }];
}

export function mergeCounters(counters: Counters, more: readonly Counter[]): Counters {
  const merged = new Map(counters);
  for (const counter of more) {
    const key = `${counter.pk}|${counter.sk}`;
    const by = { ...merged.get(key)?.by };
    for (const [name, value] of Object.entries(counter.by)) by[name] = (by[name] ?? 0) + value;
    merged.set(key, { ...counter, by });
  }
  return merged;
}
