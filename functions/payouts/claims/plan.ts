import type { LedgerRow } from "#shared/affiliates/commission.ts";
import type { PayoutRequest } from "#shared/payouts/request.ts";
import { inMoney } from "#shared/words.ts";
import { getAffiliate } from "../../affiliates/table.ts";
import { listClaimable } from "../../affiliates/tables/claims.ts";
import { centsOf, planClaim } from "./rules.ts";

/** All rows of an affiliate that a payout of so much would take; no more pages than that needs are read. */
export async function readClaim(
  affiliateId: string,
  targetCents: number,
): Promise<{ rows: LedgerRow[]; cents: number }> {
  const seen: LedgerRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await listClaimable(affiliateId, cursor);
    seen.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && centsOf(seen) < targetCents);
  return planClaim(seen, targetCents);
}

export type Plan = { rows: LedgerRow[]; cents: number; skipped: string | null };

/** What a payout of this request would be now, or why there would be none. */
export async function planRequest(request: PayoutRequest): Promise<Plan> {
  const [affiliate, claim] = await Promise.all([
    getAffiliate(request.affiliateId),
    readClaim(request.affiliateId, request.requestedCents),
  ]);
  return { ...claim, skipped: whySkipped(affiliate?.status, claim.cents) };
}

function whySkipped(status: string | undefined, cents: number): string | null {
  if (status === undefined) return "There is no such affiliate.";
  if (status === "suspended") return "The affiliate is suspended.";
  if (cents > 0) return null;
  return cents < 0
    ? `The balance is ${inMoney(cents)}: more was taken back than was earned since.`
    : "Nothing is available to pay out.";
}
