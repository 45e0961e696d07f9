import type Stripe from "stripe";
import { subscriptionGrantId } from "#shared/grants/grant.ts";
import { DAY, toEpochSeconds } from "#shared/instant.ts";
import { isOngoing } from "#shared/subscriptions/subscription.ts";
import { type Rights, readRights } from "../grants/index.ts";
import {
  fetchSubscription,
  findCheckout,
  findPaid,
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

/** Stripe expires an open session after 24 hours, so nobody can complete an older one. */
const SESSIONS_OF = 3 * DAY;
/** Stripe tries to collect an invoice for at most two months. */
const INVOICES_OF = 62 * DAY;

/** Whether a difference was repaired, or a message about what a person must decide. */
export type Difference = boolean | { needsPerson: string };
export type Compare = (what: string, mend: () => Promise<Difference>) => Promise<void>;

export type Lanes = (place: Place, now: Date) => Lane[];
export type Page = (lane: Lane, now: Date, compare: Compare) => Promise<Listed>;

export const subscriptionLanes: Lanes = (place, now) => [laneOf(turnOf(place, now))];

const TOGETHER = 10;

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
 * Fetches the subscription again before a repair, because the page may be minutes old. Fetches nothing if there is no
 * difference. That is safe: a change during the comparison has its own event. If its webhook is lost, the next night's
 * comparison of events finds the change.
 */
async function mendSubscription(seen: SeenSubscription, now: Date): Promise<Difference> {
  const { userId, facts, collection } = seen;
  const rights = await readRights(userId);
  if (!differs(withKnownInvoices(seen, rights), rights, now)) {
    // The stream of Grants updates the team's members, but may have given up.
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
 * A page lacks the last paid invoice and the open invoices, so the stored values replace them. Events keep the stored
 * values up to date, and `compareInvoices` finds missed payments.
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

/** Invoices since the last complete comparison, and a part of the invoices that Stripe may still collect. */
export const invoiceLanes: Lanes = (place, now) => {
  const last = sinceLast(place, now);
  const turn = turnOf(place, now, INVOICES_OF);
  const isWithin = turn.gte <= last.gte && last.lte <= turn.lte;
  return (isWithin ? [turn] : [last, turn]).map(laneOf);
};

/** A payment that we missed would earn its affiliate nothing. */
export const compareInvoices: Page = async (lane, now, compare) => {
  const { invoices: list } = await stripe();
  const page = await list.list({ status: "paid", expand: ["data.payments"], ...pageOf(lane) });
  // A lifetime license has no subscription; its session is compared instead.
  const invoices = page.data.filter(({ parent }) => parent?.subscription_details?.subscription);
  const known = await findPaid(invoices.map(paymentOf));
  for (const invoice of invoices) {
    const payment = paymentOf(invoice);
    await compare(`invoice ${invoice.id}`, async () => {
      if (known.has(payment) || (await isGivenBack(invoice))) return false;
      await retryOnConflict(async () => carryOut(await invoicePaid(invoice.id ?? "", now), []));
      return (await findPaid([payment])).has(payment);
    });
  }
  return page;
};

/**
 * Whether a payment was refunded before it was stored, for example the payment of a duplicate subscription. Such a
 * payment earns no commission.
 */
async function isGivenBack(invoice: Stripe.Invoice): Promise<boolean> {
  if (paymentOf(invoice) === invoice.id) return false;
  const { paymentIntents } = await stripe();
  const { latest_charge } = await paymentIntents.retrieve(paymentOf(invoice), { expand: ["latest_charge"] });
  return latest_charge !== null && typeof latest_charge !== "string" && latest_charge.refunded;
}
