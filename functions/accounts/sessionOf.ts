import type { Session } from "#shared/accounts/session.ts";
import type { SignedIn } from "../platform/caller.ts";
import { browserOf } from "./browser.ts";
import { hourOf } from "./sessions/rules.ts";

/** The session that a call is of, as its owner will see it. */
export function sessionOf(caller: SignedIn, id: string, now: Date): Session {
  return {
    id,
    device: browserOf(caller.userAgent),
    country: caller.country,
    signedInAt: caller.signedInAt.toISOString(),
    lastUsedAt: hourOf(now),
  };
}
