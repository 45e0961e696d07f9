import { table } from "../report.ts";
import type { Figures } from "./run.ts";

export function payoutsSection(measured: readonly Figures[]): string {
  return [
    "## Payouts",
    "",
    "`npm run bench -- payouts` writes this part. Each affiliate has two commissions whose hold is over, and a payout request. The bench calls run-calc, approve and run-distribute on a running stack. It kills the calculation's function once after a write, and the distribution's function once after a transfer; both resume. The bench writes results only if every affiliate got one transfer and the sums match. Memory is the heap of the function's worker.",
    "",
    table(
      [
        "Affiliates",
        "Part",
        "Seconds",
        "DynamoDB calls",
        "per affiliate",
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
      ["Affiliates", "Requests", "Maximum in a second"],
      measured.map(({ affiliates, requests, mostInASecond }) => [affiliates, requests, mostInASecond]),
    ),
  ].join("\n");
}
