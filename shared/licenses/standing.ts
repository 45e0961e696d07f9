import * as z from "zod/mini";
import { DAY, Instant } from "../instant.ts";

export const GrantSource = z.enum(["subscription", "team", "lifetime", "manual", "free"]);
export type GrantSource = z.output<typeof GrantSource>;
export const Tier = z.enum(["pro", "free"]);
/** Accompanies VALID during the grace period of an overdue payment. */
export const Warning = z.literal("PAYMENT_PAST_DUE");
export type Warning = z.output<typeof Warning>;

/**
 * The current state of a license. The grant decides it. Each key has a copy, written in the same transaction, so that
 * answering a computer takes one read.
 */
export const Entitlement = z.object({
  tier: Tier,
  /** The subscription or the team's seat has ended. The next subscription takes over the key of the ended one. */
  ended: z.boolean(),
  /** The end of a key with a fixed duration; null if it has none, or its subscription decides. */
  expiresAt: z.nullable(Instant),
  /** When the payment became overdue. A grace period of 14 days follows. */
  pastDueSince: z.nullable(Instant),
  /** No lease ends after this: the end of the paid period, plus the grace period if the subscription will renew. */
  leaseLimit: z.optional(z.nullable(Instant)),
  /** Sets of reasons: lifting one keeps the others. owner: the buyer of the team's seat has no live key. */
  suspensions: z.array(z.enum(["payment", "dispute", "account", "owner"])),
  revocations: z.array(z.enum(["refund", "dispute"])),
  /** The operator's switch for this key. */
  active: z.boolean(),
});
export type Entitlement = z.output<typeof Entitlement>;
export type Suspension = Entitlement["suspensions"][number];
export type Revocation = Entitlement["revocations"][number];

export const PAST_DUE_GRACE = 14 * DAY;
export const graceEnd = (pastDueSince: Instant): Instant =>
  new Date(Date.parse(pastDueSince) + PAST_DUE_GRACE).toISOString();

/** Codes of answers to computers, besides errors such as VALIDATION_ERROR. */
export const LICENSE_CODES = [
  "VALID",
  "EXPIRED",
  "SUSPENDED",
  "REVOKED",
  "INACTIVE",
  "PAYMENT_REQUIRED",
  "SEAT_TAKEN",
  "FINGERPRINT_MISMATCH",
  "SWAP_LIMIT",
  "CLONE_SUSPECTED",
  "RATE_LIMITED",
  "INVALID_KEY",
  "NOT_FOUND",
  "SEAT_BUSY",
  "REPLACED",
] as const;
export type LicenseCode = (typeof LICENSE_CODES)[number];

/** For the person at the computer. */
export const LICENSE_MESSAGES: Record<LicenseCode, string> = {
  VALID: "This license is valid.",
  EXPIRED: "This license has ended. Your account says how to continue.",
  SUSPENDED: "This license is suspended. Please contact support.",
  REVOKED: "This license ended with a refund or a lost dispute.",
  INACTIVE: "This license was switched off. Please contact support.",
  PAYMENT_REQUIRED:
    "A payment for this license is overdue. Its buyer can update the payment method in the account.",
  SEAT_TAKEN: "This license is in use on another computer. Swap the device in your account first.",
  FINGERPRINT_MISMATCH: "This license is not activated on this computer.",
  SWAP_LIMIT: "Daily device change limit reached. Try again after the daily reset.",
  CLONE_SUSPECTED: "This installation is a copy, or was restored from a backup. Activate it again.",
  RATE_LIMITED: "Too many requests. Please wait a moment.",
  INVALID_KEY: "This is not a license key. Please check for a typing error.",
  NOT_FOUND: "This license key is unknown.",
  SEAT_BUSY: "This license still runs on three other computers. Try again in ten minutes.",
  REPLACED: "This license key was replaced by a new one. Its owner finds the new key under Seats.",
};

export type Standing = {
  code: "VALID" | "EXPIRED" | "SUSPENDED" | "REVOKED" | "INACTIVE" | "PAYMENT_REQUIRED";
  warning: Warning | null;
};

/** The most serious reason wins: revoked, switched off, suspended, ended, unpaid. */
export function standing(entitlement: Entitlement, now: Date): Standing {
  if (entitlement.revocations.length > 0) return { code: "REVOKED", warning: null };
  if (!entitlement.active) return { code: "INACTIVE", warning: null };
  if (entitlement.suspensions.some((reason) => reason !== "payment"))
    return { code: "SUSPENDED", warning: null };
  if (entitlement.ended) return { code: "EXPIRED", warning: null };
  if (entitlement.expiresAt !== null && Date.parse(entitlement.expiresAt) <= now.getTime())
    return { code: "EXPIRED", warning: null };
  if (entitlement.suspensions.includes("payment")) return { code: "PAYMENT_REQUIRED", warning: null };
  if (entitlement.pastDueSince === null) return { code: "VALID", warning: null };
  const graceOver = now.getTime() >= Date.parse(entitlement.pastDueSince) + PAST_DUE_GRACE;
  return graceOver
    ? { code: "PAYMENT_REQUIRED", warning: null }
    : { code: "VALID", warning: "PAYMENT_PAST_DUE" };
}

/** A path of the site, or an address to write to. */
const Button = z.object({ label: z.string(), href: z.string() });

/** Why a license works or not, for the person at the computer. */
export const Explanation = z.object({
  code: z.enum(LICENSE_CODES),
  sentence: z.string(),
  cause: z.string(),
  fix: z.string(),
  /** Leads to the fix; null if no page helps. */
  button: z.nullable(Button),
  /** When a retry can succeed without a fix; null if waiting does not help. */
  retry_at: z.nullable(Instant),
});
export type Explanation = z.output<typeof Explanation>;
