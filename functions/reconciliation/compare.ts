import type Stripe from "stripe";
import { subscriptionGrantId } from "#shared/grants/grant.ts";
import { DAY, toEpochSeconds } from "#shared/instant.ts";
import { isOngoing } from "#shared/subscriptions/subscription.ts";
import { type Rights, readRights } from "../grants/index.ts";
import {
  fetchSubscription,
  findCheckout,
  knownPayments,
  type Lane,
  lately,
  listOwnSubscriptions,
  openFor,
  type Place,
  paymentOf,
  type SeenSubscription,
  sinceLast,
  turnOf,
} from "../payments/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { stripe } from "../platform/stripe.ts";
import { applyCheckout, carryOut, invoicePaid } from "../stripeEvents/index.ts";
import { differs, followTeam, storeSubscription } from "../subscriptions/index.ts";
import { type Listed, laneOf, pageOf } from "./lanes.ts";

/** Sessions older than this can no longer be paid: Stripe expires them after 24 hours. */
const SESSIONS_OF = 3 * DAY;
/** Stripe tries to collect an invoice for two months at most. */
const INVOICES_OF = 62 * DAY;

/** Whether something differed and is mended now, or what a person has to decide, in words. */
export type Difference = boolean | { needsPerson: string };
export type Compare = (what: string, mend: () => Promise<Difference>) => Promise<void>;

/** What a night compares of a part. */
export type Lanes = (place: Place, now: Date) => Lane[];
/** Compares one page of its part. */
export type Page = (lane: Lane, now: Date, compare: Compare) => Promise<Listed>;

export const subscriptionLanes: Lanes = (place, now) => [laneOf(turnOf(place, now))];

/** So many of a page at once: it is over sooner, and DynamoDB bears it. */
const TOGETHER = 10;

/** One page of the subscriptions whose turn it is. */
export const compareSubscriptions: Page = async (lane, now, compare) => {
  const { page, subscriptions } = await listOwnSubscriptions(pageOf(lane));
  for (let first = 0; first < subscriptions.length; first += TOGETHER)
    await Promise.all(
      subscriptions
        .slice(first, first + TOGETHER)
        .map((seen) =>
          compare(`subscription ${seen.facts.subscription_id}`, () => mendSubscription(seen, now)),
        ),
    );
  return page;
};

/**
 * Where a subscription differs, a reading of its own asks Stripe again: the page may be minutes old. Where it does
 * not, nothing is stored and no reading starts. That is safe, because a comparison brings no news: what changes at
 * Stripe while it runs has its own event, whose reading commits, and if that event is lost the next night finds it.
 */
async function mendSubscription(seen: SeenSubscription, now: Date): Promise<Difference> {
  const { userId, facts, collection } = seen;
  const rights = await readRights(userId);
  if (!differs(withKnownInvoices(seen, rights), rights, now)) {
    // The stream of Grants brings members their part of a change, and may have given up.
    if (rights.hasTeam === true && (await followTeam(userId, now))) return true;
    return collection.pausedBy === "another" && isOngoing(facts.subscription_status)
      ? { needsPerson: `${facts.subscription_id} is paused by hand at Stripe, so nobody pays for it` }
      : false;
  }
  return retryOnConflict(async () => {
    const opened = await openFor(userId, (reading) => fetchSubscription(reading, facts.subscription_id));
    return opened !== undefined && storeSubscription(opened, now);
  });
}

/**
 * A page does not say which invoice was paid last, nor which are open. What is stored is right: their events tell, and
 * `compareInvoices` finds a later one that was paid.
 */
function withKnownInvoices(seen: SeenSubscription, { grants }: Rights): SeenSubscription {
  const grant = grants.find(({ id }) => id === subscriptionGrantId(seen.facts.subscription_id));
  const { latest_invoice_id, past_due_since } = seen.facts;
  const pastDueSince = grant?.entitlement.pastDueSince ?? null;
  return {
    ...seen,
    facts: {
      ...seen.facts,
      latest_invoice_id: latest_invoice_id ?? grant?.latestInvoiceId ?? null,
      past_due_since: past_due_since && pastDueSince ? toEpochSeconds(pastDueSince) : past_due_since,
    },
  };
}

export const sessionLanes: Lanes = (place, now) => [laneOf(lately(place, now, SESSIONS_OF))];

/** One page of the sessions that were paid recently. */
export const compareSessions: Page = async (lane, now, compare) => {
  const page = await (await stripe()).checkout.sessions.list({ status: "complete", ...pageOf(lane) });
  for (const { id, metadata } of page.data) {
    if (!metadata?.userId) continue;
    await compare(`checkout session ${id}`, async () => {
      if (await findCheckout(id)) return false;
      await applyCheckout(id, now);
      return (await findCheckout(id)) !== undefined;
    });
  }
  return page;
};

/** Those of the night, and some of those that Stripe still tries to collect. */
export const invoiceLanes: Lanes = (place, now) => {
  const last = sinceLast(place, now);
  const turn = turnOf(place, now, INVOICES_OF);
  const isWithin = turn.gte <= last.gte && last.lte <= turn.lte;
  return (isWithin ? [turn] : [last, turn]).map(laneOf);
};

/**
 * One page of the invoices that may have been paid recently: a payment that we never heard of earns its affiliate
 * nothing.
 */
export const compareInvoices: Page = async (lane, now, compare) => {
  const { invoices: list } = await stripe();
  const page = await list.list({ status: "paid", expand: ["data.payments"], ...pageOf(lane) });
  // A lifetime license has no subscription: the session is compared instead.
  const invoices = page.data.filter(({ parent }) => parent?.subscription_details?.subscription);
  const known = await knownPayments(invoices.map(paymentOf));
  for (const invoice of invoices) {
    const payment = paymentOf(invoice);
    await compare(`invoice ${invoice.id}`, async () => {
      if (known.has(payment) || (await isGivenBack(invoice))) return false;
      await retryOnConflict(async () => carryOut(await invoicePaid(invoice.id ?? "", now), []));
      return (await knownPayments([payment])).has(payment);
    });
  }
  return page;
};

/** As of a second subscription, which is ended before it counts as paid: it earns nobody anything. */
async function isGivenBack(invoice: Stripe.Invoice): Promise<boolean> {
  if (paymentOf(invoice) === invoice.id) return false;
  const { paymentIntents } = await stripe();
  const { latest_charge } = await paymentIntents.retrieve(paymentOf(invoice), { expand: ["latest_charge"] });
  return latest_charge !== null && typeof latest_charge !== "string" && latest_charge.refunded;
}
