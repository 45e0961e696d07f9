import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import type { Balance } from "./commission.ts";

/** An affiliate's figures in the operator's list, stored on the affiliate's row. */
export const Listed = z.object({
  listReferrals: z._default(z.int(), 0),
  listEarnedCents: z._default(z.int(), 0),
  listOwedCents: z._default(z.int(), 0),
  listPaidAt: z._default(z.nullable(Instant), null),
});
export type Listed = z.output<typeof Listed>;

export const listedOf = (balance: Balance) => ({
  listEarnedCents: balance.earnedCents - balance.reversedCents,
  listOwedCents: balance.pendingCents + balance.availableCents + balance.heldCents + balance.inPayoutCents,
});
