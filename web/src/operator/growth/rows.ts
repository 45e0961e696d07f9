import type { ProductId } from "#shared/catalog/catalog.ts";
import type { Period } from "#shared/insights/growth.ts";
import { FUNNEL_KINDS, type MoveGroup, type MoveKind, MRR_KINDS } from "#shared/insights/moves.ts";
import { hrefOf } from "../tabs.ts";
import { type Span, scopeIn, spanIn } from "./span.ts";

export const KIND_NAMES: Readonly<Record<MoveKind, string>> = {
  new: "New",
  expansion: "Expansion",
  contraction: "Contraction",
  churn: "Churned",
  reactivation: "Reactivated",
  payment: "Payment",
  refund: "Refund",
  signup: "Sign-up",
  freeKey: "Free key",
  activated: "Activated",
  paid: "Paid",
};

/** `plan`: for a figure of a single plan; overrides the page's filter. */
export type Rows = { group: MoveGroup; kind?: MoveKind; plan?: ProductId };

export function hasRows(period: Period, { group, kind, plan }: Rows): boolean {
  const { movements, funnel } = period;
  const { payments, refunds } = plan === "lifetime" ? period.lifetime : period;
  const counts: Readonly<Record<MoveGroup, readonly (readonly [MoveKind, number])[]>> = {
    mrr: MRR_KINDS.map((each) => [each, movements[each].count]),
    money: [
      ["payment", payments.count],
      ["refund", refunds.count],
    ],
    funnel: FUNNEL_KINDS.map((each) => [each, funnel[each]]),
  };
  return counts[group].some(([each, count]) => count > 0 && (kind ?? each) === each);
}

export function rowsHref(
  { group, kind, plan: part }: Rows,
  params: URLSearchParams,
  span: Span = spanIn(params),
): string {
  const { plan: chosen, channel } = scopeIn(params);
  const plan = part ?? chosen;
  const search = new URLSearchParams({
    from: span.from,
    to: span.to,
    group,
    ...(kind === undefined ? {} : { kind }),
    ...(plan === "all" ? {} : { plan }),
    ...(channel === "all" ? {} : { channel }),
  });
  return `${hrefOf("growth")}/rows?${search}`;
}
