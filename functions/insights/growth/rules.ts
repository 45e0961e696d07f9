import { isDeepStrictEqual } from "node:util";
import { BASE_PLAN, CATALOG, OPTIONAL_PLANS, type ProductId } from "#shared/catalog/catalog.ts";
import { type Grant, subscriptionGrantId } from "#shared/grants/grant.ts";
import {
  type Channel,
  FUNNEL_DAYS,
  type FunnelKind,
  type KeptMove,
  type Move,
  type MrrKind,
} from "#shared/insights/moves.ts";
import { DAY, fromEpochSeconds, type Instant } from "#shared/instant.ts";
import type { PaymentFacts } from "#shared/payments/paymentFacts.ts";
import { withoutTax } from "#shared/payments/tax.ts";
import { isOver } from "#shared/subscriptions/subscription.ts";
import { moveName } from "../../directory/index.ts";

export type Customer = {
  /** Null for a deleted account. Its payments stay in the figures, but its sign-up does not. */
  signedUpAt: Instant | null;
  affiliateId: string | null;
  grants: readonly Grant[];
  payments: readonly PaymentFacts[];
  /** When a computer first used one of the customer's keys. */
  activatedAt: Instant | null;
};

type Paid = NonNullable<PaymentFacts["paid"]>;
const earlierFirst = (a: { at: Instant }, b: { at: Instant }): number => a.at.localeCompare(b.at);
/** Stripe's times have whole seconds. Within one second, a first payment comes first, then an earlier due date. */
const paidFirst = (a: Paid, b: Paid): number =>
  a.paidAt.localeCompare(b.paidAt) ||
  Number(b.isFirst) - Number(a.isFirst) ||
  a.dueAt.localeCompare(b.dueAt) ||
  a.paymentId.localeCompare(b.paymentId);
const planOf = ({ product, months = 1 }: Paid): ProductId =>
  product === "lifetime"
    ? product
    : (OPTIONAL_PLANS.find((plan) => CATALOG[plan].months === months) ?? BASE_PLAN);

/** All of a customer's changes to the figures, oldest first. Computed from the facts alone. */
export function movesOf(customer: Customer): KeptMove[] {
  const { affiliateId } = customer;
  const channel: Channel = affiliateId === null ? "direct" : "affiliate";
  return [...mrrMoves(customer), ...moneyMoves(customer), ...funnelMoves(customer)]
    .map((move) => ({ ...move, channel, affiliateId }))
    .sort(earlierFirst);
}

type Bare = Omit<Move, "channel">;
/** A subscription's monthly value from an instant on. */
type Level = {
  at: Instant;
  subscription: string;
  cents: number;
  paymentId: string | null;
  reason?: string | undefined;
};

/**
 * A subscription counts from its first payment until it ends, even while it is overdue, paused or disputed. Its value
 * is its last invoice, per month, without tax. A code's discount, which applies once, does not lower it. A zero
 * invoice changes nothing.
 */
function mrrMoves({ grants, payments }: Customer): Bare[] {
  const worth = new Map<string, number>();
  const moves: Bare[] = [];
  let hasPaid = false;
  const sum = () => [...worth.values()].reduce((total, cents) => total + cents, 0);
  for (const levels of byInstant(levelsOf(grants, payments))) {
    const before = sum();
    for (const { subscription, cents } of levels) worth.set(subscription, cents);
    const after = sum();
    const [first] = levels;
    if (after === before || first === undefined) continue;
    const { at, paymentId, reason } = first;
    const kind = kindOf(before, after, hasPaid);
    moves.push({
      kind,
      at,
      plan: "monthly",
      cents: Math.abs(after - before),
      paymentId,
      ...(kind === "churn" && reason !== undefined && { reason }),
    });
    hasPaid = true;
  }
  return moves;
}

function kindOf(before: number, after: number, hasPaid: boolean): MrrKind {
  if (before === 0) return hasPaid ? "reactivation" : "new";
  if (after === 0) return "churn";
  return after > before ? "expansion" : "contraction";
}

function levelsOf(grants: readonly Grant[], payments: readonly PaymentFacts[]): Level[] {
  const subscriptions = grants.filter(({ source }) => source === "subscription");
  return subscriptions
    .flatMap((grant) => {
      const end = endOf(grant);
      const paidFor = payments
        .flatMap(({ paid }) => (paid && isOf(paid, grant) ? [paid] : []))
        .filter((paid) => worthOf(paid) > 0 && (end === null || paid.isFirst || paid.paidAt < end))
        .sort(paidFirst);
      const last = paidFor.at(-1);
      // If several payments have the same time, the last of them decides the value.
      const levels = paidFor
        .filter(({ paidAt }, place) => paidAt !== paidFor[place + 1]?.paidAt)
        .map((paid): Level => {
          return { at: paid.paidAt, subscription: grant.id, cents: worthOf(paid), paymentId: paid.paymentId };
        });
      if (end === null || last === undefined) return levels;
      const at = later(end, last.paidAt);
      const reason = leftBecause(grant, grants, at);
      return [...levels, { at, subscription: grant.id, cents: 0, paymentId: null, reason }];
    })
    .sort((a, b) => earlierFirst(a, b) || b.cents - a.cents || a.subscription.localeCompare(b.subscription));
}

