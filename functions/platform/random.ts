import { createHash, createHmac, randomBytes, randomInt, randomUUID } from "node:crypto";
import { formatRecoveryCode, RECOVERY_LENGTH, RECOVERY_LETTERS } from "#shared/accounts/recovery.ts";
import { formatLicenseKey } from "#shared/licenses/key.ts";
import { formatUserCode, USER_CODE_LETTERS } from "#shared/licenses/userCode.ts";
import { giveCode } from "#shared/referrals/code.ts";

/** Rules are pure: whatever is random is made here and handed to them. */
export const newId = (): string => randomUUID();

export const newLicenseKey = (): string => formatLicenseKey(randomBytes(24));

/** A code for an affiliate who did not choose one. */
export const newReferralCode = (): string => giveCode(randomBytes(8));

/** Six digits, for a person to copy by hand. Guessing is stopped by counting, not by their number. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** A code that a person compares, or types in a browser. */
export const newUserCode = (): string =>
  formatUserCode(Array.from({ length: 8 }, () => randomInt(USER_CODE_LETTERS.length)));

/** Stands in for an authenticator once, with a code by mail. */
export const newRecoveryCode = (): string =>
  formatRecoveryCode(
    Array.from({ length: RECOVERY_LENGTH }, () =>
      RECOVERY_LETTERS.charAt(randomInt(RECOVERY_LETTERS.length)),
    ).join(""),
  );

/** A secret that a computer keeps, and the hash that we do. 256 random bits need no salt. */
export function newSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString("base64url");
  return { secret, hash: hashSecret(secret) };
}

export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/**
 * The secret that follows another. Made of the old one and the client's id for the attempt, so that a repeat
 * of a call whose answer got lost is given the same again, though we keep no more than its hash.
 */
export function successorOf(secret: string, attemptId: string): { secret: string; hash: string } {
  const next = createHmac("sha256", secret).update(attemptId).digest("base64url");
  return { secret: next, hash: hashSecret(next) };
}
