import * as z from "zod/mini";
import type { Account } from "#shared/accounts/customer.ts";
import { listSeats } from "#shared/licenses/customer.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import type { ReleaseCatalog } from "#shared/releaseCatalog.ts";
import { type Invoice, listInvoices } from "#shared/subscriptions/customer.ts";
import { needsPayment } from "#shared/subscriptions/subscription.ts";
import { call } from "../../api/call.ts";
import { loadReleases } from "../dashboard/downloads.ts";
import { type Billing, loadBilling } from "../subscription/billing.ts";

/** The sum of the due invoices, which a new card pays. `since`, in epoch seconds, is when the oldest became due. */
export const Owed = z.object({
  cents: z.number(),
  currency: z.string(),
  since: z.number(),
  payments: z.number(),
});
export type Owed = z.output<typeof Owed>;

export type Facts = {
  billing: Billing;
  /** The newest 25 seats; null if they could not be read, for example while the account is suspended. */
  seats: readonly Seat[] | null;
  /** Null if no payment is overdue, or if the amount could not be read. */
  owed: Owed | null;
  /** Null if they could not be read, or if the page does not show them. */
  releases: ReleaseCatalog | null;
};

/** `account` is null if it could not be read. */
export type Situation = Facts & {
  account: Pick<Account, "email" | "emailConfirmed" | "mailStop" | "suspended" | "suspendedFor"> | null;
};

/** @param fresh reads the subscription from Stripe rather than from our tables */
export function loadFacts(request: Request, fresh = false): Promise<Facts> {
  const seats = call(listSeats, {}, { signal: request.signal }).then(
    (page) => page.seats,
    () => null,
  );
  const billing = loadBilling(request, fresh);
  return completeFacts(
    Promise.all([billing, seats]).then(([billing, seats]) => ({ billing, seats })),
    request,
  );
}

/** Adds the releases and, if a payment is overdue, the overdue amount from Stripe. */
export async function completeFacts(
  own: Promise<Pick<Facts, "billing" | "seats">>,
  { signal }: Request,
): Promise<Facts> {
  const releases = loadReleases(signal);
  const { billing, seats } = await own;
  return { billing, seats, owed: await readOwed(billing, signal), releases: await releases };
}

export async function readOwed({ subscription }: Billing, signal: AbortSignal): Promise<Owed | null> {
  if (subscription === null || !needsPayment(subscription.subscription_status)) return null;
  const page = await call(listInvoices, {}, { signal }).catch(() => null);
  return owedOf(page?.invoices ?? []);
}

export function owedOf(invoices: readonly Invoice[]): Owed | null {
  const due = invoices.filter((invoice) => invoice.due);
  const [first] = due;
  if (first === undefined) return null;
  return {
    cents: due.reduce((sum, { amount_due, amount_paid }) => sum + amount_due - amount_paid, 0),
    currency: first.currency,
    since: Math.min(...due.map(({ created }) => created)),
    payments: due.length,
  };
}
