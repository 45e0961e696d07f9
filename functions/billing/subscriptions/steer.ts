import {
  endSubscription,
  setAutoAdvance,
  updateSubscription,
  voidInvoice,
} from "../../platform/changeAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";
import { END_COMMENTS, PAUSED_BY_US, type Step } from "../rules/collection.ts";

/** Has Stripe take a step with a subscription. Each may be taken again, and the field that says it was taken is written last. */
export async function steer(id: string, step: Step): Promise<void> {
  switch (step.kind) {
    case "end": {
      await endSubscription(id, END_COMMENTS[step.reason]);
      return forEachOpen(id, voidInvoice);
    }
    case "void":
      return forEachOpen(id, voidInvoice);
    case "pause":
      // Stripe voids the invoices of a pause, and would retry those that are open already.
      await forEachOpen(id, (invoice) => setAutoAdvance(invoice, false));
      await updateSubscription(id, { pause_collection: { behavior: "void" }, metadata: PAUSED_BY_US });
      return;
    case "resume":
      await forEachOpen(id, (invoice) => setAutoAdvance(invoice, true));
      await updateSubscription(id, { pause_collection: "", metadata: { pausedBy: "" } });
      return;
    case "none":
  }
}

/** Ends a subscription that was never paid, with its open invoice. */
export async function endUnpaid(id: string): Promise<void> {
  await endSubscription(id, END_COMMENTS.unpaid);
  await forEachOpen(id, voidInvoice);
}

/** Ends a subscription beside another one of the same customer, and marks it: its payment is owed back. */
export const cancelDuplicate = (id: string): Promise<void> => endSubscription(id, END_COMMENTS.duplicate);

async function forEachOpen(subscription: string, change: (invoice: string) => Promise<void>): Promise<void> {
  const { invoices } = await stripe();
  const { data } = await invoices.list({ subscription, status: "open", limit: 100 });
  for (const { id } of data) if (id !== undefined) await change(id);
}
