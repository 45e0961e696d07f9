import * as z from "zod/mini";
import { CommissionStatus } from "../affiliates/commission.ts";
import { GrantView } from "../customers/userRow.ts";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { CustomerEvent } from "../payments/openEvents.ts";
import { Payment, PaymentId } from "../payments/payment.ts";
import { PayoutStatus } from "../payouts/states.ts";

export const MAX_SAME_CARD = 20;

/** A refund or a dispute of the payment, as Stripe shows it. */
const Part = z.object({ id: z.string(), amount_cents: z.int(), status: z.string(), created_at: Instant });

/**
 * Returns everything about one payment, for one page. A field is null if the payment has no such thing. `customer` is
 * also null if nothing at Stripe names the customer.
 */
export const getPayment = endpoint({
  method: "GET",
  path: "/api/admin/payments/{paymentId}",
  audience: "operator",
  shows: ["accounts", "affiliates", "billing", "licenses", "payouts"],
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.strictObject({ paymentId: PaymentId }),
  output: z.object({
    payment: Payment,
    /** Earlier payments that were partly credited to this one. */
    earlier: z.array(Payment),
    /** `email` is null for a deleted account. */
    customer: z.nullable(
      z.object({
        id: z.string(),
        email: z.nullable(z.string()),
        is_suspended: z.boolean(),
        stripe_customer_id: z.nullable(z.string()),
      }),
    ),
    tax_cents: z.nullable(z.int()),
    /** Stripe's fee, in the currency of our account. */
    fee: z.nullable(z.object({ cents: z.int(), currency: z.string() })),
    /** The payment method, also of a failed payment; `country` is the card's. */
    method: z.nullable(
      z.object({ name: z.string(), last4: z.nullable(z.string()), country: z.nullable(z.string()) }),
    ),
    /** Other accounts that paid with the same card, at most MAX_SAME_CARD. */
    same_card: z.optional(z.array(z.object({ id: z.string(), email: z.string() }))),
    charge_id: z.nullable(z.string()),
    session_id: z.nullable(z.string()),
    subscription_id: z.nullable(z.string()),
    /** `number` is null for a draft. */
    invoice: z.nullable(z.object({ id: z.string(), number: z.nullable(z.string()) })),
    refunds: z.array(Part),
    disputes: z.array(Part),
    license: z.nullable(GrantView),
    commission: z.nullable(
      z.object({
        affiliate_id: z.string(),
        email: z.nullable(z.string()),
        earned_cents: z.int(),
        /** How much of it was taken back. */
        back_cents: z.int(),
        /** The part of `back_cents` from after the payout took the commission; negative if money was given back. */
        late_cents: z.optional(z.int()),
        status: CommissionStatus,
        payout: z.nullable(z.object({ id: z.string(), status: PayoutStatus })),
      }),
    ),
    /** Whether Stripe's event of the payment is in our tables. Before that, `commission` is null. */
    is_booked: z.optional(z.boolean()),
    /** The customer's Stripe events, as on the customer's page. */
    events: z.array(CustomerEvent),
    livemode: z.boolean(),
    asOf: Instant,
  }),
});
