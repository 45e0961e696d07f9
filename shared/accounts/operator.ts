import * as z from "zod/mini";
import { ActivityEntry } from "../activity/activity.ts";
import { AuditEntry } from "../audit/entry.ts";
import { CustomerEvent } from "../billing/openEvents.ts";
import { Payment } from "../billing/payment.ts";
import { Purchase } from "../billing/purchase.ts";
import { GiveRenewal } from "../billing/subscription.ts";
import { TeamMemberView, TeamView } from "../billing/team.ts";
import { endpoint, FRESH_FOR_DELETION, FRESH_FOR_SECURITY } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { KeyRow } from "../licenses/keyRow.ts";
import { MaskedKey } from "../licenses/masked.ts";
import { Explanation } from "../licenses/standing.ts";
import { SeatTrial } from "../licenses/trial.ts";
import { Cursor, Direction, opaqueId, Paging, SearchPaging } from "../listing.ts";
import { CustomerMail } from "../mail/customerMail.ts";
import { EntryView } from "../promotions/waitingList.ts";
import { RequestId } from "../requestId.ts";
import { AlertRow } from "../security/alertRow.ts";
import { Agreement } from "./agreement.ts";
import { MailStop } from "./mailStop.ts";
import { PersonalData } from "./personalData.ts";
import { Session } from "./session.ts";
import { TypedEmail } from "./typedEmail.ts";
import { GrantView, USER_SHELVES, UserRow } from "./userRow.ts";

const UserId = opaqueId("User ID is required");
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

/** Cognito mails the account a code for choosing a new password. The old password stops working. */
export const sendPasswordReset = endpoint({
  method: "POST",
  path: "/api/admin/users/password-reset",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ userId: UserId }),
  output: z.object({ sentTo: z.string() }),
});

/**
 * Moves an account to another address, for a customer who can no longer read the previous one. The operator vouches for
 * the address: a password reset goes there from now on. Every session ends, and the second factor stays. The previous
 * address gets a mail. FRESH_SIGN_IN_REQUIRED where the sign-in is older than ten minutes, CONFLICT at `email` where
 * another account has the address. The same call again changes nothing more.
 */
export const changeCustomerEmail = endpoint({
  method: "POST",
  path: "/api/admin/users/email",
  audience: "operator",
  freshSignIn: FRESH_FOR_SECURITY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ userId: UserId, email: TypedEmail }),
  output: z.object({ email: z.string() }),
});

/**
 * Writes a note about a customer into the audit log, where nothing edits or deletes it. The page makes one `requestId`
 * per form: repeating the call with it and the same words writes no second note.
 */
export const addNote = endpoint({
  method: "POST",
  path: "/api/admin/users/{userId}/notes",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    userId: UserId,
    note: z
      .string("Write a note")
      .check(z.trim(), z.minLength(1, "Write a note"), z.maxLength(500, "At most 500 characters")),
    requestId: z.optional(RequestId),
  }),
  output: z.object({ ok: z.literal(true) }),
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
 * Sends mail again to a customer's address that bounced or complained. Audited. CONFLICT where nothing is stopped: the
 * customer may have confirmed another address in the meantime.
 */
export const resumeMail = endpoint({
  method: "POST",
  path: "/api/admin/users/resume-mail",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ userId: UserId }),
  output: z.object({ ok: z.literal(true) }),
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

/**
 * Starts the session of an operator's sign-in. Until it has answered, every other operator call refuses the sign-in's
 * tokens. `device` is a random id that the browser keeps: a device or country without an earlier sign-in raises an
 * alarm and sends the operator a mail, and `newPlace` says so. The same call again changes nothing.
 * SECOND_FACTOR_REQUIRED where the deployment requires a second factor and the account has none.
 */
export const startOperatorSession = endpoint({
  method: "POST",
  path: "/api/admin/session",
  audience: "operator",
  byKey: "never",
  errors: ["CONFLICT"],
  beforeSession: true,
  input: z.object({
    device: z
      .string("device must be a random id of this browser")
      .check(z.minLength(16, "device must have at least 16 characters"), z.maxLength(64)),
  }),
  output: z.object({ email: z.string(), newPlace: z.boolean() }),
});

/**
 * Renews the access token of a session that has started: with the refresh token after the sign-in, and from then on with
 * the cookie that this sets, which no script can read. SESSION_ENDED after half an hour without a renewal.
 */
export const renewOperatorSession = endpoint({
  method: "POST",
  path: "/api/admin/session/renew",
  audience: "public",
  setsCookies: true,
  errors: ["CONFLICT", "SESSION_ENDED"],
  input: z.object({ refreshToken: z.optional(z.string().check(z.maxLength(4096))) }),
  output: z.object({
    userId: z.string(),
    email: z.string(),
    accessToken: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
    cookies: z.optional(z.array(z.string())),
  }),
});

/** Ends the session of the caller's sign-in: its access token is refused from then on, and so are its renewals. */
export const endOperatorSession = endpoint({
  method: "POST",
  path: "/api/admin/session/end",
  audience: "operator",
  byKey: "never",
  setsCookies: true,
  errors: ["CONFLICT"],
  input: z.object({}),
  output: z.object({ ok: z.literal(true), cookies: z.optional(z.array(z.string())) }),
});
