import type { ProductId } from "#shared/catalog/catalog.ts";
import type { Period } from "#shared/insights/growth.ts";
import type { MONEY_KINDS, MoveKind } from "#shared/insights/moves.ts";
import { count, money, percent, points } from "../../ui/format.ts";
import type { Line, Links } from "./FiguresTable.tsx";
import { KIND_NAMES, type Rows } from "./rows.ts";

export type Both = { now: Period; before: Period };
type Linked = (rows: Rows) => Links;
type MoneyKind = (typeof MONEY_KINDS)[number];
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
    const read: Read = ({ movements }) => (sign === 1 ? movements[kind].cents : 0 - movements[kind].cents);
    return line(both, KIND_NAMES[kind], read, money, {
      rows: linked({ group: "mrr", kind }),
      part: true,
      ...(times === 0 ? {} : { beside: `× ${count(times)}` }),
    });
  };
  const all = linked({ group: "mrr" });
  const churn = linked({ group: "mrr", kind: "churn" });
  return [
    line(both, "MRR at the end", ({ mrr_end_cents }) => mrr_end_cents, money, { rows: all, strong: true }),
    line(both, "MRR at the start", ({ mrr_start_cents }) => mrr_start_cents, money),
    moved("new", 1),
    moved("expansion", 1),
    moved("reactivation", 1),
    moved("contraction", -1),
    moved("churn", -1),
    line(both, "Net new MRR", ({ net_new_cents }) => net_new_cents, money, { rows: all }),
    line(both, "Paying customers at the end", ({ customers_end }) => customers_end, count, { rows: all }),
    line(both, "Gross MRR churn", (of) => of.gross_churn_rate, percent, { showChange: points, rows: churn }),
    line(both, "Net MRR churn", (of) => of.net_churn_rate, percent, { showChange: points, rows: all }),
    line(both, "Customer churn", (of) => of.customer_churn_rate, percent, {
      showChange: points,
      rows: churn,
    }),
    line(both, "MRR per customer", ({ arpa_cents }) => arpa_cents, money, { rows: all }),
  ];
}

/** @param plan the chosen plan; only `all` and `lifetime` have lines about lifetime licenses */
export function moneyLines(both: Both, linked: Linked, plan: ProductId | "all"): Line[] {
  const rowsOf = (kind: MoneyKind) => linked({ group: "money", kind });
  const part = (name: string, kind: MoneyKind, read: Read): Line[] => {
    if (plan !== "all" && plan !== "lifetime") return [];
    const rows = linked({ group: "money", kind, plan: "lifetime" });
    return [line(both, name, read, money, { rows, part: true })];
  };
  const { payouts, fees, payments } = both.now;
  const unknown = payments.count - (fees?.count ?? 0);
  const beside = `× ${count(payouts?.count ?? 0)}`;
  return [
    line(both, "Payments", ({ payments }) => payments.cents, money, { rows: rowsOf("payment") }),
    ...part("of lifetime licenses", "payment", ({ lifetime }) => lifetime.payments.cents),
    line(both, "Refunds and lost disputes", ({ refunds }) => 0 - refunds.cents, money, {
      rows: rowsOf("refund"),
    }),
    ...part("for lifetime licenses", "refund", ({ lifetime }) => 0 - lifetime.refunds.cents),
    line(both, "Revenue", ({ payments, refunds }) => payments.cents - refunds.cents, money, {
      rows: linked({ group: "money" }),
      strong: true,
    }),
    line(both, "Sales", ({ payments }) => payments.count, count, { rows: rowsOf("payment") }),
    ...(payouts
      ? [line(both, "Payouts paid", (period) => period.payouts?.cents ?? null, money, { beside })]
      : []),
    ...(fees
      ? [
          line(both, "Stripe's fees for payments", feesIn, money, {
            ...(unknown > 0 && { beside: `not yet known for ${count(unknown)} of ${count(payments.count)}` }),
          }),
        ]
      : []),
  ];
}

const feesIn: Read = ({ fees, payments }) =>
  fees === undefined || (fees.count === 0 && payments.count > 0) ? null : fees.cents;

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
