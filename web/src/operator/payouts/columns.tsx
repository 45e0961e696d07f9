import type { PayoutRequestRow, PayoutRow } from "#shared/payouts/operator.ts";
import { moment, money } from "../../ui/format.ts";
import { columnsOf, mono } from "../kit/columnsOf.tsx";
import type { Column } from "../kit/DataTable.tsx";
import { State } from "./states.tsx";

const column = columnsOf<PayoutRow>();
const requestColumn = columnsOf<PayoutRequestRow>();

export const REQUEST_COLUMNS: readonly Column<PayoutRequestRow>[] = [
  {
    id: "email",
    head: "Affiliate",
    grow: true,
    cell: ({ affiliates }) => affiliates.profiles.email,
    csv: ({ affiliates }) => affiliates.profiles.email,
  },
  requestColumn("requested_amount_cents", "Asked for", { end: true, show: money }),
  requestColumn("status", "State", { show: (status) => <State state={status} /> }),
  requestColumn("requested_at", "Requested", { from: "md", show: moment }),
];

export const PAYOUT_COLUMNS: readonly Column<PayoutRow>[] = [
  column("email", "Affiliate", { grow: true }),
  column("id", "Payout", { from: "lg", show: (id) => mono(shortId(id)) }),
  column("affiliate_id", "Affiliate ID", { from: "xl", show: (id) => mono(id.slice(0, 8)) }),
  column("amount_cents", "Amount", { end: true, sort: "amount_cents", show: money }),
  {
    ...column("status", "State"),
    cell: ({ status, not_payable }) => <State state={status} isBlocked={!!not_payable} />,
  },
  column("requested_at", "Requested", { from: "md", sort: "requested_at", show: moment }),
];

/** Payout ids are `<affiliate>-<number>`, so only the end distinguishes an affiliate's payouts. */
export function shortId(payoutId: string): string {
  return payoutId.length > 14 ? `${payoutId.slice(0, 6)}…${payoutId.slice(-6)}` : payoutId;
}
