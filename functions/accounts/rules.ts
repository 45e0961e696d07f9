import { AgreedVersions } from "#shared/accounts/agreement.ts";
import type { Account } from "#shared/accounts/customer.ts";
import { normaliseEmail } from "#shared/accounts/email.ts";
import {
  CODES_COUNT_FOR,
  EMAIL_CODE_LASTS,
  type EmailCode,
  MAX_CODE_TRIES,
  MAX_CODES_PER_DAY,
  NEXT_CODE_AFTER,
} from "#shared/accounts/emailCode.ts";
import { isLeaked } from "#shared/accounts/leakedPasswords.ts";
import { passwordWeakness, TOO_COMMON } from "#shared/accounts/passwordWords.ts";
import { AppError } from "#shared/errors.ts";
import { type Instant, SECOND } from "#shared/instant.ts";

/** @param agreed the versions of the terms and the privacy policy that the sign-up page showed */
export function newAccount(userId: string, email: string, now: Date, agreed?: unknown) {
  const versions = AgreedVersions.safeParse(agreed);
  return {
    userId,
    email,
    normalisedEmail: normaliseEmail(email),
    emailConfirmed: false,
    suspended: false,
    stripeCustomerId: null,
    lostStripeCustomer: null,
    createdAt: now.toISOString(),
    lastSignInAt: null,
    lastSignInAddress: null,
    lastSignInCountry: null,
    emailCode: null,
    sessionsValidFrom: null,
    keptSession: null,
    endedSessions: [],
    startedSessions: null,
    name: null,
    pendingEmail: null,
    secondFactorSince: null,
    recoveryCode: null,
    recoveryMail: null,
    resetAt: null,
    reclaimingSince: null,
    lastChange: null,
    agreement: versions.success ? { ...versions.data, at: now.toISOString() } : null,
    mailStop: null,
    deletedAt: null,
    incidentMail: true,
    suspendedFor: null,
  };
}

type Shown = Omit<Account, "id" | "pendingEmail" | "suspendedFor"> & {
  userId: string;
  suspendedFor: string | null;
  pendingEmail: { email: string; code: EmailCode } | null;
};

export const toAccount = (user: Shown, now: Date): Account => {
  const { userId, email, emailConfirmed, suspended, name, secondFactorSince, pendingEmail, mailStop } = user;
  const waits = pendingEmail !== null && Date.parse(pendingEmail.code.expiresAt) > now.getTime();
  return {
    id: userId,
    email,
    emailConfirmed,
    suspended,
    ...(user.suspendedFor !== null && { suspendedFor: user.suspendedFor }),
    name,
    secondFactorSince,
    pendingEmail: waits ? pendingEmail.email : null,
    mailStop,
    incidentMail: user.incidentMail,
  };
};

/** @throws CONFLICT if the address is already proven, RATE_LIMITED with the seconds to wait */
export function issueCode(
  { emailConfirmed, emailCode }: { emailConfirmed: boolean; emailCode: EmailCode | null },
  hash: string,
  now: Date,
): EmailCode {
  if (emailConfirmed) throw new AppError("CONFLICT", "Your email address is already confirmed.");
  return nextCode(emailCode, hash, now);
}

export const codeMailId = (userId: string, at: Instant): string => `email-code:${userId}:${at}`;

/** @throws RATE_LIMITED with the seconds to wait */
export function nextCode(emailCode: EmailCode | null, hash: string, now: Date): EmailCode {
  const since = (instant: string) => now.getTime() - Date.parse(instant);
  const sentAt = (emailCode?.sentAt ?? []).filter((instant) => since(instant) < CODES_COUNT_FOR);
  const latest = sentAt.at(-1);
  if (latest !== undefined && since(latest) < NEXT_CODE_AFTER)
    throw tooSoon("A code was just sent. Please wait a minute.", NEXT_CODE_AFTER - since(latest));
  const [oldest] = sentAt;
  if (oldest !== undefined && sentAt.length >= MAX_CODES_PER_DAY)
    throw tooSoon(
      "You have requested too many codes in the last 24 hours. Try again later.",
      CODES_COUNT_FOR - since(oldest),
    );
  return {
    hash,
    expiresAt: new Date(now.getTime() + EMAIL_CODE_LASTS).toISOString(),
    tries: 0,
    sentAt: [...sentAt, now.toISOString()],
  };
}

export function tooSoon(message: string, wait: number): AppError {
  return new AppError("RATE_LIMITED", message, {
    details: { retry_after_seconds: Math.ceil(wait / SECOND) },
  });
}

/** @param code the stored code, with this attempt counted */
export function refusedCode(code: EmailCode | null, now: Date): AppError {
  const because = (message: string) => new AppError("VALIDATION_ERROR", message, { field: "code" });
  if (code === null) return because("Request a code first.");
  if (Date.parse(code.expiresAt) <= now.getTime())
    return because("This code has expired. Request a new one.");
  const left = MAX_CODE_TRIES - code.tries;
  if (left <= 0) return because("Too many wrong codes. Request a new one.");
  return because(`That code is incorrect. ${left} ${left === 1 ? "try" : "tries"} left.`);
}

export function requireTypedAddress(typed: string, { email }: { email: string }): void {
  if (typed.trim().toLowerCase() === email.toLowerCase()) return;
  throw new AppError("VALIDATION_ERROR", "That is not the email address of this account.", {
    field: "email",
  });
}

export function requireCode(code: string | undefined): string {
  if (code !== undefined) return code;
  throw new AppError("VALIDATION_ERROR", "Enter the code that your authenticator app shows.", {
    field: "code",
  });
}

/** @throws VALIDATION_ERROR if the password is very common, or based on the account's name, its address or our brand */
export function requireOwnPassword(
  password: string,
  { email, name }: { email: string; name: string | null },
): void {
  const own = passwordWeakness(password, name === null ? [email] : [email, name]);
  const weakness = own ?? (isLeaked(password) ? TOO_COMMON : undefined);
  if (weakness !== undefined) throw new AppError("VALIDATION_ERROR", weakness, { field: "password" });
}
