import { HOUR, toEpochSeconds } from "#shared/instant.ts";
import { stripe } from "../../../platform/stripe.ts";
import type { SentTransfer } from "./rules.ts";

/** How long we wait for a reversal's event before the reversal counts as a difference. */
const EVENT_TAKES = HOUR;

export async function transfersTo(accounts: Iterable<string>, now: Date): Promise<SentTransfer[]> {
  const client = await stripe();
  const lately = toEpochSeconds(new Date(now.getTime() - EVENT_TAKES).toISOString());
  const sent: SentTransfer[] = [];
  for (const destination of accounts) {
    let after: string | undefined;
    do {
      const { data, has_more } = await client.transfers.list({
        destination,
        limit: 100,
        ...(after === undefined ? {} : { starting_after: after }),
      });
      for (const { id, metadata, amount, amount_reversed, reversals } of data)
        sent.push({
          id,
          payoutId: metadata.payoutId ?? null,
          amountCents: amount,
          reversedCents: amount_reversed,
          lateCents: reversals.data
            .filter(({ created }) => created >= lately)
            .reduce((sum, reversal) => sum + reversal.amount, 0),
        });
      after = has_more ? data.at(-1)?.id : undefined;
    } while (after !== undefined);
  }
  return sent;
}
