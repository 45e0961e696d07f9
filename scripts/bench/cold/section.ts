import { table } from "../report.ts";

type Figures = { own: number; defaults: number; bare: number; empty: number };
export type Measured = {
  id: string;
  /** Calls to AWS until DynamoDB's first answer, or until the function ended without one. */
  calls: readonly string[];
  loaded: Figures;
  first: Figures;
};

/** Goals for the median function (docs/decisions/what-is-in-a-functions-bundle.md). */
const GOAL_DEFAULTS = 0.45;
const GOAL_BARE = 1.3;
/** The tables list this many functions and endpoints, worst first. */
export const LISTED = 10;
/** The load average that the bench causes: the measured process, and the process that answers its requests. */
export const OWN_LOAD = 2;

const ms = (value: number): string => value.toFixed(0);
const ratio = (value: number): string => value.toFixed(2);
const against = ({ own, defaults, bare }: Figures) => ({ defaults: own / defaults, bare: own / bare });

export function coldSection(measured: readonly Measured[], rounds: number, load: number): string {
  const asking = measured.filter(({ calls }) => calls.some((call) => call.startsWith("DynamoDB_")));
  const silent = measured.filter((one) => !asking.includes(one));
  const worst = asking.toSorted((a, b) => against(b.first).bare - against(a.first).bare).slice(0, LISTED);
  const spread = (values: number[]): string[] => {
    const sorted = values.sort((a, b) => a - b);
    return [0, 0.5, 0.9, 1].map((part) => ratio(sorted[Math.floor(part * (sorted.length - 1))] ?? 0));
  };
  return [
    "## Cold starts",
    "",
    `\`npm run bench -- cold\` writes this part. It measures processor milliseconds from a process's start until the module is loaded (load), and until DynamoDB's first answer (first call). DynamoDB is a local stub. (a) is the same function, built with esbuild's defaults and the SDK's whole clients. (b) is a bare handler with our settings: it creates the same clients and reads one row. (c) is an empty handler. Each figure is the median of ${rounds} starts, which take turns with starts of (a), (b) and (c). The machine was ${load > OWN_LOAD ? `shared with other work (load average ${load.toFixed(1)})` : "quiet"}.`,
    "",
    table(
      ["Ratio of load and first call", "Lowest", "Median", "90 %", "Highest", "Goal"],
      [
        ["against (a)", ...spread(asking.map(({ first }) => against(first).defaults)), GOAL_DEFAULTS],
        ["against (b)", ...spread(asking.map(({ first }) => against(first).bare)), GOAL_BARE],
        ["(b) against (a)", ...spread(asking.map(({ first }) => first.bare / first.defaults)), ""],
        ["(c) against (a)", ...spread(asking.map(({ first }) => first.empty / first.defaults)), ""],
      ],
    ),
    "",
    `The ${LISTED} functions with the highest ratio to (b), of ${asking.length}:`,
    "",
    table(
      ["Function", "Load", "and first call", "(a)", "(b)", "(c)", "of (a)", "of (b)"],
      worst.map(({ id, loaded, first }) => [
        id,
        ms(loaded.own),
        ms(first.own),
        ms(first.defaults),
        ms(first.bare),
        ms(first.empty),
        ratio(against(first).defaults),
        ratio(against(first).bare),
      ]),
    ),
    "",
    `${silent.length} functions did not call DynamoDB for their example event. The slowest of them loads in ${ms(Math.max(0, ...silent.map(({ loaded }) => loaded.own)))} ms.`,
    "",
  ].join("\n");
}
