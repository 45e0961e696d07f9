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

/** Accounts, the newest first unless told otherwise. `total` is null where one is asked for by its id. */
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

/** Accounts by the beginning of their email address, in its order. They are not counted: `total` is null. */
export const searchUsers = endpoint({
  method: "POST",
  path: "/api/admin/users/search",
  audience: "operator",
  byKey: "read",
  input: z.object({ ...SearchPaging, status: z.optional(z.enum(USER_SHELVES)) }),
  output: UserPage,
});

/**
 * Suspends an account or lifts the suspension: its keys answer SUSPENDED, and its sessions end. After the next sign-in
 * every call but billing, canceling and the portal answers FORBIDDEN. The same again changes nothing, but a paused
 * subscription can be ended by a second call.
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
     * What becomes of a subscription while the account is suspended. pause: nothing is collected until the account
     * is unsuspended · cancel: it ends now, without a refund. Ignored where the account is unsuspended.
     */
    subscription: z._default(
      z.enum(["pause", "cancel"], 'subscription must be "pause" or "cancel"'),
      "pause",
    ),
    /** For an account that is unsuspended. */
    giveRenewal: GiveRenewal,
    /** Told to the customer, in the mail and in the account. */
    reason: Note,
    note: Note,
  }),
  output: z.object({ userId: z.string(), is_suspended: z.boolean() }),
});

/** A customer's team, with the accounts of those who accepted. */
const TeamOfCustomer = z.extend(TeamView, {
  members: z.array(z.extend(TeamMemberView, { user_id: z.nullable(z.string()) })),
});

/** Everything about one customer, for one page. `payments` is null where Stripe did not answer. */
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
      /** What was accepted at sign-up; null: nothing is recorded. */
      agreement: z.nullable(Agreement),
      /** Since when and why hardly any mail is sent to the address; null: all of it is. */
      mail_stop: z.nullable(MailStop),
      stripe_customer_id: z.nullable(z.string()),
    }),
    /** The best one first; it is what the customer has. */
    grants: z.array(GrantView),
    /** Who has the seats that they pay for; left out for a subscription with one. */
    team: z.optional(TeamOfCustomer),
    /** Each with what its owner sees of it. */
    keys: z.array(
      z.extend(KeyRow, {
        explanation: Explanation,
        activated_at: z.nullable(Instant),
        /** The seat's keys before this one, oldest first; left out where there was none. */
        earlier: z.optional(z.array(z.object({ licenseKey: MaskedKey, replaced_at: Instant }))),
        /** Left out for a key without one. */
        trial: z.optional(SeatTrial),
      }),
    ),
    payments: z.nullable(z.array(Payment)),
    /** What was known each time they went to pay, newest first. */
    purchases: z.array(Purchase),
    /** What Stripe told of them: first what is not done. */
    events: z.array(CustomerEvent),
    /** Whether their money is real: it decides which of Stripe's dashboards has them. */
    livemode: z.boolean(),
    mails: z.array(CustomerMail),
    sessions: z.array(z.omit(Session, { id: true })),
    /** Their place on the waiting list of the limited offer, or how it ended; left out where they never joined. */
    waiting: z.optional(EntryView),
    activity: z.array(ActivityEntry),
    alerts: z.array(AlertRow),
    audit: z.array(AuditEntry),
    asOf: Instant,
  }),
});

/**
 * All data kept about a customer, for a person who requests it and cannot sign in; activity in parts of 500 lines.
 * The audit log records the first part. FRESH_SIGN_IN_REQUIRED where the sign-in is older than ten minutes.
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
 * Deletes a customer's account for good, as they could themselves. `email` is typed as the confirmation.
 * FRESH_SIGN_IN_REQUIRED where the sign-in is older than ten minutes, CONFLICT while a payout or a payment of theirs is
 * under way. A queue does the work within about a minute.
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
