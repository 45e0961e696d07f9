import * as z from "zod/mini";
import { Country } from "../affiliates/countries.ts";
import { endpoint, FRESH_FOR_MONEY } from "../endpoint.ts";
import { Flag } from "../flag.ts";
import { Instant } from "../instant.ts";
import { MAX_CENTS } from "../numbers.ts";
import { SMALLEST_REQUEST_CENTS } from "./request.ts";
import { PayoutStatus, RequestStatus } from "./states.ts";

const Url = z
  .string("An address of this site is required")
  .check(z.minLength(1, "An address of this site is required"), z.maxLength(2048));

/**
 * Requests a payout. VALIDATION_ERROR below 20.00 or above the available sum. CONFLICT while the affiliate is
 * suspended, the balance is negative or another request is open, before the address is confirmed, and until Stripe can
 * pay the account. A run takes whole commissions, oldest first, until they cover the amount. So the payout can exceed
 * the request by less than the last commission, but it never exceeds the available sum.
 */
export const requestPayout = endpoint({
  method: "POST",
  path: "/api/affiliate/payout-requests",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    amount_cents: z
      .int("An amount in whole cents is required")
      .check(z.minimum(SMALLEST_REQUEST_CENTS, "Minimum payout: $20.00"), z.maximum(MAX_CENTS)),
  }),
  output: z.object({ id: z.string(), status: RequestStatus, requested_at: Instant }),
});

/** The caller's own request, and its payout. */
export const OwnPayout = z.object({
  id: z.string(),
  requested_amount_cents: z.number(),
  requested_at: Instant,
  status: RequestStatus,
  reason: z.nullable(z.string()),
  payout: z.nullable(
    z.object({
      amount_cents: z.number(),
      status: PayoutStatus,
      paid_at: z.nullable(Instant),
      reason: z.nullable(z.string()),
      transfer_id: z.nullable(z.string()),
      /** Reversed by Stripe after the payment, and back in the balance. */
      reversed_cents: z.number(),
    }),
  ),
});
export type OwnPayout = z.output<typeof OwnPayout>;

/** Lists the caller's payout requests and payouts, newest first. */
export const listOwnPayouts = endpoint({
  method: "GET",
  path: "/api/affiliate/payouts",
  audience: "customer",
  input: z.object({ cursor: z.optional(z.string().check(z.maxLength(2048))) }),
  output: z.object({ payouts: z.array(OwnPayout), next: z.nullable(z.string()) }),
});

/** none: no Stripe account yet · incomplete: Stripe needs more information · ready: can be paid */
export const ConnectState = z.enum(["none", "incomplete", "ready"]);
export type ConnectState = z.output<typeof ConnectState>;

/** Returns the state of the caller's Stripe account. `refresh` asks Stripe, for affiliates returning from there. */
export const getConnect = endpoint({
  method: "GET",
  path: "/api/affiliate/connect",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({ refresh: Flag }),
  output: z.object({ state: ConnectState }),
});

/** Returns a link, valid once, to Stripe's page where affiliates enter their identity and bank account. */
export const startOnboarding = endpoint({
  method: "POST",
  path: "/api/affiliate/connect",
  audience: "customer",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND"],
  input: z.object({
    return_url: Url,
    /** Country of the bank account, if the caller has not chosen one. Cannot change once they have a Stripe account. */
    country: z.optional(Country),
  }),
  output: z.object({ url: z.string() }),
});
