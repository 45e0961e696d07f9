import type { Session } from "#shared/accounts/session.ts";
import type { SignedIn } from "../../http/index.ts";
import { hourOf } from "../../users/index.ts";
import { browserOf } from "./browser.ts";

/** The session that a call is of, as its owner will see it. */
export function sessionOf(caller: SignedIn, id: string, now: Date): Session {
  const signedInAt = caller.signedInAt.toISOString();
  const hour = hourOf(now);
  return {
    id,
    device: browserOf(caller.userAgent),
    country: caller.country,
    signedInAt,
    // Not before it began.
    lastUsedAt: signedInAt > hour ? signedInAt : hour,
  };
}
