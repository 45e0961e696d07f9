import type Stripe from "stripe";
import { type Leaves, type Obligation, SETTLES, type Settlement } from "#shared/grants/obligations.ts";
import { DAY, MINUTE, SECOND, toEpochSeconds } from "#shared/instant.ts";
import {
  AFTER_LIFETIME,
  END_COMMENTS,
  fetchPaymentOf,
  giveBack,
  idOf,
  type OwnSubscription,
  PAUSE_MARKS,
  paysItself,
  RESUMED,
  type Step,
  waitingInvoice,
} from "../../payments/index.ts";
import {
  endSubscription,
  finalizeInvoice,
  setAutoAdvance,
  updateSubscription,
  voidInvoice,
} from "../../platform/changeAtStripe.ts";
import { releaseSchedule } from "../../platform/planAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";
import { setCancelAtPeriodEnd } from "./setCancelAtPeriodEnd.ts";

/** A renewal that fell into a pause is charged this long after the mail about it. */
const NOTICE = 7 * DAY;
/** How long Stripe keeps a renewal's invoice as a draft. */
const DRAFT_FOR = 60 * MINUTE;

/**
 * Applies a step to a subscription at Stripe. Steps are repeatable: the field that marks a step as done is written
 * last.
 * @param givenAt when the operator waived a pause's payment, epoch seconds
 */
export async function steer(
  { facts, collection, reading }: OwnSubscription,
  step: Step,
  now: Date,
  givenAt: number,
): Promise<void> {
  if (step.kind === "none") return;
  const id = facts.subscription_id;
  const { leaves, end } = step;
  if (end === "with its period") await setCancelAtPeriodEnd(id, true);
  else if (end !== "stays") await endSubscription(id, END_COMMENTS[end]);
  // A pause voids future invoices, but Stripe would still collect existing ones.
  if (leaves === "onHold" && collection.pausedBy !== "us")
    await updateSubscription(id, {
      pause_collection: { behavior: "void" },
      metadata: { pausedBy: PAUSE_MARKS.begun, pausedAt: String(toEpochSeconds(now.toISOString())) },
    });
  const crossed = end === "lifetime" && collection.paidAt !== null ? facts.latest_invoice_id : null;
  const refund = async () => {
    const payment = crossed === null ? undefined : await fetchPaymentOf(reading, crossed);
    if (payment) await giveBack(payment, AFTER_LIFETIME);
  };
  await settle(leaves, [...settlersOf(id, now, givenAt), { of: "payment", refund }]);
  if (leaves === "onHold" && collection.pausedBy !== "us")
    await updateSubscription(id, { metadata: { pausedBy: PAUSE_MARKS.us } });
}

function settlersOf(id: string, now: Date, givenAt: number): Settler[] {
  const each = (status: "draft" | "open", change: (invoice: Stripe.Invoice) => Promise<unknown>) => () =>
    forEachInvoice(id, status, change);
  const stop = ({ id: invoice = "" }: Stripe.Invoice) => setAutoAdvance(invoice, false);
  const dropChange = async () => {
    const waiting = waitingInvoice(await (await stripe()).subscriptions.retrieve(id));
    if (waiting !== null) await voidInvoice(waiting);
  };
  const dropSchedule = async () => {
    const schedule = idOf((await (await stripe()).subscriptions.retrieve(id)).schedule);
    if (schedule !== null) await releaseSchedule(schedule);
  };
  return [
    // Drafts come before open invoices, so that finalized drafts are voided too.
    { of: "draft", void: each("draft", stopDraft), keep: each("draft", stop) },
    { of: "waitingChange", void: dropChange },
    { of: "openInvoice", void: each("open", voidOpen), keep: each("open", stop) },
    { of: "plannedChange", void: dropSchedule },
    { of: "pause", charge: () => resume(id, now, givenAt) },
  ];
}

/**
 * Resumes collection. If a renewal fell into the pause, a trial as long as NOTICE delays its charge: nothing is
 * credited, and the customer can cancel in the meantime.
 */
