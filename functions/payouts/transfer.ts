import { AppError } from "#shared/errors.ts";
import { transfer } from "#shared/payouts/operator.ts";
import { http } from "../http/index.ts";
import { WriteConflict } from "../platform/dynamo.ts";
import { readKnown } from "./knownTable.ts";
import { toPayoutRow } from "./lists/show.ts";
import { transferAsSeen } from "./transfers/attemptTransfer.ts";
import { isAbandoned } from "./transfers/rules.ts";

const TRANSFERABLE = new Set<string>(["approved", "failed", "processing", "reconciling"]);

/** If two operators transfer at the same time, one gets a CONFLICT. */
export const handler = http(transfer)(async ({ input, caller, now }) => {
  const known = await readKnown(input.payout_id, null);
  const before = known.payout;
  if (!before) throw new AppError("NOT_FOUND", "There is no such payout.");
  const conflict = (message: string, cause?: unknown) => new AppError("CONFLICT", message, { cause });
  if (!TRANSFERABLE.has(before.status)) throw conflict(`This payout is ${before.status}.`);
  if (before.status === "processing" && !isAbandoned(before, now))
    throw conflict("This payout is being transferred right now. Try again in a minute.");
  try {
    const ended = await transferAsSeen(known, now, { operator: caller.userId });
    if (ended.outcome === "skipped") throw conflict(ended.reason);
    return { ok: true, payout: toPayoutRow(ended.payout) };
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw conflict("This payout was changed at the same time. Reload the page and try again.", error);
  }
});
