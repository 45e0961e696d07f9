import type { Endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { MINUTE } from "#shared/instant.ts";

type Caller = { signedInAt: Date; byKey?: boolean };

/**
 * Prevents a stranger at an unlocked computer from moving money or doing something irreversible. The age of a sign-in
 * counts from the entry of the password, because tokens are renewed without the password.
 * @param within maximum age of the sign-in, in milliseconds
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

export function requireFresh({ freshSignIn }: Pick<Endpoint, "freshSignIn">, caller: Caller): void {
  if (freshSignIn !== undefined) requireFreshSignIn(caller, freshSignIn, new Date());
}
