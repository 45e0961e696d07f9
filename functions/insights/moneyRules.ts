import { type Affiliate, NO_ADDRESS } from "#shared/affiliates/affiliate.ts";
import type { Commission } from "#shared/affiliates/commission.ts";
import { type Instant, utcDay } from "#shared/instant.ts";
import type { PaymentFacts } from "#shared/payments/paymentFacts.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { type Entry, foldEmail, happened, nameOfCents, onDay, type Sum, total } from "../directory/index.ts";
import { broughtSum } from "./growth/broughtRules.ts";
import { keptOf } from "./growth/rules.ts";

type Earned = Pick<
  Commission,
  "affiliateId" | "id" | "paidAt" | "earnedCents" | "reversedCents" | "debtCents" | "status"
>;

export function commissionEntry(commission: Earned): Entry {
  const { affiliateId, id, paidAt, earnedCents, reversedCents, debtCents, status } = commission;
  const amount = status === "void" ? 0 : earnedCents - reversedCents - debtCents;
  const brought = broughtSum("commission", { affiliateId, at: paidAt, amount });
  return {
    id: `commission#${id}`,
    sums: amount === 0 ? [] : [...onDay("commissionCents", paidAt, amount), brought],
  };
}

/** A payment without tax, minus refunds and lost disputes. */
export function revenueOf({ paid, refunds, disputes }: PaymentFacts): number {
  if (paid === undefined || paid.amountCents <= 0) return 0;
  const back = [
    ...refunds.filter(({ counts }) => counts),
    ...disputes.filter(({ state }) => state === "lost"),
  ].reduce((sum, { amountCents }) => sum + amountCents, 0);
  return keptOf(paid, back);
}

function spentSums(what: "payout" | "fee", at: Instant, cents: number): Sum[] {
  const on = { day: utcDay(new Date(at)), part: "growth" } as const;
  return [
    { figure: `count:${what}`, amount: 1, ...on },
    { figure: `cents:${what}`, amount: cents, ...on },
  ];
}

/** Counts revenue and Stripe's fee on the day of the payment. A later refund lowers that day's revenue. */
export function paymentEntry(id: string, facts: PaymentFacts): Entry {
  const cents = revenueOf(facts);
  const { paid } = facts;
  const at = paid?.paidAt;
  const fee = paid?.feeCents;
  return {
    id: `payment#${id}`,
    ...(paid === undefined || paid.amountCents <= 0
      ? {}
      : {
          recent: happened("purchase", `payment#${id}`, paid.paidAt, paid.userId, {
            cents: paid.amountCents,
            currency: paid.currency,
          }),
        }),
    sums: [
      ...(at === undefined || cents === 0 ? [] : onDay("revenueCents", at, cents)),
      ...(at === undefined || fee === undefined ? [] : spentSums("fee", at, fee)),
    ],
  };
}

type Partner = Pick<Affiliate, "affiliateId" | "status" | "joinedAt" | "listOwedCents">;

export function affiliateEntry({ affiliateId, status, joinedAt, listOwedCents = 0 }: Partner): Entry {
  const id = `affiliate#${affiliateId}`;
  return {
    id,
    list: "affiliates",
    shelf: `affiliates/${status}`,
    name: nameOfCents(listOwedCents),
    row: { id: affiliateId },
    recent: happened("partner", id, joinedAt, affiliateId),
    sums: status === "active" ? [total("affiliateMembers")] : [],
  };
}

/** Lists the payout by amount and address, and under Recent. Growth counts what was not reversed. */
export function payoutEntry(payout: Payout): Entry {
  const { id, affiliateId, email, status, transferredAt, amountCents, reversedCents } = payout;
  const money = { cents: amountCents, currency: "usd" };
  const entry: Omit<Entry, "sums"> = {
    id: `payout#${id}`,
    list: "payouts",
    shelf: `payouts/${status}`,
    name: nameOfCents(amountCents),
    words: email === NO_ADDRESS ? [] : [foldEmail(email)],
    row: { id },
  };
  if (transferredAt === null) return { ...entry, sums: [] };
  return {
    ...entry,
    recent: happened("payout", entry.id, transferredAt, affiliateId, money),
    sums: spentSums("payout", transferredAt, amountCents - reversedCents),
  };
}
