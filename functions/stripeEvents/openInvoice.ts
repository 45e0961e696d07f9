import type Stripe from "stripe";
import {
  fetchSubscription,
  idOf,
  type Opened,
  type OwnSubscription,
  openFor,
  ownerOfInvoice,
} from "../payments/index.ts";
import { askStripe } from "../platform/askStripe.ts";

export async function openInvoice(
  invoiceId: string,
): Promise<(Opened<OwnSubscription> & { invoice: Stripe.Invoice }) | undefined> {
  const opened = await openFor(await ownerOfInvoice(invoiceId), async (reading) => {
    const { invoices } = await askStripe(reading);
    const invoice = await invoices.retrieve(invoiceId, { expand: ["payments"] });
    const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
    const own = subscriptionId === null ? undefined : await fetchSubscription(reading, subscriptionId);
    return own && { userId: own.userId, own, invoice };
  });
  return opened && { ...opened.own, rights: opened.rights };
}
