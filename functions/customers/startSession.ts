import { AFFILIATE_COOKIE } from "#shared/affiliates/affiliate.ts";
import { startSession } from "#shared/customers/session.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import type { Signal } from "#shared/security/signal.ts";
import { newAccount, sessionOf, toAccount } from "../accounts/index.ts";
import { httpBeforeAccount, type SignedIn } from "../http/index.ts";
import { countNetwork, SIGN_INS_A_NETWORK, SIGN_UPS_A_NETWORK } from "../limits/index.ts";
import { readEmail } from "../platform/cognito.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { newId } from "../platform/random.ts";
import { attributeByLink } from "../referrals/index.ts";
import { createUser, findUser, recordSignIn, type User, withStarted } from "../users/index.ts";

/**
 * Creates the account's row if a failed confirmation left none. Queues the security signals before it stores the
 * session, so that an unknown browser cannot start a session without a mail to the owner.
 */
export const handler = httpBeforeAccount(startSession)(async ({ caller, now }) => {
  if (caller.user?.lastSignInAt) await countNetwork("sessions", caller.address, SIGN_INS_A_NETWORK, now);
  else await countNetwork("signUps", caller.address, SIGN_UPS_A_NETWORK, now);
  if (!caller.user) await createUser(newAccount(caller.userId, await readEmail(caller.userId), now));
  const clicked = caller.cookies[AFFILIATE_COOKIE];
  // Only the first session is a sign-up. The cookie stays for other people in the household.
  if (clicked !== undefined && !caller.user?.lastSignInAt) await attributeByLink(caller.userId, clicked, now);
  const signIn = { at: now.toISOString(), address: caller.address, country: caller.country };
  const sighting = { id: newId(), userId: caller.userId, what: "signIn" as const, ...signIn };
  const signals: Signal[] = [{ kind: "sighting", sighting }];
  if (caller.sessionId !== null)
    signals.push({
      kind: "signIn",
      userId: caller.userId,
      session: sessionOf(caller, caller.sessionId, now),
      isFirst: isFirstSignIn(caller),
    });
  await enqueue(env("SECURITY_QUEUE_URL"), signals);
  const user = await retryOnConflict(async (isFirst) => {
    const known = isFirst ? caller.user : await findUser(caller.userId);
    return recordSignIn(caller.userId, signIn, startedSessions(known, caller, now));
  });
  return { account: toAccount(user, now) };
});

/** Undefined for a repeated call: the first call has stored the sign-in, so the answer is no longer known. */
function isFirstSignIn({ user, sessionId }: SignedIn): boolean | undefined {
  if (user?.startedSessions?.sessions.some(({ id }) => id === sessionId)) return undefined;
  return !user?.lastSignInAt;
}

function startedSessions(user: User | undefined, { sessionId, signedInAt }: SignedIn, now: Date) {
  const before = user?.startedSessions ?? null;
  if (sessionId === null) return { before, after: before };
  const signIn = { sessionId, signedInAt: toEpochSeconds(signedInAt.toISOString()) };
  return { before, after: withStarted(before, signIn, now) };
}
