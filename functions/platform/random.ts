import { createHash, createHmac, randomBytes, randomInt, randomUUID } from "node:crypto";
import { formatRecoveryCode, RECOVERY_LENGTH, RECOVERY_LETTERS } from "#shared/accounts/recovery.ts";
import { formatLicenseKey } from "#shared/licenses/key.ts";
import { formatUserCode, USER_CODE_LETTERS } from "#shared/licenses/userCode.ts";
import { giveCode } from "#shared/referrals/code.ts";

export const newId = (): string => randomUUID();

export const newLicenseKey = (): string => formatLicenseKey(randomBytes(24));

export const newReferralCode = (): string => giveCode(randomBytes(8));

/** Six digits, short enough to copy by hand. A limit on attempts protects them from guessing. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** A code that a person compares between screens, or types in a browser. */
export const newUserCode = (): string =>
  formatUserCode(Array.from({ length: 8 }, () => randomInt(USER_CODE_LETTERS.length)));

/** Replaces a lost authenticator once, together with a code by mail. */
export const newRecoveryCode = (): string =>
  formatRecoveryCode(
    Array.from({ length: RECOVERY_LENGTH }, () =>
      RECOVERY_LETTERS.charAt(randomInt(RECOVERY_LETTERS.length)),
    ).join(""),
  );

const SETS = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnopqrstuvwxyz", "23456789"] as const;
const TEMPORARY_PASSWORD_LENGTH = 20;

/** Has no characters that look alike, and at least one character of each kind that the pool requires. */
export function newTemporaryPassword(): string {
  const pick = (set: string) => set.charAt(randomInt(set.length));
  const rest = Array.from({ length: TEMPORARY_PASSWORD_LENGTH - SETS.length }, () => pick(SETS.join("")));
  return [...SETS.map(pick), ...rest].join("");
}

/** A secret for a client and the hash that we store. 256 random bits need no salt. */
export function newSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString("base64url");
  return { secret, hash: hashSecret(secret) };
}

export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/**
 * The secret that replaces another one. It is derived from the old secret and the client's attempt id. So a client that
 * retries after a lost answer gets the same secret, although we store only its hash.
 */
export function successorOf(secret: string, attemptId: string): { secret: string; hash: string } {
  const next = createHmac("sha256", secret).update(attemptId).digest("base64url");
  return { secret: next, hash: hashSecret(next) };
}
