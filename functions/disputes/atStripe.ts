import type Stripe from "stripe";
import { orNoSuchPage, orRefused, stripe } from "../platform/stripe.ts";

/** Includes the payment and its customer. @throws NOT_FOUND */
export async function retrieveDispute(disputeId: string): Promise<Stripe.Dispute> {
  const { disputes } = await stripe();
  return orRefused(disputes.retrieve(disputeId, { expand: ["payment_intent.customer"] }));
}

/** Newest first. @throws NOT_FOUND if Stripe does not know the dispute `after` */
export async function disputesAfter(after: string | undefined): Promise<Stripe.ApiList<Stripe.Dispute>> {
  const { disputes } = await stripe();
  return orNoSuchPage(
    disputes.list({
      limit: 25,
      expand: ["data.payment_intent.customer"],
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  );
}

/**
 * @param evidence an empty text clears the saved one
 * @param submit true sends the evidence to the bank, which is final; false saves a draft
 * @throws CONFLICT or NOT_FOUND with Stripe's own reason if Stripe refuses
 */
export async function sendEvidence(
  disputeId: string,
  evidence: Stripe.DisputeUpdateParams.Evidence,
  submit: boolean,
): Promise<Stripe.Dispute> {
  const { disputes } = await stripe();
  return orRefused(disputes.update(disputeId, { evidence, submit }));
}

/** Accepts a dispute as lost. @throws CONFLICT or NOT_FOUND with Stripe's own reason if Stripe refuses */
export async function concedeDispute(disputeId: string): Promise<Stripe.Dispute> {
  const { disputes } = await stripe();
  return orRefused(disputes.close(disputeId));
}