/** The customer's reason. Without one, what ended the subscription, as far as we know. */
function leftBecause(
  { subscription, endedFor, troubles }: Grant,
  grants: readonly Grant[],
  at: Instant,
): string | undefined {
  if (subscription?.left_because !== undefined) return subscription.left_because;
  if (endedFor === "dispute" || troubles.some(({ dispute }) => dispute === "lost")) return "payment_disputed";
  if (endedFor === "refund") return "payment_refunded";
  const isReplaced = grants.some(({ source, createdAt }) => source === "lifetime" && createdAt <= at);
  return isReplaced ? "lifetime_license_bought" : undefined;
}

const isOf = ({ subscriptionId }: Paid, grant: Grant): boolean =>
  subscriptionId !== undefined && grant.id === subscriptionGrantId(subscriptionId);

const later = (a: Instant, b: Instant): Instant => (a > b ? a : b);
/** Per month: a twelfth of a yearly invoice. */
const worthOf = ({ invoicedCents, baseCents, months = 1 }: Paid): number =>
  Math.round((invoicedCents ?? baseCents) / months);

/** Null while the subscription runs. If Stripe names no end: the paid period's end, or the last change if earlier. */
export function endOf({ subscription, endedAt, updatedAt }: Grant): Instant | null {
  if (subscription === null || !isOver(subscription.subscription_status)) return null;
  const periodEnd = fromEpochSeconds(subscription.current_period_end);
  return endedAt ?? (periodEnd < updatedAt ? periodEnd : updatedAt);
}

function* byInstant(levels: readonly Level[]): Generator<Level[]> {
  let group: Level[] = [];
  for (const level of levels) {
    if (group[0] && group[0].at !== level.at) {
      yield group;
      group = [];
    }
    group.push(level);
  }
  if (group.length > 0) yield group;
}

/** The moves add up to what remains of each payment. Rounding loses nothing. */
function moneyMoves({ payments }: Customer): Bare[] {
  return payments.flatMap((facts) => {
    const { paid } = facts;
    if (paid === undefined || paid.amountCents <= 0 || paid.baseCents === 0) return [];
    const { paymentId } = paid;
    const plan = planOf(paid);
    const moves: Bare[] = [{ kind: "payment", at: paid.paidAt, plan, cents: paid.baseCents, paymentId }];
    let back = 0;
    for (const { at, amountCents } of returnsOf(facts)) {
      const before = keptOf(paid, back);
      back += amountCents;
      const cents = before - keptOf(paid, back);
      if (cents > 0) moves.push({ kind: "refund", at, plan, cents, paymentId });
    }
    return moves;
  });
}

/** The rest of a payment after `back` cents were returned, without tax, in whole cents. */
export function keptOf(
  { amountCents, baseCents }: Pick<Paid, "amountCents" | "baseCents">,
  back: number,
): number {
  return withoutTax(Math.max(0, amountCents - back), amountCents, amountCents - baseCents);
}

/** Refunds and lost disputes, in the order in which they were requested or opened. */
function returnsOf({ refunds, disputes }: PaymentFacts) {
  return [
    ...refunds.filter(({ counts }) => counts),
    ...disputes.filter(({ state }) => state === "lost"),
  ].sort((a, b) => earlierFirst(a, b) || a.amountCents - b.amountCents);
}

function funnelMoves({ signedUpAt, grants, payments, activatedAt }: Customer): Bare[] {
  if (signedUpAt === null) return [];
  const limit = new Date(Date.parse(signedUpAt) + FUNNEL_DAYS * DAY).toISOString();
  const bought = payments
    .flatMap(({ paid }) => (paid && paid.amountCents > 0 ? [paid] : []))
    .sort(paidFirst)[0];
  const steps: [FunnelKind, Instant | null | undefined][] = [
    ["freeKey", grants.find(({ source }) => source === "free")?.createdAt],
    ["activated", activatedAt],
    ["paid", bought?.paidAt],
  ];
  const move = (kind: FunnelKind): Bare => ({
    kind,
    at: signedUpAt,
    plan: kind === "paid" && bought ? planOf(bought) : null,
    cents: 0,
    paymentId: kind === "paid" ? (bought?.paymentId ?? null) : null,
  });
  // The sign-up comes last, so a stored sign-up implies that the other steps are stored, too.
  return [...steps.flatMap(([kind, at]) => (at && at < limit ? [move(kind)] : [])), move("signup")];
}

/**
 * A transaction has at most 100 writes. Each move changes its row, its day and the affiliate's day; the entry, the
 * totals and the cohort change once.
 */
const MOVES_AT_ONCE = 25;

/** The next step from the stored moves to the computed ones: all changes, or as many as one transaction can hold. */
export function toward(kept: readonly KeptMove[], whole: readonly KeptMove[]): readonly KeptMove[] {
  const before = new Map(kept.map((move) => [moveName(move), move]));
  const after = new Map(whole.map((move) => [moveName(move), move]));
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !isDeepStrictEqual(before.get(name), after.get(name)),
  );
  if (changed.length <= MOVES_AT_ONCE) return whole;
  const next = new Map(before);
  for (const name of changed.slice(0, MOVES_AT_ONCE)) {
    const move = after.get(name);
    if (move === undefined) next.delete(name);
    else next.set(name, move);
  }
  return [...next.values()].sort(earlierFirst);
}
