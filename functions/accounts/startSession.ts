import { startSession } from "#shared/accounts/customer.ts";
import { AFFILIATE_COOKIE } from "#shared/affiliates/affiliate.ts";
import type { Signal } from "#shared/security/signal.ts";
import { attributeByLink } from "../affiliates/attribution/table.ts";
import { readEmail } from "../platform/cognito.ts";
import { env } from "../platform/env.ts";
import { httpBeforeAccount } from "../platform/http.ts";
import { enqueue } from "../platform/queue.ts";
import { newId } from "../platform/random.ts";
import { newAccount, toAccount } from "./rules.ts";
import { sessionOf } from "./sessionOf.ts";
import { createUser, recordSignIn } from "./table.ts";

/**
 * Also restores an account whose row was lost when its confirmation failed half way. Sends the signals first: the
 * client may never repeat the call, and the sign-in has happened in any case.
 */
export const handler = httpBeforeAccount(startSession)(async ({ caller, now }) => {
  if (!caller.user) await createUser(newAccount(caller.userId, await readEmail(caller.userId), now));
  const clicked = caller.cookies[AFFILIATE_COOKIE];
  // Only the first session is a sign-up. The cookie stays: another member of the household may sign up too.
  if (clicked !== undefined && !caller.user?.lastSignInAt) await attributeByLink(caller.userId, clicked, now);
  const signIn = { at: now.toISOString(), address: caller.address, country: caller.country };
  const sighting = { id: newId(), userId: caller.userId, what: "signIn" as const, ...signIn };
  const signals: Signal[] = [{ kind: "sighting", sighting }];
  if (caller.sessionId !== null)
    signals.push({
      kind: "signIn",
      userId: caller.userId,
      session: sessionOf(caller, caller.sessionId, now),
    });
  await enqueue(env("SECURITY_QUEUE_URL"), signals);
  const user = await recordSignIn(caller.userId, signIn);
  return { account: toAccount(user, now) };
});
