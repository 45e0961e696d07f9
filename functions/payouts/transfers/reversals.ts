import type Stripe from "stripe";
import { AppError } from "#shared/errors.ts";
import { needsAttention } from "#shared/mail/mail.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { returnWrites } from "../../affiliates/index.ts";
import { retryOnConflict, transact } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { enqueue } from "../../platform/queue.ts";
import { stripe } from "../../platform/stripe.ts";
import { changed } from "../rules.ts";
import { findPayout, replacePayout } from "../table.ts";
import { attemptTransfer } from "./attemptTransfer.ts";
import { takeTurn } from "./pace.ts";
import { mayReturn, payoutNamedBy } from "./rules.ts";
import { listTransfers } from "./stripeTransfers.ts";

/**
 * Credits each reversal of the shop's own transfer once. Any other transfer for the payout was made by a person. We
 * credit no reversal of such a transfer, and `affiliates/checkLedger` reports the transfer. Until that transfer is
 * reversed, the affiliate has its money, so credits may not exceed the rest of the payout. A larger reversal is not
 * credited, and the operator gets a mail.
 */
export async function followReversals(transferId: string, now: Date): Promise<void> {
  const { transfers } = await stripe();
  await takeTurn();
  const payoutId = payoutNamedBy(await transfers.retrieve(transferId));
  const payout = payoutId === undefined ? undefined : await settled(payoutId, now);
  if (payout?.status !== "paid" || payout.transferId === null)
    return log.warn("reversal.notOwed", { transfer: transferId, payout: payoutId });
  const all = await listTransfers(payout.id);
  const others = all.filter(({ id }) => id !== payout.transferId);
  const stillOut = others.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0);
  for (const reversal of await reversalsOf(payout.transferId))
    if (!(await credit(payout.id, reversal, stillOut, now))) await tellWithheld(payout.id, reversal, others);
}

/** Finishes the payout first, because the reversal may arrive before we have stored the transfer. */
async function settled(payoutId: string, now: Date): Promise<Payout | undefined> {
  const isUnderWay = (payout: Payout | undefined) =>
    payout?.status === "processing" || payout?.status === "reconciling";
  const payout = await findPayout(payoutId);
  if (!isUnderWay(payout) && payout?.status !== "paid") return payout;
  await attemptTransfer(payoutId, now);
  const after = await findPayout(payoutId);
  if (isUnderWay(after)) throw new AppError("CONFLICT", `The payout ${payoutId} is not paid yet.`);
  return after;
}

/** Oldest first. */
async function reversalsOf(transferId: string): Promise<Stripe.TransferReversal[]> {
  const { transfers } = await stripe();
  const found: Stripe.TransferReversal[] = [];
  let after: string | undefined;
  do {
    await takeTurn();
    const { data, has_more } = await transfers.listReversals(transferId, {
      limit: 100,
      ...(after === undefined ? {} : { starting_after: after }),
    });
    found.push(...data);
    after = has_more ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return found.reverse();
}

/** @returns false if the affiliate still holds this money through another transfer */
function credit(
  payoutId: string,
  { id, amount }: Stripe.TransferReversal,
  stillOut: number,
  now: Date,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const before = await findPayout(payoutId);
    if (before?.status !== "paid")
      throw new AppError("INTERNAL_ERROR", `The payout ${payoutId} is no longer paid.`);
    if (before.reversalIds.includes(id)) return true;
    if (!mayReturn(before, amount, stillOut)) return false;
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
    return true;
  });
}

async function tellWithheld(
  payoutId: string,
  { id }: Stripe.TransferReversal,
  others: readonly Stripe.Transfer[],
): Promise<void> {
  const out = others.filter(({ amount, amount_reversed }) => amount > amount_reversed);
  const mail = needsAttention(
    `reversal-withheld:${id}`,
    "A reversed transfer was not credited",
    `The transfer of payout ${payoutId} was reversed at Stripe (${id}), but the affiliate still holds the money of another transfer for the same payout: ${out.map((one) => one.id).join(", ")}. The reversal is credited once that transfer is reversed too.`,
  );
  await enqueue(env("MAIL_QUEUE_URL"), [mail]);
}
