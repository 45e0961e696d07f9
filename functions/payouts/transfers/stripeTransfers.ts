import { SECOND } from "#shared/instant.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { PAYOUT_CURRENCY } from "#shared/payouts/request.ts";
import { stripe } from "../../platform/stripe.ts";
import { refusalOf } from "../../platform/stripeRefusal.ts";
import { takeTurn } from "./pace.ts";
import { idempotencyKey, transferGroup } from "./rules.ts";

export type Answer =
  | { paid: string }
  /** Definite: no money moved. In words for the operator and the affiliate. */
  | { refused: string }
  /** Whether money moved is not known. */
  | { unclear: true };

/** What has been paid for this payout, as Stripe knows: the transfer's id. */
export async function findTransfer(payoutId: string): Promise<string | undefined> {
  await takeTurn();
  const { data } = await (await stripe()).transfers.list({
    transfer_group: transferGroup(payoutId),
    limit: 1,
  });
  return data[0]?.id;
}

/** Asks for the transfer of the attempt that the payout's row says. */
export async function createTransfer(payout: Payout): Promise<Answer> {
  const { destination, attempt } = payout;
  if (destination === null || attempt === null) throw new Error(`The payout ${payout.id} was never approved`);
  await takeTurn();
  try {
    const transfer = await (await stripe()).transfers.create(
      {
        amount: payout.amountCents,
        currency: PAYOUT_CURRENCY,
        destination,
        transfer_group: transferGroup(payout.id),
        metadata: { payoutId: payout.id, affiliateId: payout.affiliateId, attempt: String(attempt.number) },
      },
      // Asked once: what is unclear is looked up, not asked again unseen.
      {
        idempotencyKey: idempotencyKey(payout.id, attempt.number),
        maxNetworkRetries: 0,
        timeout: 10 * SECOND,
      },
    );
    return { paid: transfer.id };
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal ? { refused: wordsOf(refusal) } : { unclear: true };
  }
}

const WORDS: Readonly<Record<string, string>> = {
  balance_insufficient: "Our balance at Stripe does not cover it yet. It will be tried again.",
  insufficient_capabilities_for_transfer: "Stripe does not pay this account: it still asks for something.",
};

function wordsOf({ code, message }: { code: string | undefined; message: string }): string {
  return WORDS[code ?? ""] ?? `Stripe refused the transfer: ${message}`;
}
