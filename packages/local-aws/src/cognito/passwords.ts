import { randomInt } from "node:crypto";
import { CognitoError, invalidParameter } from "./errors.ts";
import type { PasswordPolicy } from "./pool.ts";

// Cognito's symbols. A space counts only inside a password.
const SYMBOL = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

/** Checks a password against the policy. Cognito's error messages depend on `by`. */
export function assertPassword(
  policy: PasswordPolicy,
  password: string,
  by: "user" | "admin" = "user",
): void {
  if (!/^\S(.*\S)?$/s.test(password)) {
    throw invalidParameter(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: " +
        "Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    );
  }
  if (password.length > 256) {
    throw invalidParameter(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: " +
        "Member must have length less than or equal to 256",
    );
  }
  const fault = faultIn(policy, password);
  if (!fault) return;
  const start =
    by === "admin" ? "Password did not conform with password policy" : "Password did not conform with policy";
  throw new CognitoError("InvalidPasswordException", `${start}: ${fault}`);
}

function faultIn(policy: PasswordPolicy, password: string): string | undefined {
  if (password.length < policy.minimumLength) return "Password not long enough";
  if (policy.requireUppercase && !/[A-Z]/.test(password)) return "Password must have uppercase characters";
  if (policy.requireLowercase && !/[a-z]/.test(password)) return "Password must have lowercase characters";
  if (policy.requireNumbers && !/[0-9]/.test(password)) return "Password must have numeric characters";
  if (policy.requireSymbols && !SYMBOL.test(password)) return "Password must have symbol characters";
  return undefined;
}

/** A password that satisfies any policy, for users whom an admin creates without a password. */
export function temporaryPassword(policy: PasswordPolicy): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  const length = Math.max(policy.minimumLength, 12) - 4;
  const letters = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length)));
  return `A${letters.join("")}b7!`;
}
