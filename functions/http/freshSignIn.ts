import type { Endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { MINUTE } from "#shared/instant.ts";

type Caller = { signedInAt: Date; byKey?: boolean };

/**
 * Keeps a stranger at an unlocked computer from moving money or doing what cannot be undone. The time is that of the
 * password, not of the token, which is renewed without one.
 * @param within how long ago the password may have been typed, in milliseconds
 * @throws FRESH_SIGN_IN_REQUIRED; FORBIDDEN for an API key without the level `critical`
 */
export function requireFreshSignIn(caller: Caller, within: number, now: Date): void {
  if (now.getTime() - caller.signedInAt.getTime() <= within) return;
  if (caller.byKey) throw new AppError("FORBIDDEN", "This API key lacks the level critical.");
  throw new AppError(
    "FRESH_SIGN_IN_REQUIRED",
    `Please sign in again. This needs a sign-in from the last ${within / MINUTE} minutes.`,
  );
}

/** What the contract wants. @throws as `requireFreshSignIn` */
export function requireFresh({ freshSignIn }: Pick<Endpoint, "freshSignIn">, caller: Caller): void {
  if (freshSignIn !== undefined) requireFreshSignIn(caller, freshSignIn, new Date());
}
