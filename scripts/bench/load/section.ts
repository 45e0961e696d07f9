import { table } from "../report.ts";
import type { Day } from "./day.ts";
import { KINDS } from "./mix.ts";
import type { Went } from "./run.ts";
import type { Storm } from "./storms.ts";

/** The results in Markdown, for bench/results.md. */
export function loadSection(days: readonly Day[], storms: readonly Storm[], lanes: number): string {
  return [
    "## Load",
    "",
    `\`npm run bench -- load\` writes this part: a mixed day, sped up, over a running stack on this machine, which also sends the requests (autocannon, ${lanes} connections). Beside it, people sign up one after the other, and every fourth one buys. Then the same with faults: of a hundred calls of each service five in each way are refused, lost, throttled, in conflict, or end the function before or after them, and webhooks come in any order. An application repeats what was not answered. At the end of each day, the tables are compared with what was sent and with each other; any difference, and there is no line.`,
    "",
    table(
      ["Day", "Request", "A second", "p50 ms", "p95 ms", "p99 ms", "Refused", "Not answered"],
      days.flatMap((day) =>
        [...KINDS.flatMap((kind) => day.went.get(kind) ?? []), sumOf(day)].map((went) => [
          day.isDisturbed ? "with faults" : "quiet",
          went.kind,
          (went.times.length / day.seconds).toFixed(1),
          ...[0.5, 0.95, 0.99].map((share) => Math.round(quantile(went.times, share))),
          went.refused,
          went.unanswered,
        ]),
      ),
    ),
    "",
    table(
      ["Day", "Seconds", "Sign-ups", "Purchases"],
      days.map(({ isDisturbed, seconds, signUps, purchases }) => [
        isDisturbed ? "with faults" : "quiet",
        Math.round(seconds),
        signUps,
        purchases,
      ]),
    ),
    "",
    "Then one thing alone, as much as this machine bears; a payout day is in the part Payouts.",
    "",
    table(
      ["Storm", "Count", "Seconds", "A second", "p50 ms", "p99 ms", "Refused or not answered"],
      storms.map(({ name, count, seconds, times, refused }) => [
        name,
        count,
        Math.round(seconds),
        (count / seconds).toFixed(1),
        ...[0.5, 0.99].map((share) => (times.length === 0 ? "–" : Math.round(quantile(times, share)))),
        refused,
      ]),
    ),
    "",
  ].join("\n");
}

function sumOf({ went }: Day): Omit<Went, "kind"> & { kind: string } {
  const all = [...went.values()];
  const sum = (of: (one: Went) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    kind: "all",
    times: all.flatMap(({ times }) => times),
    refused: sum(({ refused }) => refused),
    unanswered: sum(({ unanswered }) => unanswered),
  };
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
