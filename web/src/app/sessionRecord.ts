import * as z from "zod/mini";

/** Logged after each failed check of a session. Shown if Cognito did not say whether the session has ended. */
export const SESSION_VALIDATION_FAILED = "Session validation failed";
export const LOGOUT_FAILED = "Logout failed";

/**
 * The signed-in user, and a copy of the access token, so that a page can call the API before it loads Amplify. Amplify
 * keeps the refresh token.
 */
export const Session = z.object({
  userId: z.string(),
  email: z.string(),
  accessToken: z.string(),
  /** Epoch seconds. */
  expiresAt: z.number(),
  isReader: z.optional(z.boolean()),
});
export type Session = z.output<typeof Session>;

/** Customers and operators sign in at different user pools. A browser may be signed in at both. */
export type Side = "customer" | "operator";

/** Claims that the server has checked. @property auth_time when the password was entered, in epoch seconds */
type Claims = { origin_jti: string; auth_time: number };

export function claimsOf(accessToken: string): Claims {
  const payload = accessToken.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
  return JSON.parse(atob(payload));
}
