import * as z from "zod/mini";
import { Agreement } from "../accounts/agreement.ts";
import { MailStop } from "../accounts/mailStop.ts";
import { Session } from "../accounts/session.ts";
import { ActivityEntry } from "../activity/activity.ts";
import { Instant } from "../instant.ts";
import { Seat } from "../licenses/seat.ts";
import { CustomerMail } from "../mail/customerMail.ts";
import { Payment } from "../payments/payment.ts";
import { Purchase } from "../payments/purchase.ts";
import { EntryView } from "../promotions/waitingList.ts";
import { Declaration } from "../refunds/withdrawal.ts";
import { TeamMemberView } from "../subscriptions/team.ts";

/** Lines of activity in one part of an export. */
export const ACTIVITY_A_PART = 500;

/** What is kept about a person, in words that a person can read. */
export const PersonalData = z.object({
  exportedAt: Instant,
  account: z.object({
    id: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    name: z.nullable(z.string()),
    /** An address that waits for its code. */
    pendingEmail: z.nullable(z.string()),
    secondFactorSince: z.nullable(Instant),
    agreement: z.nullable(Agreement),
    mailStop: z.nullable(MailStop),
    /** Why the account is suspended, as the mail to its owner says. */
    suspendedFor: z.nullable(z.string()),
    incidentMail: z.boolean(),
    createdAt: Instant,
    lastSignInAt: z.nullable(Instant),
    lastSignInAddress: z.nullable(z.string()),
    lastSignInCountry: z.nullable(z.string()),
    /** Their number at Stripe, where invoices and cards are. */
    stripeCustomerId: z.nullable(z.string()),
  }),
  /** What was bought or given, and what it is worth. */
  grants: z.array(
    z.object({
      id: z.string(),
      source: z.string(),
      licenseKey: z.string(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  ),
  seats: z.array(Seat),
  /** The computers that have been on the seats, as the application names them, and when each came last. */
  fingerprints: z.array(z.object({ licenseKey: z.string(), fingerprint: z.string(), at: Instant })),
  /** Whom they invited to the seats that they pay for; left out where it is nobody. */
  team: z.optional(z.array(TeamMemberView)),
  /** When teams mailed invitations to the address, and whether its reader refuses them. */
  invitations: z.object({ isRefused: z.boolean(), mailedAt: z.array(Instant) }),
  /** What operators wrote about the account. */
  notes: z.array(z.object({ at: Instant, note: z.string() })),
  /** Where the account was used in the last day. */
  sightings: z.array(
    z.object({
      at: Instant,
      what: z.string(),
      address: z.nullable(z.string()),
      country: z.nullable(z.string()),
    }),
  ),
  /** What was known when one went to pay. */
  purchases: z.array(Purchase),
  /** What was noticed about the account. */
  alerts: z.array(
    z.object({
      type: z.string(),
      severity: z.string(),
      description: z.string(),
      count: z.number(),
      createdAt: Instant,
      lastSeenAt: Instant,
      state: z.string(),
    }),
  ),
  /** Where the account is or was signed in, as far as it is known. */
  sessions: z.array(Session),
  /** What was mailed to the account last. */
  mails: z.array(CustomerMail),
  /** The newest first, 100 at most; older ones are in the billing history. Null where Stripe did not answer. */
  payments: z.nullable(z.array(Payment)),
  /** What they declared or requested. */
  withdrawals: z.array(
    z.object({ ...Declaration.shape, receivedAt: Instant, answeredAt: z.nullable(Instant) }),
  ),
  /** Who affiliates are known as. */
  affiliate: z.nullable(
    z.object({ referralCode: z.string(), status: z.string(), joinedAt: Instant, email: z.string() }),
  ),
  /** Their place on the waiting list of the limited offer, or how it ended; left out where they never joined. */
  waitingList: z.optional(EntryView),
  activity: z.array(ActivityEntry),
  /** The cursor for the next part; only `activity` has further parts. */
  next: z.nullable(z.string()),
});
export type PersonalData = z.output<typeof PersonalData>;

/** What goes through the erasures queue: an account that is to be deleted. */
export const Erasure = z.object({ userId: z.string(), requestedAt: Instant });
export type Erasure = z.output<typeof Erasure>;
