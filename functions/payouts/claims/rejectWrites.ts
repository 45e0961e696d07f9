import type { PayoutRequest } from "#shared/payouts/request.ts";
import type { Write } from "../../platform/dynamo.ts";
import { decideRequest } from "../rules.ts";
import { replaceRequest } from "../table.ts";

/** For the transaction that cancels a payout: rejects its pending request. */
export function rejectWrites(request: PayoutRequest | undefined, reason: string, now: Date): Write[] {
  if (request?.status !== "pending") return [];
  return replaceRequest(request, decideRequest(request, "rejected", reason, now));
}
