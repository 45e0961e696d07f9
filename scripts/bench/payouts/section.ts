import { table } from "../report.ts";
import type { Figures } from "./run.ts";

/** The results in Markdown, for bench/results.md. */
export function payoutsSection(measured: readonly Figures[]): string {
  return [
    "## Payouts",
    "",
    "`npm run bench -- payouts` writes this part: affiliates with two commissions whose hold is over and a request, through run-calc, approve and run-distribute over a running stack. The calculation's function is killed once in the middle at a write, the distribution's once after it made a transfer; both resume. One transfer each and the sums are checked, or there is no line. Memory is the heap of the function's worker, as far as it has grown.",
    "",
    table(
      [
        "Affiliates",
        "Part",
        "Seconds",
        "Calls of DynamoDB",
        "each",
        "Invocations",
        "MB at first",
        "MB at most",
      ],
      measured.flatMap(({ affiliates, parts }) =>
        parts.map(({ name, seconds, work }) => [
          affiliates,
          name,
          seconds,
          work.databaseCalls,
          (work.databaseCalls / affiliates).toFixed(1),
          work.invocations,
          work.firstMb,
          work.mostMb,
        ]),
      ),
    ),
    "",
    "Stripe's pace (limit 25 requests in any one second):",
    "",
    table(
      ["Affiliates", "Requests", "Most in a second"],
      measured.map(({ affiliates, requests, mostInASecond }) => [affiliates, requests, mostInASecond]),
    ),
  ].join("\n");
}
