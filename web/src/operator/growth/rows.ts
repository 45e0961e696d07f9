import type { ProductId } from "#shared/catalog/catalog.ts";
import type { MoveGroup, MoveKind } from "#shared/insights/moves.ts";
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

/** The link to the rows behind a figure, for the same plan and channel. */
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
