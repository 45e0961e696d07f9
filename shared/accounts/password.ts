/**
 * The password rules, in the order of the sign-up form's checklist. The user pool's policy is made from this list
 * (infra/auth.ts), so the form and the server cannot disagree.
 */
export const PASSWORD_MIN_LENGTH = 8;

export const PASSWORD_RULES = [
  {
    id: "length",
    label: "At least 8 characters",
    test: (password: string) => password.length >= PASSWORD_MIN_LENGTH,
  },
  { id: "uppercase", label: "One uppercase letter", test: (password: string) => /[A-Z]/.test(password) },
  { id: "lowercase", label: "One lowercase letter", test: (password: string) => /[a-z]/.test(password) },
  { id: "number", label: "One number", test: (password: string) => /[0-9]/.test(password) },
] as const;

export const MAX_PASSWORD_LENGTH = 256;

/** Cognito refuses a password with a space at either end. */
export const hasOuterSpace = (password: string): boolean => password.trim() !== password;
export const OUTER_SPACE = "Password must not begin or end with a space";

export function isAcceptablePassword(password: string): boolean {
  return PASSWORD_RULES.every((rule) => rule.test(password));
}
