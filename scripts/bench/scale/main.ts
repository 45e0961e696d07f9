import { writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../../local/options.ts";
import { startStack } from "../../../local/stack.ts";
import { putParts, table } from "../report.ts";
import { recordFlows } from "./flows.ts";
import {
  type Busiest,
  busiest,
  firstToGive,
  goalRate,
  PARTITION_LIMIT,
  PEAK,
  peakRate,
  SIZES,
} from "./model.ts";
import type { Recording } from "./record.ts";

const PORT = 4950;
/** Avoids the ports of parallel benches and tests. */
const PORT_SHIFT = Number(process.env.TEST_PORT_SHIFT ?? 0);

/**
 * `npm run bench -- scale`: measures the units that each flow uses in each partition, and computes which partition or
 * table reaches its limit first.
 */
export async function benchScale(): Promise<void> {
  const dataDir = path.join(ROOT, ".local/bench/scale");
  const stack = await startStack({ dataDir, port: PORT + PORT_SHIFT, reset: true, quiet: true });
  let recordings: Recording[];
  try {
    recordings = await recordFlows(stack.file);
  } finally {
    await stack.close();
  }
  writeFileSync(path.join(dataDir, "recordings.json"), JSON.stringify(recordings, null, 1));
  const section = scaleSection(recordings);
  console.log(section);
  putParts(section);
}

/** The report leaves out partitions below this share of their limit, and sums below this many units. */
const WORTH_NAMING = { part: 0.01, units: 1000 };

const units = (value: number): string => (value >= 10 ? value.toFixed(0) : value.toFixed(2));

export function scaleSection(recordings: readonly Recording[]): string {
  const bySize = SIZES.map((customers) => busiest(recordings, (flow) => peakRate(flow, customers)));
  const atGoal = busiest(recordings, goalRate);
  const of = (list: readonly Busiest[], { place, kind }: Busiest) =>
    list.find((one) => one.place === place && one.kind === kind)?.hot ?? 0;
  const part = ({ hot, kind }: Busiest) => hot / PARTITION_LIMIT[kind];
  const shared = atGoal.filter((one) => part(one) >= WORTH_NAMING.part).sort((a, b) => part(b) - part(a));
  const spread = atGoal
    .filter(({ hot, all }) => hot === 0 && all >= WORTH_NAMING.units)
    .sort((a, b) => b.all - a.all);
  const first = firstToGive(atGoal);
  return [
    "## Scale",
    "",
    `\`npm run bench -- scale\` writes this part. On a local stack, it measures the units that each flow uses in each partition, and multiplies them by how often customers run the flow. Units are per second, in the busiest second (${PEAK} times the average, a guess). A partition takes ${PARTITION_LIMIT.write.toLocaleString("en")} write and ${PARTITION_LIMIT.read.toLocaleString("en")} read units a second. "Goal" is 10 million customers with 5,000 refreshes and 5,000 activity reports a second, 1,000 sign-ups a minute and 10,000 clicks a second on one link. docs/scale.md draws the conclusions.`,
    "",
    `The first to reach its limit: ${first.what}, at ${first.at.toFixed(2)} of the goal's rates.`,
    "",
    "The busiest partition of each table and index, among those that several people use:",
    "",
    table(
      [
        "Table or index",
        "",
        "Partition",
        "Mostly by",
        ...SIZES.map((size) => size.toLocaleString("en")),
        "Goal",
        "Of its limit",
      ],
      shared.map((one) => [
        one.place,
        one.kind,
        `\`${one.partition}\``,
        one.flow,
        ...bySize.map((list) => units(of(list, one))),
        units(one.hot),
        `${(part(one) * 100).toFixed(0)} %`,
      ]),
    ),
    "",
    "Tables and indexes with a partition for each person, where only the sum counts:",
    "",
    table(
      ["Table or index", "", "Units a second at the goal"],
      spread.map(({ place, kind, all }) => [place, kind, units(all)]),
    ),
    "",
    "Units of one run of each flow, including the work that it causes in the background:",
    "",
    table(
      ["Flow", "Read", "Written"],
      recordings.map(({ flow, places }) => [
        flow,
        ...(["read", "write"] as const).map((kind) =>
          units(places.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.units, 0)),
        ),
      ]),
    ),
    "",
  ].join("\n");
}
