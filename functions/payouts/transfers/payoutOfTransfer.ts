import { stripe } from "../../platform/stripe.ts";
import { refusalOf } from "../../platform/stripeRefusal.ts";
import { payoutNamedBy } from "./rules.ts";

/** @returns undefined if Stripe has no such transfer, or it names no payout of ours */
export async function payoutOfTransfer(transferId: string): Promise<string | undefined> {
  const { transfers } = await stripe();
  try {
    return payoutNamedBy(await transfers.retrieve(transferId));
  } catch (error) {
    if (refusalOf(error)?.code === "resource_missing") return undefined;
    throw error;
  }
}
