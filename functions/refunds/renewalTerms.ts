import { fromEpochSeconds } from "#shared/instant.ts";
import { fewVideos, RENEWAL_REFUND_DAYS } from "#shared/refunds/refunds.ts";
import { deadline } from "#shared/words.ts";
import { endsAt } from "./guarantee/rules.ts";
import { readLimits } from "./limitTable.ts";

/** The refund that the receipt of a yearly renewal promises; empty unless the operator refunds renewals. */
export async function renewalTerms(renewedAt: number): Promise<Record<string, string>> {
  const { renewal_videos: max } = await readLimits();
  if (max === null) return {};
  const until = endsAt(fromEpochSeconds(renewedAt), RENEWAL_REFUND_DAYS);
  return { videos: fewVideos(max), refundUntil: deadline(until) };
}
