import * as z from "zod/mini";
import { DAY, Instant } from "../instant.ts";

/** How long the user pool renews a session after its sign-in. */
export const SESSION_LASTS = 30 * DAY;

const Remembered = z.object({ id: z.string(), until: z.number() });

/** A session that its owner ended. `until` is the latest time at which its refresh token expires, epoch seconds. */
export const EndedSession = Remembered;
export type EndedSession = z.output<typeof EndedSession>;

/** Sessions that called `startSession` after the sign-in. Sign-ins up to `from` (epoch seconds) need no call. */
export const StartedSessions = z.object({ from: z.number(), sessions: z.array(Remembered) });
export type StartedSessions = z.output<typeof StartedSessions>;

/** One sign-in and its renewals, as shown to its owner. */
export const Session = z.object({
  /** The token's `origin_jti`. */
  id: z.string(),
  /** "Firefox on Windows"; null if the browser did not say. */
  device: z.nullable(z.string()),
  /** ISO 3166, two letters. */
  country: z.nullable(z.string()),
  signedInAt: Instant,
  /** Rounded down to the hour, but never before `signedInAt`. */
  lastUsedAt: Instant,
});
export type Session = z.output<typeof Session>;
