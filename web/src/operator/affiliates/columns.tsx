import type { ReactElement } from "react";
import { NO_ADDRESS } from "#shared/affiliates/affiliate.ts";
import type { AffiliateRow } from "#shared/affiliates/operator.ts";
import { Chip } from "../../ui/Chip.tsx";
import { ago, count, day, money, percent } from "../../ui/format.ts";
import { columnsOf, mono } from "../kit/columnsOf.tsx";
import type { Column } from "../kit/DataTable.tsx";

export function AffiliateState({ isActive }: { isActive: boolean }): ReactElement {
  return (
    <Chip dot tone={isActive ? "good" : "bad"}>
      {isActive ? "active" : "suspended"}
    </Chip>
  );
}

const column = columnsOf<AffiliateRow>();

export const COLUMNS: readonly Column<AffiliateRow>[] = [
  column("email", "Affiliate", {
    grow: true,
    show: (email) => (email === NO_ADDRESS ? "Deleted account" : email),
  }),
  column("referral_code", "Code", { from: "md", show: mono }),
  column("total_referrals", "Referrals", { end: true, from: "lg", show: count }),
  column("total_earnings_cents", "Earned", { end: true, from: "md", show: money }),
  column("pending_payout_cents", "Pending payout", { end: true, sort: "pending_payout_cents", show: money }),
  column("last_payout_at", "Last payout", { from: "xl", show: ago }),
  column("commission_rate", "Rate", { end: true, from: "xl", show: (rate) => percent(rate * 10_000) }),
  column("created_at", "Joined", { from: "xl", sort: "created_at", show: day }),
  column("is_active", "State", { show: (isActive) => <AffiliateState isActive={isActive} /> }),
];
