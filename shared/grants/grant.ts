import * as z from "zod/mini";
import { DAY, Instant } from "../instant.ts";
import { Entitlement, GrantSource } from "../licenses/standing.ts";
import { Subscription } from "../subscriptions/subscription.ts";

/**
 * A payment that was given back or is disputed, as Stripe last showed it. Kept by payment, so that what is
 * decided about one lifts nothing that another has caused.
 */
export const Trouble = z.object({
  paymentIntentId: z.string(),
  /** The invoice that it paid; null for a lifetime license. */
  invoiceId: z.nullable(z.string()),
  /** Given back in full; a part changes nothing. */
  refunded: z.boolean(),
  /** It was given back as a gift: the operator chose that what it bought stays. */
  isGift: z._default(z.boolean(), false),
  /** It was given back by the 30-day guarantee, which ends the subscription whatever was paid later. */
  isGuarantee: z.optional(z.boolean()),
  dispute: z.nullable(z.enum(["open", "lost"])),
});
export type Trouble = z.output<typeof Trouble>;

/**
 * What a customer is entitled to, and why. One grant per source, named by it: `sub:<subscription>`,
 * `life:<payment intent>`, `team:<seat>`, `manual:<id>`, `free`; so the end of one never touches another.
 */
export const Grant = z.object({
  userId: z.string(),
  id: z.string(),
  source: GrantSource,
  entitlement: Entitlement,
  licenseKey: z.string(),
  /** The grant that had the key before it was over; null where the key was new, and on rows from before 2026-11-23. */
  revives: z._default(z.nullable(z.string()), null),
  /** As Stripe last showed it; for `sub:` grants only. */
  subscription: z.nullable(Subscription),
  /** The last invoice that was paid: a refund or dispute of an earlier month takes nothing away. */
  latestInvoiceId: z.nullable(z.string()),
  /** Why we ended the subscription; null while it runs and where it ended otherwise. */
  endedFor: z._default(z.nullable(z.enum(["refund", "dispute"])), null),
  /** When Stripe ended the subscription; null while it runs, and on rows from before 2026-11-25. */
  endedAt: z._default(z.nullable(Instant), null),
  troubles: z.array(Trouble),
  /** Of the free grant: its key came with a trial, which a purchase ends. */
  hasTrial: z.optional(z.boolean()),
  /** Of a seat of someone else's team: who pays for it, and when it was taken away, where it was. */
  team: z.optional(z.object({ ownerId: z.string(), removedAt: z.optional(Instant) })),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number(),
});
export type Grant = z.output<typeof Grant>;

export const FREE_GRANT_ID = "free";

/** How long a mailbox gets no second free key after its account was deleted. */
export const FREE_KEY_REMEMBERED = 365 * DAY;
export const subscriptionGrantId = (subscriptionId: string) => `sub:${subscriptionId}`;
export const teamGrantId = (seatId: string) => `team:${seatId}`;
export const manualGrantId = (id: string) => `manual:${id}`;
export const lifetimeGrantId = (paymentIntentId: string) => `life:${paymentIntentId}`;
