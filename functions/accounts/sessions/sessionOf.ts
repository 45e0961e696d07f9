import type { Session } from "#shared/accounts/session.ts";
import type { SignedIn } from "../../http/index.ts";
import { hourOf } from "../../users/index.ts";
import { browserOf } from "./browser.ts";

export function sessionOf(caller: SignedIn, id: string, now: Date): Session {
  const signedInAt = caller.signedInAt.toISOString();
  const hour = hourOf(now);
  return {
    id,
    device: browserOf(caller.userAgent),
    country: caller.country,
    signedInAt,
    // `hour` is rounded down, so it may be earlier than the sign-in.
    lastUsedAt: signedInAt > hour ? signedInAt : hour,
  };
}
