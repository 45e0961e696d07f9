import type { PayoutRequestRow, PayoutRow } from "#shared/payouts/operator.ts";
import { moment, money } from "../../ui/format.ts";
import type { Column } from "../kit/DataTable.tsx";
import { State } from "./states.tsx";

const id = (value: string) => <code className="font-mono text-xs">{value}</code>;

const STATE: Column<PayoutRequestRow | PayoutRow> = {
  id: "status",
  head: "State",
  cell: ({ status }) => <State state={status} />,
  csv: ({ status }) => status,
};
const REQUESTED: Column<PayoutRequestRow | PayoutRow> = {
  id: "requested_at",
  head: "Requested",
  from: "md",
  cell: ({ requested_at }) => moment(requested_at),
  csv: ({ requested_at }) => requested_at,
};

export const REQUEST_COLUMNS: readonly Column<PayoutRequestRow>[] = [
  {
    id: "email",
    head: "Affiliate",
    grow: true,
    cell: ({ affiliates }) => affiliates.profiles.email,
    csv: ({ affiliates }) => affiliates.profiles.email,
  },
  {
    id: "requested_amount_cents",
    head: "Asked for",
    end: true,
    cell: ({ requested_amount_cents }) => money(requested_amount_cents),
    csv: ({ requested_amount_cents }) => requested_amount_cents,
  },
  STATE,
  REQUESTED,
];

export const PAYOUT_COLUMNS: readonly Column<PayoutRow>[] = [
  { id: "email", head: "Affiliate", grow: true, cell: ({ email }) => email, csv: ({ email }) => email },
  { id: "id", head: "Payout", from: "lg", cell: (row) => id(shortId(row.id)), csv: (row) => row.id },
  {
    id: "affiliate_id",
    head: "Affiliate ID",
    from: "xl",
    cell: ({ affiliate_id }) => id(affiliate_id.slice(0, 8)),
    csv: ({ affiliate_id }) => affiliate_id,
  },
  {
    id: "amount_cents",
    head: "Amount",
    end: true,
    sort: "amount_cents",
    cell: ({ amount_cents }) => money(amount_cents),
    csv: ({ amount_cents }) => amount_cents,
  },
  { ...STATE, cell: ({ status, not_payable }) => <State state={status} isBlocked={!!not_payable} /> },
  { ...REQUESTED, sort: "requested_at" },
];

/** Payout ids are `<affiliate>-<number>`, so only the end distinguishes an affiliate's payouts. */
export function shortId(payoutId: string): string {
  return payoutId.length > 14 ? `${payoutId.slice(0, 6)}…${payoutId.slice(-6)}` : payoutId;
}