async function resume(id: string, now: Date, givenAt: number): Promise<void> {
  const { subscriptions } = await stripe();
  const seen = await subscriptions.retrieve(id, { expand: ["latest_invoice"] });
  const over = { pause_collection: "" as const, metadata: { pausedBy: "", pausedAt: "" } };
  const skipped = renewalInPause(seen, now);
  if (skipped === undefined) {
    await forEachInvoice(id, "open", ({ id: open = "" }) => setAutoAdvance(open, true));
    const draft = latestOf(seen);
    // Stripe never charges the drafts of an unpaid subscription.
    if (draft?.status === "draft" && seen.status !== "unpaid") await setAutoAdvance(draft.id ?? "", true);
    return void (await updateSubscription(id, over));
  }
  await forEachInvoice(id, "draft", stopDraft);
  await forEachInvoice(id, "open", voidOpen);
  if (givenAt > 0 && givenAt >= pausedAt(seen)) return void (await updateSubscription(id, over));
  await updateSubscription(id, {
    pause_collection: "",
    trial_end: Math.ceil((now.getTime() + NOTICE) / SECOND),
    proration_behavior: "none",
    metadata: { ...over.metadata, ...RESUMED },
  });
}

const latestOf = ({ latest_invoice: latest }: Stripe.Subscription): Stripe.Invoice | undefined =>
  latest === null || typeof latest === "string" ? undefined : latest;

/** Zero if someone paused the subscription in Stripe's dashboard. */
const pausedAt = ({ metadata }: Stripe.Subscription): number => Number(metadata.pausedAt ?? 0);

/** The running period's renewal if nobody will pay it: Stripe voided it, or left it as a draft for over an hour. */
function renewalInPause(seen: Stripe.Subscription, now: Date): Stripe.Invoice | undefined {
  const latest = latestOf(seen);
  if (latest?.billing_reason !== "subscription_cycle" || seen.status === "unpaid") return undefined;
  const isVoided = latest.status === "void" && latest.created >= pausedAt(seen);
  const isOldDraft =
    latest.status === "draft" && now.getTime() - latest.created * SECOND > DRAFT_FOR + MINUTE;
  return isVoided || isOldDraft ? latest : undefined;
}

/** Ends a subscription and voids its invoices. A duplicate's comment at Stripe marks its payment for a refund. */
export async function endAs(id: string, why: "unpaid" | "duplicate" | "canceled"): Promise<void> {
  await endSubscription(id, END_COMMENTS[why]);
  await settle("over", settlersOf(id, new Date(), 0));
}

const voidOpen = ({ id = "" }: Stripe.Invoice): Promise<void> => voidInvoice(id);

/**
 * Keeps Stripe from charging a draft. Stripe cannot void a draft, so this function finalizes it, and a later step voids
 * the invoice. A draft that costs nothing is only stopped: finalizing would pay it, perhaps from the customer's
 * balance.
 * @returns false if the invoice was paid in the meantime
 */
export async function stopDraft(draft: Stripe.Invoice): Promise<boolean> {
  const id = draft.id ?? "";
  if (paysItself(draft)) return setAutoAdvance(id, false);
  return (await finalizeInvoice(id)).status !== "paid";
}

async function forEachInvoice(
  subscription: string,
  status: "draft" | "open",
  change: (invoice: Stripe.Invoice) => Promise<unknown>,
): Promise<void> {
  const { invoices } = await stripe();
  const { data } = await invoices.list({ subscription, status, limit: 100 });
  for (const invoice of data) await change(invoice);
}

/** How an obligation is settled. A missing action means that nothing needs to be done. */
type Settler = { of: Obligation } & Partial<Record<Settlement, () => Promise<void>>>;

/** @param leaves the state of the entitlement after the event */
async function settle(leaves: Leaves, settlers: readonly Settler[]): Promise<void> {
  for (const settler of settlers) await settler[SETTLES[settler.of][leaves]]?.();
}
