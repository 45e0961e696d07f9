import { table } from "../report.ts";
import type { Day } from "./day.ts";
import { KINDS } from "./mix.ts";
import type { Went } from "./run.ts";
import type { Storm } from "./storms.ts";

export function loadSection(days: readonly Day[], storms: readonly Storm[], lanes: number): string {
  return [
    "## Load",
    "",
    `\`npm run bench -- load\` writes this part. It plays a mixed day at high speed on a running stack. The same machine sends the requests (autocannon, ${lanes} connections). Meanwhile people sign up one after the other, and every fourth one buys. Then it plays the day with faults: each kind of fault in faults.ts hits 5 % of its service's calls, and webhooks arrive shuffled. An application retries a request without an answer. At the end of each day, the bench compares the tables with the requests and with each other. It writes results only if nothing differs.`,
    "",
    table(
      ["Day", "Request", "Per second", "p50 ms", "p95 ms", "p99 ms", "Refused", "Unanswered"],
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
    "Afterwards, the bench sends clicks, lease renewals and webhooks, one kind after the other, as fast as this machine can. The part Payouts shows a payout day.",
    "",
    table(
      ["Storm", "Count", "Seconds", "Per second", "p50 ms", "p99 ms", "Refused or unanswered"],
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
