import * as z from "zod/mini";
import { CommissionStatus } from "../affiliates/commission.ts";
import { GrantView } from "../customers/userRow.ts";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { CustomerEvent } from "../payments/openEvents.ts";
import { Payment, PaymentId } from "../payments/payment.ts";
import { PayoutStatus } from "../payouts/states.ts";

/** What went back, or what a bank asks about it, as Stripe shows it. */
const Part = z.object({ id: z.string(), amount_cents: z.int(), status: z.string(), created_at: Instant });

/**
 * Everything about one payment, for one page. Null is what it does not have, and of the customer one whom nothing at
 * Stripe names.
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
    /** Earlier payments of which a part came off this one. */
    earlier: z.array(Payment),
    /** `email` is null of a deleted account. */
    customer: z.nullable(
      z.object({
        id: z.string(),
        email: z.nullable(z.string()),
        is_suspended: z.boolean(),
        stripe_customer_id: z.nullable(z.string()),
      }),
    ),
    tax_cents: z.nullable(z.int()),
    /** Stripe's, in the currency of our account. */
    fee: z.nullable(z.object({ cents: z.int(), currency: z.string() })),
    /** How it was paid or tried; `country` is the card's. */
    method: z.nullable(
      z.object({ name: z.string(), last4: z.nullable(z.string()), country: z.nullable(z.string()) }),
    ),
    charge_id: z.nullable(z.string()),
    session_id: z.nullable(z.string()),
    subscription_id: z.nullable(z.string()),
    /** `number` is null of a draft. */
    invoice: z.nullable(z.object({ id: z.string(), number: z.nullable(z.string()) })),
    refunds: z.array(Part),
    disputes: z.array(Part),
    license: z.nullable(GrantView),
    commission: z.nullable(
      z.object({
        affiliate_id: z.string(),
        email: z.nullable(z.string()),
        earned_cents: z.int(),
        /** Taken back since. */
        back_cents: z.int(),
        status: CommissionStatus,
        payout: z.nullable(z.object({ id: z.string(), status: PayoutStatus })),
      }),
    ),
    /** What Stripe told of the customer, as on their page. */
    events: z.array(CustomerEvent),
    livemode: z.boolean(),
    asOf: Instant,
  }),
});
