import type { ReactElement } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router-dom";
import { getLedger, type LedgerBalance, type LedgerSale } from "#shared/affiliates/ledger.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
import { Card } from "../../ui/Card.tsx";
import { money } from "../../ui/format.ts";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { Pager } from "../kit/Pager.tsx";
import { SIZE } from "../kit/query.ts";
import { type Read, read } from "../kit/read.ts";
import { customerHref, hrefOf } from "../tabs.ts";
import { earnedWords, standsWords, takenBackWords } from "./ledgerWords.ts";

type Page = Output<typeof getLedger>;

export function loader({ request, params }: LoaderFunctionArgs): Promise<Read<Page>> {
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  return read(() => call(getLedger, { id: params.affiliateId ?? "", cursor }, { signal: request.signal }));
}

const LINK = "rounded-small font-medium text-signal-ink hover:underline";

const COLUMNS: readonly Column<LedgerSale>[] = [
  {
    id: "buyer",
    head: "Sale to",
    cell: ({ buyer_user_id, buyer_email }) => (
      <Link to={customerHref(buyer_user_id)} className={LINK}>
        {buyer_email ?? "Deleted account"}
      </Link>
    ),
    cut: "wide",
  },
  { id: "earned", head: "How it was earned", cell: earnedWords, grow: true, wrap: true, from: "md" },
  {
    id: "commission",
    head: "Earned",
    cell: ({ earned_cents }) => money(earned_cents),
    end: true,
    from: "lg",
  },
  { id: "taken", head: "Taken back", cell: (sale) => takenBackWords(sale) ?? "—", wrap: true, from: "lg" },
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
        <Link to={`${hrefOf("payouts")}?open=${encodeURIComponent(sale.payout_id)}`} className={LINK}>
          {standsWords(sale)}
        </Link>
      ),
    wrap: true,
  },
];

/** An affiliate's sales, and how each commission was earned. */
export function Component(): ReactElement {
  const { value, failure } = useLoaderData<Read<Page>>();
  return (
    <ListPage lead={value && <Balance balance={value.balance} />}>
      <DataTable
        label="Ledger"
        columns={COLUMNS}
        rows={value?.rows ?? []}
        keyOf={({ id }) => id}
        failure={failure}
        empty="No sales yet. The first payment of a referred customer appears here."
        opens={false}
      />
      <Pager shown={value?.rows.length ?? 0} size={SIZE} total={null} next={value?.next ?? null} />
    </ListPage>
  );
}

function Balance({ balance }: { balance: LedgerBalance }): ReactElement {
  const figures = [
    { name: "Earned", cents: balance.earned_cents },
    { name: "Taken back", cents: 0 - balance.taken_back_cents },
    { name: "Payable", cents: balance.payable_cents },
    { name: "On hold", cents: balance.on_hold_cents },
    { name: "In payouts", cents: balance.in_payout_cents },
    { name: "Paid out", cents: balance.paid_out_cents },
  ];
  return (
    <>
      <h2 className="mb-3 truncate text-[1.0625rem]">{balance.email}</h2>
      <Card className="mb-4 overflow-hidden">
        <dl className="-mt-px -ml-px grid grid-cols-2 sm:grid-cols-3 xl:grid-cols-6">
          {figures.map(({ name, cents }) => (
            <div key={name} className="border-t border-l border-line px-4.5 py-3">
              <dt className="text-xs text-quiet">{name}</dt>
              <dd className="figures mt-0.5 text-lg font-semibold">{money(cents)}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  );
}
