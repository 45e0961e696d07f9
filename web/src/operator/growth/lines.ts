import type { Period } from "#shared/insights/growth.ts";
import type { MoveKind } from "#shared/insights/moves.ts";
import { count, money, percent } from "../../ui/format.ts";
import type { Line } from "./FiguresTable.tsx";
import { KIND_NAMES, type Rows } from "./rows.ts";

export type Both = { now: Period; before: Period };
type Linked = (rows: Rows) => { now: string; before: string };
type Read = (period: Period) => number | null;

function line(
  { now, before }: Both,
  name: string,
  read: Read,
  show: Line["show"],
  more: Partial<Line> = {},
): Line {
  return { name, now: read(now), before: read(before), show, ...more };
}

export function mrrLines(both: Both, linked: Linked): Line[] {
  const moved = (kind: keyof Period["movements"], sign: 1 | -1): Line => {
    const { count: times } = both.now.movements[kind];
    return line(
      both,
      KIND_NAMES[kind],
      ({ movements }) => (sign === 1 ? movements[kind].cents : 0 - movements[kind].cents),
      money,
      {
        rows: linked({ group: "mrr", kind }),
        part: true,
        ...(times === 0 ? {} : { beside: `× ${count(times)}` }),
      },
    );
  };
  return [
    line(both, "MRR at the end", (period) => period.mrr_end_cents, money, {
      rows: linked({ group: "mrr" }),
      strong: true,
    }),
    line(both, "MRR at the start", (period) => period.mrr_start_cents, money),
    moved("new", 1),
    moved("expansion", 1),
    moved("reactivation", 1),
    moved("contraction", -1),
    moved("churn", -1),
    line(both, "Net new MRR", (period) => period.net_new_cents, money, { rows: linked({ group: "mrr" }) }),
    line(both, "Paying customers at the end", (period) => period.customers_end, count, {
      rows: linked({ group: "mrr" }),
    }),
    line(both, "Gross MRR churn", (period) => period.gross_churn_rate, percent, {
      rows: linked({ group: "mrr", kind: "churn" }),
    }),
    line(both, "Net MRR churn", (period) => period.net_churn_rate, percent, {
      rows: linked({ group: "mrr" }),
    }),
    line(both, "Customer churn", (period) => period.customer_churn_rate, percent, {
      rows: linked({ group: "mrr", kind: "churn" }),
    }),
    line(both, "MRR per customer", (period) => period.arpa_cents, money, { rows: linked({ group: "mrr" }) }),
  ];
}

export function moneyLines(both: Both, linked: Linked): Line[] {
  const payment = linked({ group: "money", kind: "payment" });
  const refund = linked({ group: "money", kind: "refund" });
  return [
    line(both, "Payments", ({ payments }) => payments.cents, money, { rows: payment }),
    line(both, "of lifetime licenses", ({ lifetime }) => lifetime.payments.cents, money, {
      rows: payment,
      part: true,
    }),
    line(both, "Refunds and lost disputes", ({ refunds }) => 0 - refunds.cents, money, { rows: refund }),
    line(both, "for lifetime licenses", ({ lifetime }) => 0 - lifetime.refunds.cents, money, {
      rows: refund,
      part: true,
    }),
    line(both, "Revenue", ({ payments, refunds }) => payments.cents - refunds.cents, money, {
      rows: linked({ group: "money" }),
      strong: true,
    }),
    line(both, "Sales", ({ payments }) => payments.count, count, { rows: payment }),
  ];
}

const STEPS = [
  ["signup", "Signed up"],
  ["freeKey", "Got the free key"],
  ["activated", "Activated a computer"],
  ["paid", "Paid"],
] as const satisfies readonly (readonly [MoveKind, string])[];

export function funnelLines(both: Both, linked: Linked): Line[] {
  const all = both.now.funnel.signup;
  return STEPS.map(([kind, name]) =>
    line(both, name, ({ funnel }) => funnel[kind], count, {
      rows: linked({ group: "funnel", kind }),
      ...(kind === "signup" || all === 0
        ? {}
        : { beside: percent(Math.round((10_000 * both.now.funnel[kind]) / all)) }),
    }),
  );
}
