import type Stripe from "stripe";
import { SECOND } from "#shared/instant.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { PAYOUT_CURRENCY } from "#shared/payouts/request.ts";
import { stripe } from "../../platform/stripe.ts";
import { refusalOf } from "../../platform/stripeRefusal.ts";
import { takeTurn } from "./pace.ts";
import { type Refusal, readRefusal } from "./refusals.ts";
import { idempotencyKey, transferGroup } from "./rules.ts";

export type Answer =
  | { paid: string }
  /** No money moved. */
  | { refused: Refusal }
  /** It is unknown whether money moved. */
  | { unclear: true };

/** All transfers in the payout's group, newest first. The shop makes only one of them; others were made by a person. */
export async function listTransfers(payoutId: string): Promise<Stripe.Transfer[]> {
  const { transfers } = await stripe();
  const found: Stripe.Transfer[] = [];
  let after: string | undefined;
  do {
    await takeTurn();
    const { data, has_more } = await transfers.list({
      transfer_group: transferGroup(payoutId),
      limit: 100,
      ...(after === undefined ? {} : { starting_after: after }),
    });
    found.push(...data);
    after = has_more ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return found;
}

/** The transfer of one of the payout's attempts. If a person copied it in Stripe's dashboard, the oldest counts. */
export async function findTransfer({ id, amountCents, destination }: Payout): Promise<string | undefined> {
  const own = (await listTransfers(id)).filter(
    (transfer) =>
      transfer.metadata.payoutId === id &&
      transfer.amount === amountCents &&
      idOf(transfer.destination) === destination,
  );
  return own.at(-1)?.id;
}

const idOf = (destination: Stripe.Transfer["destination"]) =>
  typeof destination === "string" ? destination : destination?.id;

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
      // No automatic retries: an unclear result is looked up instead.
      {
        idempotencyKey: idempotencyKey(payout.id, attempt.number),
        maxNetworkRetries: 0,
        timeout: 10 * SECOND,
      },
    );
    return { paid: transfer.id };
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal ? { refused: readRefusal(refusal, attempt.number) } : { unclear: true };
  }
}
