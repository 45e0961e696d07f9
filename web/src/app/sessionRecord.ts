import * as z from "zod/mini";

/** Logged where a session turns out to be over, and shown where Cognito could not tell. */
export const SESSION_VALIDATION_FAILED = "Session validation failed";
export const LOGOUT_FAILED = "Logout failed";

/**
 * Who is signed in, as this page needs it. Amplify keeps the refresh token and does the signing in; what is
 * kept here is a copy of the access token, so that a page can call the API without loading Amplify first.
 */
export const Session = z.object({
  userId: z.string(),
  email: z.string(),
  accessToken: z.string(),
  /** Epoch seconds. */
  expiresAt: z.number(),
});
export type Session = z.output<typeof Session>;

/** Customers and operators sign in at different user pools. One browser may hold a session of each. */
export type Side = "customer" | "operator";
