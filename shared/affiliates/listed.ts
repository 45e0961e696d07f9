import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import type { Balance } from "./commission.ts";

/** What the operator's list shows of an affiliate's ledger and traffic, as their row keeps it. */
export const Listed = z.object({
  /** Missing in a row that no migration has reached yet: the list then reads the ledger and the traffic. */
  listKept: z._default(z.boolean(), false),
  listReferrals: z._default(z.int(), 0),
  listEarnedCents: z._default(z.int(), 0),
  listOwedCents: z._default(z.int(), 0),
  listPaidAt: z._default(z.nullable(Instant), null),
});
export type Listed = z.output<typeof Listed>;

/** What was earned and not taken back, and what is still to be paid. */
export const listedOf = (balance: Balance) => ({
  listEarnedCents: balance.earnedCents - balance.reversedCents,
  listOwedCents: balance.pendingCents + balance.availableCents + balance.heldCents + balance.inPayoutCents,
});
