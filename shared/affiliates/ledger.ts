import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Cursor, opaqueId } from "../listing.ts";
import { CommissionStatus, Hold, SelfReferral } from "./commission.ts";

/** What took a commission back, in whole or in part: Stripe's refund or dispute. */
const TakenBack = z.object({ id: z.string(), kind: z.enum(["refund", "dispute"]) });

/** A sale, and how each cent of its commission came about. Amounts in cents of US dollars. */
export const LedgerSale = z.object({
  /** The payment's id. */
  id: z.string(),
  buyer_user_id: z.string(),
  /** Null for an account that was deleted. */
  buyer_email: z.nullable(z.string()),
  product: z.enum(["lifetime", "subscription"]),
  paid_at: Instant,
  /** Without tax. */
  base_cents: z.number(),
  rate_basis_points: z.number(),
  earned_cents: z.number(),
  taken_back_cents: z.number(),
  taken_back_by: z.array(TakenBack),
  status: CommissionStatus,
  holds: z.array(Hold),
  self_referral: z.nullable(SelfReferral),
  /** Until then it is on hold: the first daily run after its hold. */
  matures_at: Instant,
  payout_id: z.nullable(z.string()),
});
export type LedgerSale = z.output<typeof LedgerSale>;

export const LedgerBalance = z.object({
  email: z.string(),
  /** Less what is owed after a refund of a paid commission: below zero nothing is paid out. */
  payable_cents: z.number(),
  /** Waiting for the end of the hold, of a dispute or of a suspension. */
  on_hold_cents: z.number(),
  in_payout_cents: z.number(),
  paid_out_cents: z.number(),
  earned_cents: z.number(),
  taken_back_cents: z.number(),
});
export type LedgerBalance = z.output<typeof LedgerBalance>;

/** Latest payment first. Earned minus taken back equals payable, on hold, in payouts and paid out, to the cent. */
export const getLedger = endpoint({
  method: "GET",
  path: "/admin/affiliates/{id}/ledger",
  audience: "operator",
  errors: ["NOT_FOUND"],
  input: z.strictObject({ id: opaqueId("id is required"), cursor: Cursor }),
  output: z.object({
    balance: LedgerBalance,
    rows: z.array(LedgerSale),
    next: z.nullable(z.string()),
  }),
});
