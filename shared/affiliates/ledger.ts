import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Cursor, opaqueId } from "../listing.ts";
import { CommissionStatus, Hold, SelfReferral } from "./commission.ts";

const TakenBack = z.object({ id: z.string(), kind: z.enum(["refund", "dispute"]) });

/** A sale and its commission. Amounts in cents of US dollars. */
export const LedgerSale = z.object({
  id: z.string(),
  buyer_user_id: z.string(),
  /** Null for a deleted account. */
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
  /** When the commission becomes available: at the first daily run after its hold. */
  matures_at: Instant,
  payout_id: z.nullable(z.string()),
});
export type LedgerSale = z.output<typeof LedgerSale>;

export const LedgerBalance = z.object({
  email: z.string(),
  /** Available commissions, minus debts. If the amount is negative, nothing is paid out. */
  payable_cents: z.number(),
  /** Commissions that are in their hold, disputed, or earned by a suspended affiliate. */
  on_hold_cents: z.number(),
  in_payout_cents: z.number(),
  paid_out_cents: z.number(),
  earned_cents: z.number(),
  taken_back_cents: z.number(),
});
export type LedgerBalance = z.output<typeof LedgerBalance>;

/**
 * Lists an affiliate's sales, latest payment first, with the balance and the state of the account at Stripe. Earned
 * minus taken back equals payable + on hold + in payouts + paid out, to the cent.
 */
export const getLedger = endpoint({
  method: "GET",
  path: "/admin/affiliates/{id}/ledger",
  audience: "operator",
  errors: ["NOT_FOUND"],
  input: z.strictObject({ id: opaqueId("id is required"), cursor: Cursor }),
  output: z.object({
    balance: LedgerBalance,
    /** Since the affiliate joined. Excludes bots and repeated clicks of a visitor within an hour. */
    clicks: z.number(),
    /** none: no Stripe account yet · incomplete: Stripe needs more information · ready: can be paid */
    payout_account: z.enum(["none", "incomplete", "ready"]),
    rows: z.array(LedgerSale),
    next: z.nullable(z.string()),
  }),
});
