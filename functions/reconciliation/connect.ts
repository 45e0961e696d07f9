import type Stripe from "stripe";
import type { PayoutMessage } from "#shared/payouts/messages.ts";
import { inMoney } from "#shared/words.ts";
import { lately, sinceLast } from "../payments/index.ts";
import { findPayout, isAbandoned, isPayable, payoutNamedBy } from "../payouts/index.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { stripe } from "../platform/stripe.ts";
import { getAffiliate } from "../referrals/index.ts";
import type { Difference, Lanes, Page } from "./compare.ts";
import { laneOf, pageOf } from "./lanes.ts";

/**
 * Compares one page of transfers to affiliates. A transfer goes to the payouts' queue if its payout has no result yet,
 * or if a reversal is not stored. The lost webhook would have done the same. If a transfer has no payout, a person must
 * decide.
 */
export const compareTransfers: Page = async (lane, now, compare) => {
  const page = await (await stripe()).transfers.list(pageOf(lane));
  for (const transfer of page.data)
    await compare(`transfer ${transfer.id}`, () => compareTransfer(transfer, now));
  return page;
};

export const transferLanes: Lanes = (place, now) => [laneOf(sinceLast(place, now))];

async function compareTransfer(transfer: Stripe.Transfer, now: Date): Promise<Difference> {
  const { id, amount, amount_reversed, currency } = transfer;
  const payoutId = payoutNamedBy(transfer);
  const payout = payoutId === undefined ? undefined : await findPayout(payoutId);
  if (payout?.transferId === id && payout.amountCents !== amount)
    return { needsPerson: `payout ${payout.id} and its transfer ${id} have different amounts` };
  if (payout?.transferId === id)
    return payout.reversedCents !== amount_reversed && handOver({ kind: "reversal", transferId: id });
  if (payout?.status === "processing" || payout?.status === "reconciling")
    return isAbandoned(payout, now) && handOver({ kind: "transfer", payoutId: payout.id, batchId: null });
  if (amount_reversed === amount) return false;
  return {
    needsPerson: `the transfer ${id} of ${inMoney(amount - amount_reversed, currency)} was sent to an affiliate but belongs to no payout: reverse it at Stripe unless you know why it was sent`,
  };
}

/** All accounts: Stripe's list of events does not cover affiliates' accounts. */
export const accountLanes: Lanes = (place, now) => [laneOf(lately(place, now))];

export const compareAccounts: Page = async (lane, _now, compare) => {
  const page = await (await stripe()).accounts.list(pageOf(lane));
  for (const account of page.data) {
    const affiliateId = account.metadata?.affiliateId;
    if (affiliateId === undefined) continue;
    await compare(`account ${account.id}`, async () => {
      const affiliate = await getAffiliate(affiliateId);
      if (affiliate?.stripeAccountId !== account.id) return false;
      return (
        affiliate.payoutsEnabled !== isPayable(account) &&
        handOver({ kind: "account", accountId: account.id })
      );
    });
  }
  return page;
};

async function handOver(message: PayoutMessage): Promise<true> {
  await enqueue(env("PAYOUTS_QUEUE_URL"), [message]);
  return true;
}
