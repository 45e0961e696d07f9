import { getLedger } from "#shared/affiliates/ledger.ts";
import { type AffiliateRow, listAffiliates } from "#shared/affiliates/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { listPayoutRequests, listPayouts, type PayoutRequestRow } from "#shared/payouts/operator.ts";
import { call } from "../../api/call.ts";
import { money } from "../../ui/format.ts";

export type AffiliateView = {
  row: AffiliateRow;
  ledger: Output<typeof getLedger>;
  payouts: Output<typeof listPayouts>;
  request: PayoutRequestRow | undefined;
};

/** Null for a customer who never became an affiliate. */
export async function readAffiliate(id: string, signal: AbortSignal): Promise<AffiliateView | null> {
  const { rows } = await call(listAffiliates, { id }, { signal });
  const [row] = rows;
  if (row === undefined) return null;
  const [ledger, payouts, requests] = await Promise.all([
    call(getLedger, { id }, { signal }),
    call(listPayouts, { affiliate_id: id }, { signal }),
    call(listPayoutRequests, { affiliate_id: id }, { signal }),
  ]);
  const request = requests.rows.find(({ status, payout_id }) => status === "pending" && payout_id === null);
  return { row, ledger, payouts, request };
}

/** What an operator should look into, as sentences. */
export function needsOf({ row, ledger, payouts }: AffiliateView): string[] {
  const { on_hold_cents, ...balance } = ledger.balance;
  const held = on_hold_cents > 0 ? `, with ${money(on_hold_cents)} on hold` : "";
  return [
    ...(row.is_active ? [] : [`Suspended as an affiliate${held}.`]),
    ...payouts.rows.flatMap(({ status, amount_cents }) => {
      const payout = `A payout of ${money(amount_cents)}`;
      if (status === "failed") return `${payout} failed.`;
      if (status === "reconciling") return `${payout} is waiting for Stripe's answer.`;
      const isOpen = status === "pending" || status === "approved";
      return isOpen && ledger.payout_account !== "ready"
        ? `${payout} is held, because Stripe cannot pay the affiliate.`
        : [];
    }),
    ...(balance.payable_cents < 0
      ? [`The affiliate owes ${money(0 - balance.payable_cents)}: more was taken back than is payable.`]
      : []),
  ];
}
