import Bowser from "bowser";
import type { Session } from "#shared/accounts/session.ts";
import type { SignedIn } from "../../http/index.ts";
import { hourOf } from "../../users/index.ts";

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

/** The browser and system that the user agent claims, such as "Firefox on Windows". The claim may be false. */
export function browserOf(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.length > 1000) return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || browser.name === "") return null;
  return os.name === undefined || os.name === "" ? browser.name : `${browser.name} on ${os.name}`;
}
