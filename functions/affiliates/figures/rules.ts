import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import { toCommissionRate } from "#shared/affiliates/affiliate.ts";
import type { Balance } from "#shared/affiliates/commission.ts";
import { type AffiliateView, type BuyerDiscount, DAYS_SHOWN } from "#shared/affiliates/customer.ts";
import { DAY, utcDay } from "#shared/instant.ts";
import type { Destination } from "#shared/referrals/destination.ts";
import { LANDING } from "../../referrals/index.ts";

type Counts = { clicks: number; conversions: number; referrals: number };
type Seen = {
  affiliate: Affiliate;
  figures: {
    total: Counts;
    days: ReadonlyMap<string, Counts>;
    destinations: ReadonlyMap<string, Counts>;
  };
  balance: Balance;
  nextAvailableAt: string | null;
  destinations: readonly Destination[];
  emailConfirmed: boolean;
  buyerDiscount: (Omit<BuyerDiscount, "url"> & { link: string }) | null;
  siteUrl: string;
};

export function daysShown(now: Date): string[] {
  return Array.from({ length: DAYS_SHOWN }, (_, index) =>
    utcDay(new Date(now.getTime() - (DAYS_SHOWN - 1 - index) * DAY)),
  );
}

export const linkOf = (siteUrl: string, code: string, destinationId: string | null): string =>
  destinationId === null ? `${siteUrl}/r/${code}` : `${siteUrl}/r/${code}/${destinationId}`;

export function toView(seen: Seen, now: Date): AffiliateView {
  const { affiliate, figures, balance, siteUrl } = seen;
  const { referralCode } = affiliate;
  const clicksTo = (id: string) => figures.destinations.get(id)?.clicks ?? 0;
  return {
    referral_code: referralCode,
    is_active: affiliate.status === "active",
    commission_rate: toCommissionRate(affiliate.rateBasisPoints),
    joined_at: affiliate.joinedAt,
    links: [
      {
        destination_id: null,
        name: "Landing page",
        url: linkOf(siteUrl, referralCode, null),
        leads_to: `${siteUrl}/`,
        clicks: clicksTo(LANDING),
      },
      ...seen.destinations
        .filter(({ is_active }) => is_active)
        .map(({ id, name, url }) => ({
          destination_id: id,
          name,
          url: linkOf(siteUrl, referralCode, id),
          leads_to: url,
          clicks: clicksTo(id),
        })),
    ],
    clicks: figures.total.clicks,
    referrals: figures.total.referrals,
    conversions: figures.total.conversions,
    balance: {
      earned_cents: balance.earnedCents,
      pending_cents: balance.pendingCents,
      held_cents: balance.heldCents,
      available_cents: balance.availableCents,
      in_payout_cents: balance.inPayoutCents,
      paid_cents: balance.paidOutCents,
      reversed_cents: balance.reversedCents,
      next_available_at: seen.nextAvailableAt,
    },
    buyer_discount: shownDiscount(seen),
    days: daysShown(now).map((day) => {
      const counted = figures.days.get(day);
      return { day, clicks: counted?.clicks ?? 0, conversions: counted?.conversions ?? 0 };
    }),
    payout_account: {
      connected: affiliate.stripeAccountId !== undefined,
      payouts_enabled: affiliate.payoutsEnabled,
    },
    country: affiliate.country ?? null,
    email_confirmed: seen.emailConfirmed,
  };
}

function shownDiscount({ buyerDiscount, siteUrl }: Seen): BuyerDiscount | null {
  if (buyerDiscount === null) return null;
  const { link, ...terms } = buyerDiscount;
  return { ...terms, url: `${siteUrl}${link}` };
}
