import { AppError } from "#shared/errors.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { findPayout } from "../table.ts";

/** @throws NOT_FOUND */
export async function needPayout(id: string): Promise<Payout> {
  const payout = await findPayout(id);
  if (!payout) throw new AppError("NOT_FOUND", "There is no such payout.");
  return payout;
}
