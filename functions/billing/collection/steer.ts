import type Stripe from "stripe";
import { endSubscription } from "../../platform/endSubscription.ts";
import { stripe } from "../../platform/stripe.ts";
import { END_COMMENTS, PAUSED_BY_US, type Step } from "./rules.ts";

/** Has Stripe take a step with a subscription. Each may be taken again, and the field that says it was taken is written last. */
export async function steer(id: string, step: Step): Promise<void> {
  const { subscriptions } = await stripe();
  switch (step.kind) {
    case "end": {
      await endSubscription(id, END_COMMENTS[step.reason]);
      return forEachOpen(id, (invoices, invoice) => invoices.voidInvoice(invoice));
    }
    case "void":
      return forEachOpen(id, (invoices, invoice) => invoices.voidInvoice(invoice));
    case "pause":
      // Stripe voids the invoices of a pause, and would retry those that are open already.
      await forEachOpen(id, (invoices, invoice) => invoices.update(invoice, { auto_advance: false }));
      await subscriptions.update(id, { pause_collection: { behavior: "void" }, metadata: PAUSED_BY_US });
      return;
    case "resume":
      await forEachOpen(id, (invoices, invoice) => invoices.update(invoice, { auto_advance: true }));
      await subscriptions.update(id, { pause_collection: "", metadata: { pausedBy: "" } });
      return;
    case "none":
  }
}

/** Ends a subscription beside another one of the same customer, and marks it: its payment is owed back. */
export const cancelDuplicate = (id: string): Promise<void> => endSubscription(id, END_COMMENTS.duplicate);

async function forEachOpen(
  subscription: string,
  change: (invoices: Stripe["invoices"], invoice: string) => Promise<unknown>,
): Promise<void> {
  const { invoices } = await stripe();
  const { data } = await invoices.list({ subscription, status: "open", limit: 100 });
  for (const { id } of data) if (id !== undefined) await change(invoices, id);
}
