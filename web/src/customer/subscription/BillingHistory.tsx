import { type ReactElement, Suspense } from "react";
import { Await, useRevalidator } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { getSubscription, listInvoices } from "#shared/subscriptions/customer.ts";
import { call } from "../../api/call.ts";
import { useAction } from "../../api/useAction.ts";
import { useMore } from "../../api/useMore.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Loading, Skeleton } from "../../ui/Skeleton.tsx";
import { InvoiceRow } from "./InvoiceRow.tsx";

export type InvoicePage = Output<typeof listInvoices>;
/** The page works without the invoices. */
export type InvoiceAnswer = InvoicePage | { failure: string };

export function BillingHistory({ invoices }: { invoices: Promise<InvoiceAnswer> }): ReactElement {
  const { run, pending } = useAction(getSubscription);
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex items-center justify-between gap-3">
        <CardTitle>Billing History</CardTitle>
        <Button size="small" pending={pending} onClick={() => run({ force: "true" })}>
          {!pending && <Icon name="refresh" className="size-3.5" />}
          Refresh
        </Button>
      </div>
      <div className="mt-3 min-h-24">
        <Suspense fallback={<Waiting />}>
          <Await resolve={invoices}>
            {(answer: InvoiceAnswer) =>
              "failure" in answer ? (
                <Failed message={answer.failure} />
              ) : (
                <History key={answer.invoices[0]?.id} first={answer} />
              )
            }
          </Await>
        </Suspense>
      </div>
    </Card>
  );
}

const toRows = ({ invoices, next }: InvoicePage) => ({ rows: invoices, next });

function History({ first }: { first: InvoicePage }): ReactElement {
  const { rows, button } = useMore(
    toRows(first),
    async (cursor) => toRows(await call(listInvoices, { cursor })),
    { inCard: true },
  );
  if (rows.length === 0) return <p className="py-6 text-center text-sm text-quiet">No invoices found.</p>;

  return (
    <div className="relative overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line text-quiet">
          <tr className="h-9">
            <th className="font-normal">Date</th>
            <th className="hidden font-normal sm:table-cell">Description</th>
            <th className="text-right font-normal">Amount</th>
            <th className="pl-4 font-normal sm:pl-8">Status</th>
            <th className="text-right font-normal">
              <span className="max-sm:sr-only">Invoice</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
      {button}
    </div>
  );
}

function Waiting(): ReactElement {
  return (
    <div className="space-y-4 pt-3">
      <Loading />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
    </div>
  );
}

function Failed({ message }: { message: string }): ReactElement {
  const { revalidate, state } = useRevalidator();
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 py-4 text-sm">
      <p className="text-bad-ink">{message}</p>
      <Button size="small" pending={state === "loading"} onClick={() => void revalidate()}>
        Try again
      </Button>
    </div>
  );
}
