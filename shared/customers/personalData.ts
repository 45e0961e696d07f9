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

/** What the export of a person's data contains. */
export const PersonalData = z.object({
  exportedAt: Instant,
  account: z.object({
    id: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    name: z.nullable(z.string()),
    pendingEmail: z.nullable(z.string()),
    secondFactorSince: z.nullable(Instant),
    agreement: z.nullable(Agreement),
    mailStop: z.nullable(MailStop),
    suspendedFor: z.nullable(z.string()),
    incidentMail: z.boolean(),
    createdAt: Instant,
    lastSignInAt: z.nullable(Instant),
    lastSignInAddress: z.nullable(z.string()),
    lastSignInCountry: z.nullable(z.string()),
    /** The person's id at Stripe, where their invoices and cards are. */
    stripeCustomerId: z.nullable(z.string()),
  }),
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
  /** The last computers on the seats, and when each last took a seat. */
  fingerprints: z.array(z.object({ licenseKey: z.string(), fingerprint: z.string(), at: Instant })),
  /** The people who were invited to seats that this person pays for; absent if there are none. */
  team: z.optional(z.array(TeamMemberView)),
  /** When teams mailed invitations to the address, and whether its owner turned them off. */
  invitations: z.object({ isRefused: z.boolean(), mailedAt: z.array(Instant) }),
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
  purchases: z.array(Purchase),
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
  sessions: z.array(Session),
  mails: z.array(CustomerMail),
  /** Newest first, at most 100; the billing history has the rest. Null if Stripe did not answer. */
  payments: z.nullable(z.array(Payment)),
  withdrawals: z.array(
    z.object({ ...Declaration.shape, receivedAt: Instant, answeredAt: z.nullable(Instant) }),
  ),
  affiliate: z.nullable(
    z.object({ referralCode: z.string(), status: z.string(), joinedAt: Instant, email: z.string() }),
  ),
  /** The place on the limited offer's waiting list, or how it ended; absent if the person never joined. */
  waitingList: z.optional(EntryView),
  activity: z.array(ActivityEntry),
  /** Cursor of the next part; only `activity` has more parts. */
  next: z.nullable(z.string()),
});
export type PersonalData = z.output<typeof PersonalData>;

/** A message of the erasures queue: an account to delete. */
export const Erasure = z.object({ userId: z.string(), requestedAt: Instant });
export type Erasure = z.output<typeof Erasure>;
