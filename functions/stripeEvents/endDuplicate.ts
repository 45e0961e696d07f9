import type { Grant, Trouble } from "#shared/grants/grant.ts";
import {
  DUPLICATE,
  fetchPaymentOf,
  fetchSubscription,
  type GivenBack,
  giveBack,
  type OwnSubscription,
} from "../payments/index.ts";
import { decideSubscription, endAs, type Followed } from "../subscriptions/index.ts";
import type { Stored } from "./work.ts";

/**
 * Ends a subscription of a customer who already had one (two windows, paid at once) or a lifetime license, refunds its
 * payment and tells the operator. The earlier license stays. A disputed payment is refunded once the dispute is won:
 * that event leads here again.
 * @param trouble of its payment, where that is what changed
 * @returns what is to be written, and its grant as it is then, if it ever had one
 */
export async function endDuplicate(
  { own, rights }: Followed,
  now: Date,
  trouble?: Trouble,
): Promise<{ effect: Stored; grant?: Grant }> {
  const { userId, facts, reading } = own;
  const id = facts.subscription_id;
  const isOver =
    facts.subscription_status === "canceled" || facts.subscription_status === "incomplete_expired";
  if (!isOver) await endAs(id, "duplicate");
  const payment =
    facts.latest_invoice_id === null ? "unpaid" : await refundInvoice(own, facts.latest_invoice_id);
  const ended = await fetchSubscription(reading, id);
  const decision = ended && decideSubscription(ended, rights, now, trouble);
  // A duplicate that was never granted needs no grant now.
  const { writes = [], grant } = decision && !decision.isNew ? decision : {};
  return {
    ...(grant && { grant }),
    effect: {
      reading,
      writes,
      mails: [
        {
          id: `duplicate:${id}`,
          to: "operator",
          template: "needsAttention",
          data: {
            what: "A customer with a license bought a subscription",
            details: `User ${userId} bought a subscription (${id}) although they already had a license. It was ${ENDED[payment]}. Their earlier license continues.`,
          },
        },
      ],
    },
  };
}

/** unpaid: credit covered the invoice, or there is none. */
type Payment = GivenBack | "unpaid";
const ENDED: Readonly<Record<Payment, string>> = {
  unpaid: "canceled. Nothing had been paid for it",
  refunded: "canceled and refunded",
  open: "canceled. Its payment is disputed and cannot be refunded until the bank decides. If you win, it is refunded then",
  failed: "canceled. Its refund failed twice",
  lost: "canceled. The bank returned its payment after a dispute",
};

async function refundInvoice({ reading }: OwnSubscription, invoiceId: string): Promise<Payment> {
  const payment = await fetchPaymentOf(reading, invoiceId);
  return payment === undefined ? "unpaid" : giveBack(payment, DUPLICATE);
}
