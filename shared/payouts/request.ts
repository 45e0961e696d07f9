import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { RequestStatus } from "./states.ts";

/** 20.00 usd: less is not worth a transfer. */
export const SMALLEST_REQUEST_CENTS = 2000;
export const PAYOUT_CURRENCY = "usd";

/** What a payout was asked for, as its row is kept. Its id is also the id of the payout that it becomes. */
export const PayoutRequest = z.object({
  id: z.string(),
  affiliateId: z.string(),
  /** The address at the time of asking, for the operator's list. */
  email: z.string(),
  requestedCents: z.number(),
  status: RequestStatus,
  requestedAt: Instant,
  decidedAt: z.nullable(Instant),
  /** Why it was rejected: the affiliate reads it. */
  reason: z.nullable(z.string()),
  /** Whether a run has made a payout of it. */
  isCalculated: z.boolean(),
});
export type PayoutRequest = z.output<typeof PayoutRequest>;
