import type { Grant, Trouble } from "#shared/grants/grant.ts";
import { needsAttention } from "#shared/mail/mail.ts";
import {
  DUPLICATE,
  fetchPaymentOf,
  fetchSubscription,
  type GivenBack,
  giveBack,
  type OwnSubscription,
} from "../payments/index.ts";
import { decideSubscription, endAs, type Followed } from "../subscriptions/index.ts";
import { comeBack } from "./comeBack.ts";
import type { Stored } from "./work.ts";

/**
 * Ends a duplicate: a second subscription from another window, or one beside a lifetime license. It refunds the payment
 * and notifies the operator. The earlier right stays. A disputed payment is refunded when the dispute is won, because
 * that event calls this function again.
 * @param trouble of the payment, if the event is about a payment
 * @returns the event's work, and the duplicate's ended grant if there was one
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
  // Grants nothing for a duplicate that never had a grant.
  const { writes = [], grant } = decision && !decision.isNew ? decision : {};
  return {
    ...(grant && { grant }),
    effect: {
      reading,
      writes,
      mails: [
        needsAttention(
          `duplicate:${id}`,
          "A customer with a license bought a subscription",
          `User ${userId} bought a subscription (${id}) although they already had a license. The subscription was ${ENDED[payment]}. Their earlier license continues.`,
        ),
        // After a refund, the mail about the refund tells the customer.
        ...(payment === "open"
          ? [
              {
                id: `ended:${id}`,
                to: { userId },
                template: "subscriptionEnded" as const,
                data: { endedOn: "", ...comeBack(grant, rights) },
              },
            ]
          : []),
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
