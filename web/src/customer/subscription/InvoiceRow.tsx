import type { ReactElement } from "react";
import { fromEpochSeconds } from "#shared/instant.ts";
import type { Invoice } from "#shared/subscriptions/customer.ts";
import { Chip } from "../../ui/Chip.tsx";
import { day, money } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";

export function InvoiceRow({ invoice }: { invoice: Invoice }): ReactElement {
  const paid = invoice.status === "paid";
  const { refunded } = invoice;
  const isRefunded = refunded !== undefined && refunded.amount >= invoice.amount_paid;
  const amount = paid ? invoice.amount_paid : invoice.amount_due;
  return (
    <tr className="h-12">
      <td className="py-2 pr-3">
        <span className="figures whitespace-nowrap">{day(fromEpochSeconds(invoice.created))}</span>
        <span className="block text-xs text-quiet sm:hidden">{invoice.description}</span>
      </td>
      <td className="hidden py-2 pr-4 text-quiet sm:table-cell">{invoice.description}</td>
      <td className="figures py-2 text-right whitespace-nowrap">
        {money(amount, invoice.currency)}
        {invoice.tax !== undefined && (
          <span className="block text-xs text-quiet">{money(invoice.tax, invoice.currency)} tax</span>
        )}
      </td>
      <td className="py-2 pl-4 sm:pl-8">
        {isRefunded ? (
          <Chip>Refunded</Chip>
        ) : (
          <Chip tone={paid ? "good" : "warn"}>
            <span className="inline-block first-letter:uppercase">{invoice.status}</span>
          </Chip>
        )}
        {refunded && (
          <span className="figures mt-1 block text-xs text-quiet">
            Refunded {money(refunded.amount, invoice.currency)} on {day(fromEpochSeconds(refunded.at))}
          </span>
        )}
      </td>
      <td className="py-2 pl-2 text-right">
        <InvoiceLink invoice={invoice} />
      </td>
    </tr>
  );
}

/** The document of a paid invoice, or the payment page of an open one. */
function InvoiceLink({ invoice }: { invoice: Invoice }): ReactElement {
  const { invoice_pdf: pdf, hosted_invoice_url: page, number } = invoice;
  const open = invoice.status === "open" && page !== null;
  const href = open ? page : (pdf ?? page);
  if (href === null) return <span className="text-faint">N/A</span>;
  const what = number ?? day(fromEpochSeconds(invoice.created));
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={open ? `Pay invoice ${what}` : `Download invoice ${what}`}
      className="inline-flex h-8 min-w-8 items-center justify-end gap-1.5 rounded-small pointer-coarse:h-11 font-medium text-signal-ink underline-offset-2 hover:underline"
    >
      <span className={open ? "" : "hidden sm:inline"}>{open ? "Pay" : "Download"}</span>
      <Icon name={open ? "external" : "download"} className="size-4 shrink-0 sm:size-3.5" />
    </a>
  );
}
