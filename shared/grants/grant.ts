import * as z from "zod/mini";
import { DAY, Instant } from "../instant.ts";
import { Entitlement, GrantSource } from "../licenses/standing.ts";
import { Subscription } from "../subscriptions/subscription.ts";

/**
 * A refund or dispute of a payment, as last read from Stripe. Stored by payment, so that the end of one dispute does
 * not lift a suspension that another payment caused.
 */
export const Trouble = z.object({
  paymentIntentId: z.string(),
  /** The invoice of the payment; null for a lifetime license. */
  invoiceId: z.nullable(z.string()),
  /** Refunded in full. A partial refund changes nothing. */
  refunded: z.boolean(),
  /** The operator refunded it as a gift: the customer keeps what they bought. */
  isGift: z._default(z.boolean(), false),
  /** Refunded under the 30-day guarantee, which ends the subscription whatever was paid later. */
  isGuarantee: z.optional(z.boolean()),
  dispute: z.nullable(z.enum(["open", "lost"])),
});
export type Trouble = z.output<typeof Trouble>;

/**
 * An entitlement of a customer and its source. One grant per source, named after it: `sub:<subscription>`,
 * `life:<payment intent>`, `team:<seat>`, `manual:<id>`, `free`. Grants are independent of each other, except that the
 * grants of a team's members follow the buyer's.
 */
export const Grant = z.object({
  userId: z.string(),
  id: z.string(),
  source: GrantSource,
  entitlement: Entitlement,
  licenseKey: z.string(),
  /** The ended grant that had this key before; null for a new key, and on rows from before 2026-11-23. */
  revives: z._default(z.nullable(z.string()), null),
  /** As last read from Stripe; only for `sub:` grants. */
  subscription: z.nullable(Subscription),
  /** The last paid invoice. A refund or dispute of an earlier invoice does not change `entitlement`. */
  latestInvoiceId: z.nullable(z.string()),
  /** Why we ended the subscription; null while it runs, and if we did not end it. */
  endedFor: z._default(z.nullable(z.enum(["refund", "dispute"])), null),
  /** When Stripe ended the subscription; null while it runs, and on rows from before 2026-11-25. */
  endedAt: z._default(z.nullable(Instant), null),
  troubles: z.array(Trouble),
  /** For the free grant: its key has a trial, which a purchase ends. */
  hasTrial: z.optional(z.boolean()),
  /** For a seat in someone else's team: who pays for it, and when the seat was lost. */
  team: z.optional(z.object({ ownerId: z.string(), removedAt: z.optional(Instant) })),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number(),
});
export type Grant = z.output<typeof Grant>;

export const FREE_GRANT_ID = "free";

/** After an account is deleted, its mailbox gets no second free key for this long. */
export const FREE_KEY_REMEMBERED = 365 * DAY;
export const subscriptionGrantId = (subscriptionId: string) => `sub:${subscriptionId}`;
export const teamGrantId = (seatId: string) => `team:${seatId}`;
export const manualGrantId = (id: string) => `manual:${id}`;
export const lifetimeGrantId = (paymentIntentId: string) => `life:${paymentIntentId}`;
