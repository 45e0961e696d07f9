import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { RequestStatus } from "./states.ts";

/** 20.00 US dollars: less is not worth a transfer. */
export const SMALLEST_REQUEST_CENTS = 2000;
export const PAYOUT_CURRENCY = "usd";

/** The stored payout request. Its payout gets the same id. */
export const PayoutRequest = z.object({
  id: z.string(),
  affiliateId: z.string(),
  /** The address when it was requested, for the operator's list. */
  email: z.string(),
  requestedCents: z.number(),
  status: RequestStatus,
  requestedAt: Instant,
  decidedAt: z.nullable(Instant),
  /** Why it was rejected. The affiliate reads it. */
  reason: z.nullable(z.string()),
  /** Whether a run made a payout from the request. */
  isCalculated: z.boolean(),
});
export type PayoutRequest = z.output<typeof PayoutRequest>;
