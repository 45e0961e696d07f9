import { createHash } from "node:crypto";
import { type Commission, HOLD_DAYS } from "#shared/affiliates/commission.ts";
import { DAY } from "#shared/instant.ts";
import type { PaidFact } from "#shared/payments/paymentFacts.ts";
import { SHARED_CARD } from "#shared/security/alert.ts";
import type { Signal } from "#shared/security/signal.ts";
import { readPayment } from "../../payments/index.ts";
import { retryOnConflict, transact, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { getAffiliate, getAttribution, onlyWhileStatusIs } from "../../referrals/index.ts";
import { readTeam } from "../../subscriptions/index.ts";
import { findUser, findUsers } from "../../users/index.ts";
import { commissionsSince } from "../ledger/commissionsTable.ts";
import { changeWrites, commissionsOf, findCommission, getBalance, suspendWrites } from "../ledger/table.ts";
import { broughtBy, decideCommission, type Ties } from "./rules.ts";
import { type CardUse, findEarner, findSubscriptionEarner, keepEarner, noteCard } from "./table.ts";

/** Recomputes a payment's commission from its facts. Idempotent; the order of the facts does not matter. */
export async function updateCommission(paymentId: string, now: Date): Promise<void> {
  const settled = await settleCommission(paymentId, now);
  if (!settled) return;
  const { paid, uses } = settled;
  await tellOfSharedCard(paid, uses);
  // Customers whom this buyer referred may have paid with the same card. Checks those payments again.
  for (const use of uses) {
    if (use.userId === paid.userId) continue;
    if ((await earnerOf(use))?.affiliateId === paid.userId) await settleCommission(use.paymentId, now);
  }
}

const MAX_ACCOUNTS_CHECKED = 20;

/**
 * Reports a customer's first payment with a card that also paid for another account, if both accounts have confirmed
 * their addresses and the addresses differ.
 * Families share cards, and some people have several accounts. The payment is therefore not refused
 * (docs/decisions/who-may-hold-a-unit-of-the-limited-offer.md).
 */
async function tellOfSharedCard(
  { userId, cardHash, paidAt }: PaidFact,
  uses: readonly CardUse[],
): Promise<void> {
  if (cardHash === null || uses.filter((use) => use.userId === userId).length > 1) return;
  const ids = [...new Set(uses.map((use) => use.userId))];
  const others = ids.filter((id) => id !== userId).slice(0, MAX_ACCOUNTS_CHECKED);
  const people = (await findUsers([userId, ...others])).filter((user) => user.emailConfirmed);
  const payer = people.find((user) => user.userId === userId);
  const other = people.find((user) => user.normalisedEmail !== payer?.normalisedEmail);
  if (payer === undefined || other === undefined) return;
  const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");
  const signals = [payer, other].map(
    (user): Signal => ({
      kind: "finding",
      finding: {
        id: `card:${hashOf(`${cardHash}:${user.userId}`)}`,
        userId: user.userId,
        at: paidAt,
        type: "shared_card",
        description: "One card paid for accounts with different confirmed addresses.",
        // The card's hash links the accounts' alerts. Account ids would stay here after the accounts are deleted.
        metadata: { accounts: ids.length, [SHARED_CARD]: hashOf(cardHash).slice(0, 16) },
      },
    }),
  );
  await enqueue(env("SECURITY_QUEUE_URL"), signals);
}

async function earnerOf({ userId, paymentId }: { userId: string; paymentId: string }) {
  return (await findEarner(paymentId)) ?? (await getAttribution(userId));
}

type Settled = { paid: PaidFact; uses: readonly CardUse[] };

function settleCommission(paymentId: string, now: Date): Promise<Settled | undefined> {
  return retryOnConflict(async () => {
    // Reads the commission before the payment's facts: a writer with outdated facts then fails and retries.
    const kept = await findEarner(paymentId);
    const before = kept && (await findCommission(kept.affiliateId, paymentId));
    const facts = await readPayment(paymentId);
    const { paid } = facts;
    if (!paid) return undefined;
    const settled = { paid, uses: await noteCard(paid) };
    const earner =
      kept ?? broughtBy(paid, await findSubscriptionEarner(paid), await getAttribution(paid.userId));
    const affiliate = earner && (await getAffiliate(earner.affiliateId));
    if (!earner || !affiliate) return settled;
    const { affiliateId, status } = affiliate;
    const decision = decideCommission(
      before,
      paid,
      facts,
      {
        affiliate,
        rateBasisPoints: earner.rateBasisPoints,
        ties: await tiesOf(settled, affiliateId),
        hasEarned: before !== undefined || (await hasEarned(affiliateId)),
      },
      now,
    );
    if (!decision) return settled;
    const writes = [
      ...(kept ? [] : keepEarner(paid, earner)),
      ...changeWrites(affiliateId, decision.changes, decision.entries),
    ];
    await transact(onlyWhileStatusIs(affiliateId, status, writes));
    return settled;
  });
}

async function hasEarned(affiliateId: string): Promise<boolean> {
  const { earnedCents, reversedCents } = await getBalance(affiliateId);
  return earnedCents > reversedCents;
}

async function tiesOf({ paid, uses }: Settled, affiliateId: string): Promise<Ties> {
  return {
    normalisedEmail: (await findUser(paid.userId))?.normalisedEmail,
    cardUsers: uses.map(({ userId }) => userId),
    team: await seatsOfBoth(paid.userId, affiliateId),
  };
}

async function seatsOfBoth(...owners: string[]): Promise<string[]> {
  const teams = await Promise.all(owners.map(readTeam));
  return teams.flatMap(({ members }) => members.flatMap(({ userId }) => userId ?? []));
}

/** Voids commissions that a new team member and the owner earned from each other, unless their hold is over. */
export async function updateTeamCommissions(member: string, owner: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - HOLD_DAYS.lifetime * DAY).toISOString();
  for (const [affiliateId, buyer] of [
    [member, owner],
    [owner, member],
  ] as const)
    for await (const page of commissionsSince(affiliateId, since))
      for (const { id, buyerUserId } of page) if (buyerUserId === buyer) await settleCommission(id, now);
}

/** Holds an affiliate's commissions after a suspension and releases them when the suspension ends. Idempotent. */
export async function followStatus(affiliateId: string, now: Date): Promise<void> {
  for await (const page of commissionsOf(affiliateId))
    for (const commission of page) if (commission.status !== "paid") await hold(commission, now);
}

function hold(given: Commission, now: Date): Promise<void> {
  const { affiliateId, id } = given;
  return retryOnConflict(async (isFirst) => {
    const affiliate = await getAffiliate(affiliateId);
    const commission = isFirst ? given : await findCommission(affiliateId, id);
    if (!affiliate || !commission) return;
    const writes: Write[] = suspendWrites(commission, affiliate.status === "suspended", now);
    if (writes.length > 0) await transact(onlyWhileStatusIs(affiliateId, affiliate.status, writes));
  });
}
