import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Cursor } from "../listing.ts";
import { Day } from "./growth.ts";

/**
 * A line of our balance at Stripe. Amounts are integer cents of its currency, and negative if money left. A field is
 * null if the line has no such value.
 */
export const Movement = z.object({
  id: z.string(),
  at: Instant,
  /** other: a transfer to our bank, or a fee that belongs to no payment */
  kind: z.enum(["payment", "refund", "dispute", "payout", "other"]),
  amount_cents: z.int(),
  fee_cents: z.int(),
  /** The amount minus Stripe's fee. The sum over a month is the change of the balance. */
  net_cents: z.int(),
  currency: z.string(),
  /** The part of the amount that is tax. */
  tax_cents: z.nullable(z.int()),
  /** The country of the buyer's billing address, or else of the card. */
  country: z.nullable(z.string()),
  /** The invoice's number. */
  invoice: z.nullable(z.string()),
  payment_id: z.nullable(z.string()),
  /** The paid affiliate's address. */
  email: z.nullable(z.string()),
  payout_id: z.nullable(z.string()),
  transfer_id: z.nullable(z.string()),
  /** Stripe's words. */
  description: z.nullable(z.string()),
});
export type Movement = z.output<typeof Movement>;

/** Lists the movements of our balance at Stripe on one UTC day, newest first, for the books. */
export const listMovements = endpoint({
  method: "GET",
  path: "/api/admin/balance/{day}",
  audience: "operator",
  shows: ["billing", "payouts"],
  input: z.strictObject({ day: Day, cursor: Cursor }),
  output: z.object({ rows: z.array(Movement), next: z.nullable(z.string()) }),
});
