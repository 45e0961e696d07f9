import { AppError } from "#shared/errors.ts";
import { returnWrites } from "../affiliates/ledger/claims/table.ts";
import { decideAgain, transact } from "../platform/dynamo.ts";
import { log } from "../platform/log.ts";
import { stripe } from "../platform/stripe.ts";
import { changed } from "./rules.ts";
import { findPayout, replacePayout } from "./table.ts";
import { takeTurn } from "./transfers/pace.ts";
import { transferPayout } from "./transfers/transferPayout.ts";

/** What came back of a transfer is owed to the affiliate again: each of Stripe's reversals once. */
export async function followReversals(transferId: string, now: Date): Promise<void> {
  const { transfers } = await stripe();
  await takeTurn();
  const transfer = await transfers.retrieve(transferId);
  const payoutId = transfer.metadata.payoutId;
  if (payoutId === undefined || !(await findPayout(payoutId))) return;
  // It may have come back before anybody here knew that it went.
  await transferPayout(payoutId, now);
  await takeTurn();
  const reversals = await transfers.listReversals(transferId, { limit: 100 });
  for (const { id, amount } of reversals.data)
    await decideAgain(async () => {
      const before = await findPayout(payoutId);
      if (before?.status !== "paid")
        throw new AppError("CONFLICT", `The payout ${payoutId} is not paid yet.`);
      if (before.reversalIds.includes(id)) return;
      const after = changed(before, {
        reversedCents: before.reversedCents + amount,
        reversalIds: [...before.reversalIds, id],
      });
      const { affiliateId } = before;
      await transact([
        ...replacePayout(before, after),
        ...returnWrites({ affiliateId, payoutId, reversalId: id, amountCents: amount }, now),
      ]);
      log.warn("payout.reversed", { payout: payoutId, reversal: id, cents: amount });
    });
}
