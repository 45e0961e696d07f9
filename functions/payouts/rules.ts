import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import { smallestRequest } from "#shared/affiliates/countries.ts";
import { AppError } from "#shared/errors.ts";
import { payoutId } from "#shared/payouts/id.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import type { PayoutRequest } from "#shared/payouts/request.ts";
import { mayBecome, type PayoutStatus, requestMayBecome } from "#shared/payouts/states.ts";
import { inMoney } from "#shared/words.ts";

type Asking = {
  affiliate: Affiliate | undefined;
  emailConfirmed: boolean;
  /** The available balance less debts. Negative if the debts are larger. */
  claimableCents: number;
  latestId: string | undefined;
  isWaiting: boolean;
  amountCents: number;
};

const conflict = (message: string) => new AppError("CONFLICT", message);

/** @throws NOT_FOUND, CONFLICT or VALIDATION_ERROR with a message for the affiliate */
export function openRequest(asking: Asking, now: Date): PayoutRequest {
  const { affiliate, emailConfirmed, claimableCents, latestId, isWaiting, amountCents } = asking;
  if (!affiliate) throw new AppError("NOT_FOUND", "Join the affiliate program first.");
  if (affiliate.status !== "active")
    throw conflict("Your affiliate account is suspended. Please contact support.");
  if (!emailConfirmed) throw conflict("Confirm your email address before you request a payout.");
  if (affiliate.stripeAccountId === undefined || !affiliate.payoutsEnabled)
    throw conflict("Finish setting up payouts at Stripe first.");
  if (isWaiting) throw conflict("You already have an open payout request. We review that one first.");
  if (claimableCents < 0)
    throw conflict("Your balance is below zero. Your next commissions will make up for it.");
  const smallest = smallestRequest(affiliate.country);
  if (amountCents < smallest)
    throw new AppError("VALIDATION_ERROR", `Minimum payout: ${inMoney(smallest)}`, {
      field: "amount_cents",
    });
  if (amountCents > claimableCents)
    throw new AppError("VALIDATION_ERROR", `Only ${inMoney(claimableCents)} is available for a payout.`, {
      field: "amount_cents",
      details: { available_cents: claimableCents },
    });
  const number = latestId === undefined ? 1 : numberOf(latestId) + 1;
  return {
    id: payoutId(affiliate.affiliateId, number),
    affiliateId: affiliate.affiliateId,
    email: affiliate.email,
    requestedCents: amountCents,
    status: "pending",
    requestedAt: now.toISOString(),
    decidedAt: null,
    reason: null,
    isCalculated: false,
  };
}

const numberOf = (id: string) => Number(id.slice(-6));

/** Increments the version, as every change of a payout must. */
export function changed(payout: Payout, change: Partial<Payout>): Payout {
  return { ...payout, ...change, version: payout.version + 1 };
}

/** @throws CONFLICT if the payout may not change to this status, for example because another call came first */
export function move(payout: Payout, to: PayoutStatus, change: Partial<Payout> = {}): Payout {
  if (!mayBecome(payout.status, to)) throw conflict(`This payout is ${WORDS[payout.status]}.`);
  return changed(payout, { refusal: null, ...change, status: to });
}

const WORDS: Readonly<Record<PayoutStatus, string>> = {
  pending: "not approved yet",
  approved: "already approved",
  processing: "already being transferred",
  reconciling: "waiting for Stripe's answer",
  failed: "waiting to be retried or canceled",
  paid: "already paid",
  canceled: "canceled",
};

/** Stores the account's id, so that exactly the approved account is paid. */
export function approvePayout(payout: Payout, affiliate: Affiliate | undefined, now: Date): Payout {
  if (payout.work !== null) throw conflict("This payout is still being calculated. Please try again.");
  const after = move(payout, "approved", { approvedAt: now.toISOString() });
  const reason = whyNotPayable(affiliate);
  if (reason !== null || affiliate?.stripeAccountId === undefined) throw conflict(reason ?? NO_ACCOUNT);
  return { ...after, destination: affiliate.stripeAccountId };
}

const NO_ACCOUNT = "No Stripe account is connected.";

/** Why this affiliate cannot be paid now, as a message for the operator and the affiliate. */
export function whyNotPayable(affiliate: Affiliate | undefined): string | null {
  if (!affiliate) return "There is no such affiliate.";
  if (affiliate.status !== "active") return "The affiliate account is suspended.";
  if (affiliate.stripeAccountId === undefined) return NO_ACCOUNT;
  if (!affiliate.payoutsEnabled)
    return "Stripe cannot pay this account now. It needs more information, or the account was closed.";
  return null;
}

export function whyNotTransferable(payout: Payout, affiliate: Affiliate | undefined): string | null {
  const reason = whyNotPayable(affiliate);
  if (reason !== null) return reason;
  if (affiliate?.stripeAccountId !== payout.destination)
    return "The Stripe account has changed since the approval. Once this payout is canceled, the amount can be requested again.";
  return null;
}

/** @throws CONFLICT if the request is already decided */
export function decideRequest(
  request: PayoutRequest,
  to: "approved" | "rejected",
  reason: string | null,
  now: Date,
): PayoutRequest {
  if (!requestMayBecome(request.status, to)) throw conflict(`This request is already ${request.status}.`);
  return { ...request, status: to, reason, decidedAt: now.toISOString() };
}
