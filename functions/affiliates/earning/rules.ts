import { type Affiliate, type Attribution, WHOLE_RATE } from "#shared/affiliates/affiliate.ts";
import {
  COMMISSION_MONTHS,
  type Commission,
  type Debt,
  type Entry,
  HOLD_DAYS,
  type Hold,
  type SelfReferral,
} from "#shared/affiliates/commission.ts";
import { DAY, type Instant, SECOND } from "#shared/instant.ts";
import type { PaidFact, PaymentFacts } from "#shared/payments/paymentFacts.ts";
import { withoutTax } from "#shared/payments/tax.ts";
import { type Change, standing } from "../ledger/rules.ts";

/** floor(cents × rate), exact for every amount. */
export function shareOf(cents: number, rateBasisPoints: number): number {
  return Number((BigInt(cents) * BigInt(rateBasisPoints)) / BigInt(WHOLE_RATE));
}

/** @param months 0: the first invoice only; null: every invoice */
export function earns(paid: PaidFact, months: number | null = COMMISSION_MONTHS): boolean {
  if (paid.baseCents <= 0) return false;
  if (paid.product === "lifetime" || paid.isFirst || months === null) return true;
  return paid.dueAt < addMonths(paid.startedAt, months);
}

/** Stripe's times have whole seconds, so an attribution within the same second as the purchase counts as earlier. */
export function cameBefore(attributedAt: Instant, startedAt: Instant): boolean {
  return Date.parse(attributedAt) < Date.parse(startedAt) + SECOND;
}

/** Calendar months, clamped to the month's last day. */
export function addMonths(from: Instant, months: number): Instant {
  const start = new Date(from);
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end.toISOString();
}

export function matureAt({ product, paidAt }: Pick<PaidFact, "product" | "paidAt">): Instant {
  return new Date(Date.parse(paidAt) + HOLD_DAYS[product] * DAY).toISOString();
}

/** @param earlier the earner of the subscription's earlier payments, whom a later attribution does not replace */
export function broughtBy(
  paid: PaidFact,
  earlier: Brought | undefined,
  attribution: Attribution | undefined,
): Brought | undefined {
  if (!earns(paid)) return undefined;
  if (earlier) return earlier;
  return attribution && cameBefore(attribution.at, paid.startedAt) ? attribution : undefined;
}
type Brought = Pick<Attribution, "affiliateId" | "rateBasisPoints">;

/** What may show that the buyer and the affiliate are one person or one team. */
export type Ties = {
  /** The buyer's; undefined after the account's deletion. */
  normalisedEmail: string | undefined;
  /** Everyone who has paid with this payment's card. */
  cardUsers: readonly string[];
  /** Everyone with a seat in the buyer's or the affiliate's team. */
  team: readonly string[];
};

export function selfReferral(
  paid: Pick<PaidFact, "userId" | "product" | "paidAt">,
  { affiliateId, normalisedEmail }: Pick<Affiliate, "affiliateId" | "normalisedEmail">,
  ties: Ties,
  now: Date,
): SelfReferral | null {
  if (paid.userId === affiliateId) return "self_account";
  if (ties.normalisedEmail === normalisedEmail) return "self_address";
  if (ties.cardUsers.includes(affiliateId)) return "self_card";
  // Only during the hold: an invitation long after the sale must not void an earned commission.
  if (now.toISOString() >= matureAt(paid)) return null;
  return ties.team.includes(affiliateId) || ties.team.includes(paid.userId) ? "self_team" : null;
}

/** Computed from the sum of refunds and lost disputes, so that partial refunds leave no rounding remainders. */
export function takenBack(
  paid: PaidFact,
  { refunds, disputes }: PaymentFacts,
  rateBasisPoints: number,
  earned: number,
): { cents: number; by: string[] } {
  const effects = [
    ...refunds.filter(({ counts }) => counts).map((refund) => ({ id: refund.refundId, ...refund })),
    ...disputes.filter(({ state }) => state === "lost").map((one) => ({ id: one.disputeId, ...one })),
  ];
  // Capped at each step to stay within a safe integer.
  const given = effects.reduce((sum, { amountCents }) => Math.min(paid.amountCents, sum + amountCents), 0);
  const base = withoutTax(given, paid.amountCents, paid.amountCents - paid.baseCents);
  const cents = Math.min(earned, shareOf(base, rateBasisPoints));
  return { cents, by: effects.map(({ id }) => id).sort() };
}

