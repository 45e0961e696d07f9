import type Stripe from "stripe";
import { subscriptionGrantId } from "#shared/billing/grant.ts";
import { DAY, toEpochSeconds } from "#shared/instant.ts";
import { retryOnConflict } from "../../platform/dynamo.ts";
import { stripe } from "../../platform/stripe.ts";
import { applyCheckout } from "../events/applyCheckout.ts";
import { applyInvoice } from "../events/applyInvoice.ts";
import { findCheckout } from "../events/table.ts";
import { openFor } from "../facts/openFacts.ts";
import { paymentOf } from "../facts/paidFacts.ts";
import {
  fetchSubscription,
  listOwnSubscriptions,
  type OpenInvoices,
  type SeenSubscription,
} from "../facts/stripeFacts.ts";
import { differs } from "../subscriptions/grantWrites.ts";
import { storeSubscription } from "../subscriptions/storeSubscription.ts";
import { type Rights, readRights } from "../table.ts";
import { knownPayments } from "../tables/paymentRows.ts";
import { followTeam } from "../team/followTeam.ts";
import type { Place } from "./table.ts";

/** Sessions older than this can no longer be paid: Stripe expires them after 24 hours. */
const SESSIONS_OF = 3 * DAY;
/** Stripe tries to collect an invoice for two months at most. */
const INVOICES_OF = 62 * DAY;

/** Whether something differed and is mended now, or what a person has to decide, in words. */
export type Difference = boolean | { needsPerson: string };
export type Compare = (what: string, mend: () => Promise<Difference>) => Promise<void>;

/** What a run reads once, for all its pages. */
export type Read = { openInvoices(): Promise<OpenInvoices>; customers(): Promise<ReadonlySet<string>> };

/** Compares one page of its part. @returns where the next page begins; null: the part is over */
export type Page = (place: Place, now: Date, compare: Compare, read: Read) => Promise<string | null>;

/** So many at once: a page is over sooner, and DynamoDB bears it. */
const AT_ONCE = 10;

/** One page of all subscriptions at Stripe. */
export const compareSubscriptions: Page = async ({ after }, now, compare, read) => {
  const page = await listOwnSubscriptions(after, await read.openInvoices());
  for (let first = 0; first < page.subscriptions.length; first += AT_ONCE)
    await Promise.all(
      page.subscriptions
        .slice(first, first + AT_ONCE)
        .map((seen) =>
          compare(`subscription ${seen.facts.subscription_id}`, () => mendSubscription(seen, now)),
        ),
    );
  return page.next;
};

/**
 * Where a subscription differs, a reading of its own asks Stripe again: the page may be minutes old. Where it does
 * not, nothing is stored and no reading starts. That is safe, because a comparison brings no news: what changes at
 * Stripe while it runs has its own event, whose reading commits, and if that event is lost the next night finds it.
 */
async function mendSubscription(seen: SeenSubscription, now: Date): Promise<boolean> {
  const { userId, facts } = seen;
  const rights = await readRights(userId);
  if (!differs(withKnownInvoice(seen, rights), rights, now))
    // The stream of Grants brings members their part of a change, and may have given up.
    return rights.hasTeam === true && followTeam(userId, now);
  return retryOnConflict(async () => {
    const opened = await openFor(userId, (reading) => fetchSubscription(reading, facts.subscription_id));
    return opened !== undefined && storeSubscription(opened, now);
  });
}

/** A page does not say which invoice was paid last. What is stored is right: `compareInvoices` finds a later one. */
function withKnownInvoice(seen: SeenSubscription, { grants }: Rights): SeenSubscription {
  if (seen.facts.latest_invoice_id !== null) return seen;
  const grant = grants.find(({ id }) => id === subscriptionGrantId(seen.facts.subscription_id));
  return { ...seen, facts: { ...seen.facts, latest_invoice_id: grant?.latestInvoiceId ?? null } };
}

/** One page of the sessions that were paid recently. */
export const compareSessions: Page = async ({ after }, now, compare) => {
  const { data, has_more } = await (await stripe()).checkout.sessions.list({
    status: "complete",
    created: { gte: toEpochSeconds(new Date(now.getTime() - SESSIONS_OF).toISOString()) },
    limit: 100,
    ...(after === null ? {} : { starting_after: after }),
  });
  for (const { id, metadata } of data) {
    if (!metadata?.userId) continue;
    await compare(`checkout session ${id}`, async () => {
      if (await findCheckout(id)) return false;
      await applyCheckout(id, now);
      return (await findCheckout(id)) !== undefined;
    });
  }
  return has_more ? (data.at(-1)?.id ?? null) : null;
};

/**
 * One page of the invoices that may have been paid recently: a payment that we never heard of earns its affiliate
 * nothing.
 */
export const compareInvoices: Page = async ({ after }, now, compare) => {
  const { data, has_more } = await (await stripe()).invoices.list({
    status: "paid",
    created: { gte: toEpochSeconds(new Date(now.getTime() - INVOICES_OF).toISOString()) },
    limit: 100,
    expand: ["data.payments"],
    ...(after === null ? {} : { starting_after: after }),
  });
  // A lifetime license has no subscription: the session is compared instead.
  const invoices = data.filter(({ parent }) => parent?.subscription_details?.subscription);
  const known = await knownPayments(invoices.map(paymentOf));
  for (const invoice of invoices) {
    const payment = paymentOf(invoice);
    await compare(`invoice ${invoice.id}`, async () => {
      if (known.has(payment) || (await isGivenBack(invoice))) return false;
      await applyInvoice(invoice.id ?? "", now);
      return (await knownPayments([payment])).has(payment);
    });
  }
  return has_more ? (data.at(-1)?.id ?? null) : null;
};

/** As of a second subscription, which is ended before it counts as paid: it earns nobody anything. */
async function isGivenBack(invoice: Stripe.Invoice): Promise<boolean> {
  if (paymentOf(invoice) === invoice.id) return false;
  const { paymentIntents } = await stripe();
  const { latest_charge } = await paymentIntents.retrieve(paymentOf(invoice), { expand: ["latest_charge"] });
  return latest_charge !== null && typeof latest_charge !== "string" && latest_charge.refunded;
}
