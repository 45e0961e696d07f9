import type { LedgerRow } from "#shared/affiliates/commission.ts";
import { inMoney } from "#shared/words.ts";
import { listClaimable } from "../../affiliates/index.ts";
import { centsOf, planClaim } from "./rules.ts";

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

export function whySkipped(status: string | undefined, cents: number): string | null {
  if (status === undefined) return "There is no such affiliate.";
  if (status === "suspended") return "The affiliate is suspended.";
  if (cents > 0) return null;
  return cents < 0
    ? `The balance is ${inMoney(cents)}, because more was taken back than earned.`
    : "Nothing is available to pay out.";
}