export type Earner = {
  affiliate: Pick<Affiliate, "affiliateId" | "normalisedEmail" | "status">;
  rateBasisPoints: number;
  ties: Ties;
  /** For a new commission: whether earlier commissions add up to more than was taken back. */
  hasEarned: boolean;
};

/** @returns undefined if nothing changes */
export function decideCommission(
  before: Commission | undefined,
  paid: PaidFact,
  facts: PaymentFacts,
  earner: Earner,
  now: Date,
): { changes: Change[]; entries: Entry[] } | undefined {
  const start = before ?? newCommission(paid, earner, now);
  const self = start.selfReferral ?? selfReferral(paid, earner.affiliate, earner.ties, now);
  const { cents, by } = takenBack(paid, facts, start.rateBasisPoints, start.earnedCents);
  const target = self === null ? cents : start.earnedCents;
  const delta = target - start.reversedCents - start.debtCents;
  const holds: Hold[] = [
    ...(facts.disputes.some(({ state }) => state === "open") ? ["dispute" as const] : []),
    ...(earner.affiliate.status === "suspended" ? ["suspended" as const] : []),
  ];
  const isSame =
    delta === 0 &&
    self === start.selfReferral &&
    holds.join() === [...start.holds].sort().join() &&
    by.join() === start.takenBackBy.join();
  if (before && isSame) return undefined;
  // A payout's rows and sum stay unchanged, so an amount taken back later becomes a debt.
  const reversedCents =
    start.payoutId === null
      ? Math.min(start.earnedCents, Math.max(0, start.reversedCents + delta))
      : start.reversedCents;
  const debt = delta - (reversedCents - start.reversedCents);
  const changed = {
    ...start,
    reversedCents,
    debtCents: start.debtCents + debt,
    takenBackBy: by,
    selfReferral: self,
    holds,
    version: start.version + 1,
    updatedAt: now.toISOString(),
  };
  const after = { ...changed, status: start.payoutId === null ? standing(changed, now) : start.status };
  return {
    changes: [
      before ? { before, after } : { after },
      ...(debt === 0 ? [] : [{ after: debtOf(after, debt, now) }]),
    ],
    entries: entriesOf(before, after, delta, now),
  };
}

function newCommission(paid: PaidFact, earner: Earner, now: Date): Commission {
  const { affiliate, rateBasisPoints, hasEarned } = earner;
  return {
    kind: "commission",
    affiliateId: affiliate.affiliateId,
    id: paid.paymentId,
    buyerUserId: paid.userId,
    product: paid.product,
    paidAt: paid.paidAt,
    baseCents: paid.baseCents,
    rateBasisPoints,
    earnedCents: shareOf(paid.baseCents, rateBasisPoints),
    reversedCents: 0,
    debtCents: 0,
    takenBackBy: [],
    status: "pending",
    holds: [],
    selfReferral: null,
    isFirstEarned: !hasEarned,
    matureAt: matureAt(paid),
    payoutId: null,
    version: 0,
    updatedAt: now.toISOString(),
  };
}

function debtOf({ affiliateId, id, version }: Commission, amountCents: number, now: Date): Debt {
  const at = now.toISOString();
  return {
    kind: "debt",
    affiliateId,
    id: `${id}/${version}`,
    commissionId: id,
    amountCents,
    status: "available",
    payoutId: null,
    since: at,
    version: 1,
    updatedAt: at,
  };
}

function entriesOf(before: Commission | undefined, after: Commission, delta: number, now: Date): Entry[] {
  const { affiliateId, id, version, earnedCents, selfReferral: self } = after;
  const common = { affiliateId, at: now.toISOString(), commissionId: id, payoutId: null };
  const seen = new Set(before?.takenBackBy);
  const counts = new Set(after.takenBackBy);
  const changed = [...new Set([...seen, ...counts])].filter((one) => !(seen.has(one) && counts.has(one)));
  const entries: Entry[] = [];
  if (!before && earnedCents > 0)
    entries.push({ ...common, id: `earned/${id}`, kind: "earned", amountCents: earnedCents, source: id });
  if (delta !== 0)
    entries.push({
      ...common,
      id: `${delta > 0 ? "reversed" : "restored"}/${id}/${version}`,
      kind: delta > 0 ? "reversed" : "restored",
      amountCents: -delta,
      source: self ?? changed.join(" "),
    });
  return entries;
}
