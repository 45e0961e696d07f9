import type { AccountChange, ToldChange } from "#shared/accounts/change.ts";
import { DAY, type Instant } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { atTime, onDay } from "#shared/words.ts";

const OTHERS = {
  email: "emailChanged",
  suspended: "accountSuspended",
  unsuspended: "accountUnsuspended",
} as const;

/** The text of a mail about a change; `what` completes "Your account:". */
const CHANGES = {
  password: { what: "password changed", details: "The password of your account was changed." },
  reclaimed: {
    what: "password reset",
    details:
      "The password of your account was reset. Nobody had confirmed this email address before, so someone else may have used the account. Every browser was signed out, and the previous name, free license key, affiliate code and second factor were removed. If the affiliate code had already earned a commission, the code stays, but the affiliate account is suspended until we have reviewed it. If you had set up the account yourself, sign in and generate a new free key. You keep everything that was paid for.",
  },
  secondFactorOn: {
    what: "second factor turned on",
    details: "From now on, signing in to your account also needs a code from an authenticator app.",
  },
  secondFactorOff: {
    what: "second factor turned off",
    details: "Signing in to your account no longer needs a code from an authenticator app.",
  },
  recovered: {
    what: "second factor removed",
    details:
      "Your recovery code and a code from this mailbox removed the second factor. Every browser was signed out. Sign in with your password, and turn the second factor on again.",
  },
  recoveryCode: {
    what: "recovery code replaced",
    details: "A new recovery code was made for your second factor. The previous code no longer works.",
  },
  signedOut: {
    what: "signed out everywhere",
    details: "Every browser was signed out of your account. Your computers keep their seats.",
  },
  name: { what: "name changed", details: "The name on your account was changed." },
} as const satisfies Record<
  Exclude<ToldChange["what"], keyof typeof OTHERS>,
  { what: string; details: string }
>;

type Account = {
  userId: string;
  email: string;
  normalisedEmail: string;
  emailConfirmed: boolean;
  lastChange: ToldChange | null;
  reclaimingSince: Instant | null;
  suspendedFor: string | null;
};

/** Mail about a changed address goes to the old address. */
export function noticeOf(before: Account, after: Account): Mail | undefined {
  const change = after.lastChange;
  if (change === null) return undefined;
  if (change.at === before.lastChange?.at && change.what === before.lastChange.what) return undefined;
  return {
    id: `account-changed:${change.what}:${after.userId}:${change.at}`,
    // The mail about a reset goes to the pool's address, which received the code. The row may have had another address.
    to: { address: change.what === "email" ? before.email : after.email, userId: after.userId },
    ...contentOf(change, after),
  };
}

/** An email change has its own text, because the old address can no longer reset the password. */
function contentOf({ what, at }: ToldChange, { suspendedFor }: Account): Pick<Mail, "template" | "data"> {
  const when = atTime(at);
  switch (what) {
    case "email":
    case "suspended":
    case "unsuspended":
      return { template: OTHERS[what], data: { when, reason: suspendedFor ?? "" } };
    default:
      return { template: "accountChanged", data: { ...CHANGES[what], when } };
  }
}

/** The last mail of an account. Contains the address, because the row is deleted before the mail is sent. */
export const deletedMail = (userId: string, email: string, requestedAt: Instant): Mail => ({
  id: `account-deleted:${userId}`,
  to: { address: email },
  template: "accountDeleted",
  data: { askedOn: onDay(requestedAt) },
});

/** Whether this is the account's first free key, in the key's first week. */
export const isWelcome = ({ source, assignedAt, earlierKeys }: License, now: Date): boolean =>
  source === "free" && earlierKeys.length === 0 && now.getTime() - Date.parse(assignedAt) < 7 * DAY;

export const welcomeMail = ({ id, userId, licenseKey }: License): Mail => ({
  id: `welcome:${id}`,
  to: { userId },
  template: "welcome",
  data: { licenseKey },
});

export function followedBy(before: Account, after: Account): AccountChange[] {
  const { userId } = after;
  const changes: AccountChange[] = [];
  if (before.email !== after.email) changes.push({ userId, kind: "emailChanged" });
  if (after.reclaimingSince !== null && after.reclaimingSince !== before.reclaimingSince)
    changes.push({ userId, kind: "reclaimed" });
  // A reclaim frees the mailbox, so there is nothing to confirm.
  else if (
    after.emailConfirmed &&
    !(before.emailConfirmed && before.normalisedEmail === after.normalisedEmail)
  )
    changes.push({ userId, kind: "confirmed" });
  return changes;
}
