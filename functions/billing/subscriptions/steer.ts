import {
  endSubscription,
  setAutoAdvance,
  updateSubscription,
  voidInvoice,
} from "../../platform/changeAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";
import { END_COMMENTS, PAUSE_MARKS, type Step } from "../rules/collection.ts";

/** Has Stripe take a step with a subscription. Each may be taken again, and the field that says it was taken is written last. */
export async function steer(id: string, step: Step): Promise<void> {
  switch (step.kind) {
    case "end": {
      await endSubscription(id, END_COMMENTS[step.reason]);
      return dropUnpaid(id);
    }
    case "void":
      return dropUnpaid(id);
    case "pause":
      // Stripe voids what it makes from now on, and would collect what it has made already.
      await updateSubscription(id, {
        pause_collection: { behavior: "void" },
        metadata: { pausedBy: PAUSE_MARKS.begun },
      });
      await forEachInvoice(id, "draft", (invoice) => setAutoAdvance(invoice, false));
      await forEachInvoice(id, "open", (invoice) => setAutoAdvance(invoice, false));
      await updateSubscription(id, { metadata: { pausedBy: PAUSE_MARKS.us } });
      return;
    case "resume":
      await forEachInvoice(id, "open", (invoice) => setAutoAdvance(invoice, true));
      await advanceDraft(id);
      await updateSubscription(id, { pause_collection: "", metadata: { pausedBy: "" } });
      return;
    case "none":
  }
}

/** Ends a subscription that was never paid, with its open invoice. */
export async function endUnpaid(id: string): Promise<void> {
  await endSubscription(id, END_COMMENTS.unpaid);
  await dropUnpaid(id);
}

/** Ends a subscription beside another one of the same customer, and marks it: its payment is owed back. */
export async function cancelDuplicate(id: string): Promise<void> {
  await endSubscription(id, END_COMMENTS.duplicate);
  await dropUnpaid(id);
}

/**
 * Has nothing collected that an ended subscription left. Stripe voids no draft, and keeps only finalized invoices from
 * being collected. A draft that is finalized meanwhile is voided with the open ones.
 */
async function dropUnpaid(id: string): Promise<void> {
  await forEachInvoice(id, "draft", (invoice) => setAutoAdvance(invoice, false));
  await forEachInvoice(id, "open", voidInvoice);
}

/** Of the drafts, only that of the current period is charged: older ones are of months in which the key was blocked. */
async function advanceDraft(id: string): Promise<void> {
  const { subscriptions } = await stripe();
  const { status, latest_invoice } = await subscriptions.retrieve(id, { expand: ["latest_invoice"] });
  // Stripe charges none of an unpaid subscription.
  if (status === "unpaid" || latest_invoice === null || typeof latest_invoice === "string") return;
  if (latest_invoice.status === "draft") await setAutoAdvance(latest_invoice.id ?? "", true);
}

async function forEachInvoice(
  subscription: string,
  status: "draft" | "open",
  change: (invoice: string) => Promise<void>,
): Promise<void> {
  const { invoices } = await stripe();
  const { data } = await invoices.list({ subscription, status, limit: 100 });
  for (const { id } of data) if (id !== undefined) await change(id);
}
