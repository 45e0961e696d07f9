import { STREAM_CONSUMERS } from "../../../infra/events.ts";
import { CALLS } from "../../costs/usage.ts";
import type { Place, Recording } from "./record.ts";

/** Capacity of a partition, and a table's default quota, per second: docs/scale.md has the sources. */
export const PARTITION_LIMIT = { read: 3_000, write: 1_000 } as const;
export const TABLE_QUOTA = 40_000;
export const SIZES = [1_000, 100_000, 10_000_000] as const;
const SECONDS_A_MONTH = 30 * 24 * 3600;
/** A guess: the busiest second has this many times the calls of an average second. */
export const PEAK = 10;

const aMonth = (id: string): number => CALLS.find((call) => call.id === id)?.aMonth ?? 0;

/** How often a customer runs each flow in a month. Flows that the cost page does not count are guesses. */
export const MONTHLY: Readonly<Record<string, number>> = {
  "sign-up": 0.2,
  "free key": 0.1,
  "first activation": aMonth("licenses/activate"),
  refresh: aMonth("licenses/refresh"),
  "activity report": aMonth("activity/report"),
  dashboard: aMonth("customers/startSession"),
  purchase: 0.1,
  "joining as an affiliate": 0.01,
  "click on one link": 0.5,
};

/** Target rates per second. */
export const GOAL: Readonly<Record<string, number>> = {
  "sign-up": 1_000 / 60,
  refresh: 5_000,
  "activity report": 5_000,
  "click on one link": 10_000,
};

export const peakRate = (flow: string, customers: number): number =>
  ((MONTHLY[flow] ?? 0) * customers * PEAK) / SECONDS_A_MONTH;
export const goalRate = (flow: string): number => Math.max(GOAL[flow] ?? 0, peakRate(flow, 10_000_000));

/** Writes per transaction, which limits how many changes a consumer counts together. */
const MAX_WRITES = 100;

/** How many changes share one write of a counter, once batches are full. A shared index gets a write for each row. */
function batchOf({ functionId, place }: Place, rate: number): number {
  if (place.includes("/")) return 1;
  const consumer = Object.entries(STREAM_CONSUMERS).find(([id]) => id === functionId)?.[1];
  if (consumer === undefined) return 1;
  return Math.max(1, Math.min(consumer.batchSize, MAX_WRITES - 5, rate));
}

export type Busiest = {
  place: string;
  kind: "read" | "write";
  /** The busiest shared partition; null if personal partitions share the load. */
  partition: string | null;
  /** Units per second of that partition, and of the whole table or index. */
  hot: number;
  all: number;
  flow: string;
};

/** The busiest partition of each table and index at these rates of the flows. */
export function busiest(recordings: readonly Recording[], rateOf: (flow: string) => number): Busiest[] {
  const places = new Map<
    string,
    { all: number; partitions: Map<string, { units: number; flow: string; most: number }> }
  >();
  for (const { flow, places: found } of recordings) {
    const rate = rateOf(flow);
    for (const one of found) {
      const key = `${one.place} ${one.kind}`;
      const known = places.get(key) ?? { all: 0, partitions: new Map() };
      places.set(key, known);
      const shared = isShared(one);
      const units = (one.units * rate) / (shared ? batchOf(one, rate) : 1);
      known.all += units;
      if (!shared) continue;
      const name = one.partition ?? "(of an update)";
      const before = known.partitions.get(name) ?? { units: 0, flow, most: 0 };
      known.partitions.set(name, {
        units: before.units + units / one.parts,
        flow: units / one.parts > before.most ? flow : before.flow,
        most: Math.max(before.most, units / one.parts),
      });
    }
  }
  return [...places].map(([key, { all, partitions }]) => {
    const [place = "", kind] = key.split(" ");
    const [hottest] = [...partitions].sort(([, a], [, b]) => b.units - a.units);
    return {
      place,
      kind: kind === "read" ? "read" : "write",
      partition: hottest?.[0] ?? null,
      hot: hottest?.[1].units ?? 0,
      all,
      flow: hottest?.[1].flow ?? "",
    };
  });
}

/** What reaches a limit first, and at which fraction of the given rates. */
export function firstToGive(list: readonly Busiest[]): { what: string; at: number } {
  const [first] = list
    .flatMap(({ place, kind, partition, hot, all }) => [
      { what: `${place}'s partition \`${partition}\` (${kind})`, full: hot / PARTITION_LIMIT[kind] },
      { what: `${place} as a whole (${kind})`, full: all / TABLE_QUOTA },
    ])
    .sort((a, b) => b.full - a.full);
  return { what: first?.what ?? "nothing", at: 1 / (first?.full ?? 0) };
}

/** These indexes are partitioned by person. An update of a person's row writes them too. */
const OWN_INDEXES = new Set(["Seats/byUser", "Activity/byTime", "Audit/byUser"]);

function isShared({ place, partition, people }: Place): boolean {
  return partition === null ? !OWN_INDEXES.has(place) : people > 1;
}
