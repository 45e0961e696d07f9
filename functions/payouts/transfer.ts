import { FRESH_FOR_MONEY } from "#shared/accounts/freshSignIn.ts";
import { AppError } from "#shared/errors.ts";
import { transfer } from "#shared/payouts/operator.ts";
import { WriteConflict } from "../platform/dynamo.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { needPayout } from "./changing/needPayout.ts";
import { toPayoutRow } from "./lists/show.ts";
import { transferAsSeen } from "./transfers/attemptTransfer.ts";
import { isAbandoned } from "./transfers/rules.ts";

const TRANSFERABLE = new Set<string>(["approved", "failed", "processing", "reconciling"]);

/** Of two operators one transfers; the other gets a CONFLICT. */
export const handler = http(transfer)(async ({ input, caller, now }) => {
  requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  const before = await needPayout(input.payout_id);
  const conflict = (message: string, cause?: unknown) => new AppError("CONFLICT", message, { cause });
  if (!TRANSFERABLE.has(before.status)) throw conflict(`This payout is ${before.status}.`);
  if (before.status === "processing" && !isAbandoned(before, now))
    throw conflict("This payout is already being transferred.");
  try {
    const ended = await transferAsSeen(before, now, caller.userId);
    if (ended.outcome === "skipped") throw conflict(ended.reason);
    return { ok: true, payout: toPayoutRow(ended.payout) };
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw conflict("Another operator is transferring this payout.", error);
  }
});
