import type { ReactElement } from "react";
import { NO_ADDRESS } from "#shared/affiliates/affiliate.ts";
import type { AffiliateRow } from "#shared/affiliates/operator.ts";
import { Chip } from "../../ui/Chip.tsx";
import { ago, count, day, money, percent } from "../../ui/format.ts";
import type { Column } from "../kit/DataTable.tsx";

export function AffiliateState({ isActive }: { isActive: boolean }): ReactElement {
  return (
    <Chip dot tone={isActive ? "good" : "bad"}>
      {isActive ? "active" : "suspended"}
    </Chip>
  );
}

export const COLUMNS: readonly Column<AffiliateRow>[] = [
  {
    id: "email",
    head: "Affiliate",
    grow: true,
    cell: ({ email }) => (email === NO_ADDRESS ? "Deleted account" : email),
    csv: ({ email }) => email,
  },
  {
    id: "referral_code",
    head: "Code",
    from: "md",
    cell: ({ referral_code }) => <code className="font-mono text-xs">{referral_code}</code>,
    csv: ({ referral_code }) => referral_code,
  },
  {
    id: "total_referrals",
    head: "Referrals",
    end: true,
    from: "lg",
    cell: ({ total_referrals }) => count(total_referrals),
    csv: ({ total_referrals }) => total_referrals,
  },
  {
    id: "total_earnings_cents",
    head: "Earned",
    end: true,
    from: "md",
    cell: ({ total_earnings_cents }) => money(total_earnings_cents),
    csv: ({ total_earnings_cents }) => total_earnings_cents,
  },
  {
    id: "pending_payout_cents",
    head: "Pending payout",
    end: true,
    sort: "pending_payout_cents",
    cell: ({ pending_payout_cents }) => money(pending_payout_cents),
    csv: ({ pending_payout_cents }) => pending_payout_cents,
  },
  {
    id: "last_payout_at",
    head: "Last payout",
    from: "xl",
    cell: ({ last_payout_at }) => (last_payout_at === null ? "—" : ago(last_payout_at)),
    csv: ({ last_payout_at }) => last_payout_at,
  },
  {
    id: "commission_rate",
    head: "Rate",
    end: true,
    from: "xl",
    cell: ({ commission_rate }) => percent(commission_rate * 10_000),
    csv: ({ commission_rate }) => commission_rate,
  },
  {
    id: "created_at",
    head: "Joined",
    from: "xl",
    sort: "created_at",
    cell: ({ created_at }) => day(created_at),
    csv: ({ created_at }) => created_at,
  },
  {
    id: "is_active",
    head: "State",
    cell: ({ is_active }) => <AffiliateState isActive={is_active} />,
    csv: ({ is_active }) => is_active,
  },
];
