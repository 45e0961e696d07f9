import * as z from "zod/mini";
import { Agreement } from "../accounts/agreement.ts";
import { MailStop } from "../accounts/mailStop.ts";
import { UserId } from "../accounts/operator.ts";
import { Session } from "../accounts/session.ts";
import { ActivityEntry } from "../activity/activity.ts";
import { AuditEntry } from "../audit/entry.ts";
import { endpoint, FRESH_FOR_DELETION } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { KeyRow } from "../licenses/keyRow.ts";
import { MaskedKey } from "../licenses/masked.ts";
import { Explanation } from "../licenses/standing.ts";
import { SeatTrial } from "../licenses/trial.ts";
import { Cursor, Direction, Paging, SearchPaging } from "../listing.ts";
import { CustomerMail } from "../mail/customerMail.ts";
import { CustomerEvent } from "../payments/openEvents.ts";
import { Payment } from "../payments/payment.ts";
import { Purchase } from "../payments/purchase.ts";
import { EntryView } from "../promotions/waitingList.ts";
import { AlertRow } from "../security/alertRow.ts";
import { GiveRenewal } from "../subscriptions/subscription.ts";
import { TeamMemberView, TeamView } from "../subscriptions/team.ts";
import { PersonalData } from "./personalData.ts";
import { GrantView, USER_SHELVES, UserRow } from "./userRow.ts";

const Note = z._default(z.string().check(z.trim(), z.maxLength(500)), "");

const UserPage = z.object({
  users: z.array(UserRow),
  total: z.nullable(z.number()),
  next: z.nullable(z.string()),
});

/** Lists accounts, newest first by default. `total` is null if you ask for one id. */
export const listUsers = endpoint({
  method: "GET",
  path: "/api/admin/users",
  audience: "operator",
  input: z.strictObject({
    ...Paging,
    sort: z._default(z.enum(["created_at", "email", "last_sign_in_at"]), "created_at"),
    direction: Direction,
    status: z.optional(z.enum(USER_SHELVES)),
  }),
  output: UserPage,
});

/**
 * Finds accounts whose email address begins with the text, then accounts where another word of the address, a word of
 * the name, or the last network address begins with the text. `total` is null.
 */
export const searchUsers = endpoint({
  method: "POST",
  path: "/api/admin/users/search",
  audience: "operator",
  byKey: "read",
  input: z.object({ ...SearchPaging, status: z.optional(z.enum(USER_SHELVES)) }),
  output: UserPage,
});

/**
 * Suspends or unsuspends an account. A suspended account's keys answer SUSPENDED and its sessions end. After the next
 * sign-in, calls answer ACCOUNT_SUSPENDED, except those for billing, canceling, export and deletion. Repeating the call
 * changes nothing, except that a second suspension can cancel a paused subscription.
 */
export const suspendUser = endpoint({
  method: "POST",
  path: "/api/admin/users/suspend",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    userId: UserId,
    suspended: z.boolean("suspended must be true or false"),
    /**
     * What happens to the subscription. pause: collects nothing until the account is unsuspended · cancel: ends it now,
     * without a refund. Ignored when unsuspending.
     */
    subscription: z._default(
      z.enum(["pause", "cancel"], 'subscription must be "pause" or "cancel"'),
      "pause",
    ),
    /** Only when unsuspending. */
    giveRenewal: GiveRenewal,
    /** Shown to the customer, in the mail and in the account. */
    reason: Note,
    note: Note,
  }),
  output: z.object({ userId: z.string(), is_suspended: z.boolean() }),
});

/** A customer's team. `user_id` is the account of a member who accepted. */
const TeamOfCustomer = z.extend(TeamView, {
  members: z.array(z.extend(TeamMemberView, { user_id: z.nullable(z.string()) })),
});

/** Returns everything about one customer. `payments` is null if Stripe did not answer. */
export const getCustomer = endpoint({
  method: "GET",
  path: "/api/admin/users/{userId}",
  audience: "operator",
  shows: ["audit", "billing", "licenses", "mail", "promotions", "security"],
  errors: ["NOT_FOUND"],
  input: z.strictObject({ userId: UserId }),
  output: z.object({
    account: z.object({
      ...UserRow.shape,
      email_confirmed: z.boolean(),
      /** What the customer accepted at sign-up; null if nothing is recorded. */
      agreement: z.nullable(Agreement),
      /** Why and since when mail is limited (`MailStop`); null if it is not. */
      mail_stop: z.nullable(MailStop),
      stripe_customer_id: z.nullable(z.string()),
    }),
    /** Best first: the first decides what the customer has. */
    grants: z.array(GrantView),
    /** Who has the seats that the customer pays for; absent for one seat. */
    team: z.optional(TeamOfCustomer),
    keys: z.array(
      z.extend(KeyRow, {
        explanation: Explanation,
        activated_at: z.nullable(Instant),
        /** When each computer that has left the seat was last activated. */
        left_computers: z.optional(z.array(Instant)),
        /** The seat's previous keys, oldest first; absent if there was none. */
        earlier: z.optional(z.array(z.object({ licenseKey: MaskedKey, replaced_at: Instant }))),
        trial: z.optional(SeatTrial),
      }),
    ),
    payments: z.nullable(z.array(Payment)),
    /** What we recorded at each checkout, newest first. */
    purchases: z.array(Purchase),
    /** The customer's Stripe events, unfinished ones first. */
    events: z.array(CustomerEvent),
    /** True if the events are in Stripe's live dashboard, false if they are in its test dashboard. */
    livemode: z.boolean(),
    mails: z.array(CustomerMail),
    sessions: z.array(z.omit(Session, { id: true })),
    /** The place on the limited offer's waiting list, or how it ended; absent if the customer never joined. */
    waiting: z.optional(EntryView),
    activity: z.array(ActivityEntry),
    alerts: z.array(AlertRow),
    audit: z.array(AuditEntry),
    asOf: Instant,
  }),
});

/**
 * Returns what `exportData` returns, for a customer who asked for it and cannot sign in. The activity comes in parts of
 * 500 lines. The first part adds an entry to the audit log. FRESH_SIGN_IN_REQUIRED if the sign-in is older than ten
 * minutes.
 */
export const exportCustomer = endpoint({
  method: "POST",
  path: "/api/admin/users/export-data",
  audience: "operator",
  shows: ["affiliates", "audit", "billing", "licenses", "mail", "payouts", "promotions", "security"],
  freshSignIn: FRESH_FOR_DELETION,
  input: z.object({ userId: UserId, cursor: Cursor }),
  output: PersonalData,
});

/**
 * Deletes a customer's account permanently, as the customer could. `email` confirms the deletion.
 * FRESH_SIGN_IN_REQUIRED if the sign-in is older than ten minutes, CONFLICT while a payout or a payment is in progress.
 * Takes about a minute.
 */
export const deleteCustomer = endpoint({
  method: "POST",
  path: "/api/admin/users/delete",
  audience: "operator",
  freshSignIn: FRESH_FOR_DELETION,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    userId: UserId,
    email: z.string("Type the email address").check(z.maxLength(320)),
    note: Note,
  }),
  output: z.object({ ok: z.literal(true) }),
});
