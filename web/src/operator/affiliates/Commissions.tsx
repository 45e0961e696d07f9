import type { ReactElement } from "react";
import { getLedger, type LedgerBalance, type LedgerSale } from "#shared/affiliates/ledger.ts";
import { call } from "../../api/call.ts";
import { type Page, useMore } from "../../api/useMore.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { money } from "../../ui/format.ts";
import { columnsOf } from "../kit/columnsOf.tsx";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { TextLink } from "../kit/TextLink.tsx";
import { customerHref, payoutHref } from "../tabs.ts";
import { earnedWords, standsWords, takenBackWords } from "./ledgerWords.ts";

const column = columnsOf<LedgerSale>();
const COLUMNS: readonly Column<LedgerSale>[] = [
  {
    id: "buyer",
    head: "Sale to",
    cell: ({ buyer_user_id, buyer_email }) => (
      <TextLink to={customerHref(buyer_user_id)}>{buyer_email ?? "Deleted account"}</TextLink>
    ),
    cut: "wide",
  },
  { id: "earned", head: "How it was earned", cell: earnedWords, grow: true, wrap: true, from: "md" },
  column("earned_cents", "Earned", { show: money, end: true, from: "xl" }),
  { id: "taken", head: "Taken back", cell: (sale) => takenBackWords(sale) ?? "—", wrap: true, from: "xl" },
  {
    id: "left",
    head: "Remaining",
    cell: ({ earned_cents, taken_back_cents }) => money(earned_cents - taken_back_cents),
    end: true,
  },
  {
    id: "stands",
    head: "Now",
    cell: (sale) =>
      sale.payout_id === null ? (
        standsWords(sale)
      ) : (
        <TextLink to={payoutHref(sale.payout_id)}>{standsWords(sale)}</TextLink>
      ),
    wrap: true,
  },
];

export function Commissions({ id, first }: { id: string; first: Page<LedgerSale> }): ReactElement {
  const { rows, button } = useMore(first, (cursor) => call(getLedger, { id, cursor }), { inCard: true });
  return (
    <Card className="px-0.5 pb-2">
      <CardTitle className="px-4 pt-4 pb-1">Commissions</CardTitle>
      <DataTable
        label="Commissions"
        columns={COLUMNS}
        rows={rows}
        empty="No sales yet. The first payment of a referred customer appears here."
      />
      <div className="px-4">{button}</div>
    </Card>
  );
}

export function Balance({ balance }: { balance: LedgerBalance }): ReactElement {
  const figures = [
    { name: "Earned", cents: balance.earned_cents },
    { name: "Taken back", cents: 0 - balance.taken_back_cents },
    { name: "Payable", cents: balance.payable_cents },
    { name: "On hold", cents: balance.on_hold_cents },
    { name: "In payouts", cents: balance.in_payout_cents },
    { name: "Paid out", cents: balance.paid_out_cents },
  ];
  return (
    <Card className="overflow-hidden">
      <dl className="-mt-px -ml-px grid grid-cols-2 sm:grid-cols-3 xl:grid-cols-6">
        {figures.map(({ name, cents }) => (
          <div key={name} className="border-t border-l border-line px-4.5 py-3">
            <dt className="text-xs text-quiet">{name}</dt>
            <dd className="figures mt-0.5 text-lg font-semibold">{money(cents)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
