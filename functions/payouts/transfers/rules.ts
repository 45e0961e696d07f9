import { SECOND } from "#shared/instant.ts";
import { ATTEMPT_MAY_ARRIVE_FOR, type Payout } from "#shared/payouts/payout.ts";
import { changed, move } from "../rules.ts";

/**
 * Moves an approved or failed payout to processing, with a new attempt and a new idempotency key.
 * @param by the operator who asks; null: a run
 * @throws CONFLICT
 */
export function beginTransfer(payout: Payout, by: string | null, now: Date): Payout {
  const at = now.toISOString();
  const number = (payout.attempt?.number ?? 0) + 1;
  return move(payout, "processing", { attempt: { number, startedAt: at, triedAt: at, by }, reason: null });
}

/**
 * The next attempt if Stripe has no transfer of the previous attempt. A recent attempt is repeated with its key, which
 * cannot pay twice. Later, a new attempt gets a new key.
 * @returns undefined if the key is too old to repeat, but the last request with the key may still reach Stripe
 */
export function retryAttempt(payout: Payout, by: string | null, now: Date): Payout | undefined {
  const { attempt } = payout;
  if (attempt === null) return undefined;
  const at = now.toISOString();
  const asker = by ?? attempt.by;
  if (isRecent(attempt.startedAt, now))
    return changed(payout, { attempt: { ...attempt, triedAt: at, by: asker } });
  if (mayArrive(payout, now)) return undefined;
  return changed(payout, { attempt: { number: attempt.number + 1, startedAt: at, triedAt: at, by: asker } });
}

export const mayArrive = ({ attempt }: Payout, now: Date): boolean =>
  attempt === null || isRecent(attempt.triedAt, now);

const isRecent = (instant: string, now: Date): boolean =>
  now.getTime() - Date.parse(instant) < ATTEMPT_MAY_ARRIVE_FOR;

export const isRetried = (payout: Payout): boolean =>
  payout.status === "failed" && payout.refusal === "temporary";

/** After this time the worker's call has ended, so another worker may resume the transfer. */
const ONE_CALL_TAKES = 60 * SECOND;
export function isAbandoned(payout: Payout, now: Date): boolean {
  return payout.attempt !== null && now.getTime() - Date.parse(payout.attempt.triedAt) > ONE_CALL_TAKES;
}

const GROUP = "payout-";
export const transferGroup = (payoutId: string): string => `${GROUP}${payoutId}`;
/** The payout that a transfer at Stripe names, whether or not the shop made the transfer. */
export function payoutNamedBy(transfer: {
  metadata: Readonly<Record<string, string>>;
  transfer_group: string | null;
}): string | undefined {
  const { payoutId } = transfer.metadata;
  if (payoutId !== undefined) return payoutId;
  const group = transfer.transfer_group ?? "";
  return group.startsWith(GROUP) ? group.slice(GROUP.length) : undefined;
}
export const idempotencyKey = (payoutId: string, attempt: number): string => `payout-${payoutId}-${attempt}`;

/**
 * Whether a reversal of the payout's own transfer is owed to the affiliate.
 * @param stillOut cents of other transfers for this payout that the affiliate still holds
 */
export const mayReturn = (payout: Payout, cents: number, stillOut: number): boolean =>
  payout.reversedCents + cents <= payout.amountCents - stillOut;
