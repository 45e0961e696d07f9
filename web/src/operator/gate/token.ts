import * as z from "zod/mini";
import type { renewOperatorSession } from "#shared/accounts/operator.ts";
import { loadConfig } from "../../app/config.ts";
import { claimsOf, SESSION_VALIDATION_FAILED, Session } from "../../app/sessionRecord.ts";
import { signInAgain } from "../../app/signInAgain.ts";
import { readStored, writeStored } from "../../app/storage.ts";
import { learnTime, serverNow } from "../../ui/serverClock.ts";

/** Only the path, because an import of the contract would also load the back office's other contracts. */
const PATH = "/api/admin/session/renew" satisfies (typeof renewOperatorSession)["path"];

/**
 * Gets a new access token with the cookie that the API has set.
 * @param refreshToken given right after a sign-in; the API puts it into the cookie
 * @returns null if the session has ended
 * @throws SESSION_VALIDATION_FAILED if the API could not decide
 */
export async function renew(refreshToken?: string): Promise<Session | null> {
  const { apiPath } = await loadConfig();
  const answer = await fetch(apiPath + PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refreshToken }),
  }).then(learnTime);
  if (answer.status === 401) return null;
  if (!answer.ok) throw new Error(SESSION_VALIDATION_FAILED);
  return z.parse(Session, await answer.json());
}

/** The signed-in operator, for other tabs and the next page. The token stays in this page's memory. */
const Known = z.object({ userId: z.string(), email: z.string(), isReader: z.optional(z.boolean()) });
const KEY = "operatorSession";
/** Renews a token this early, as app/session.ts does. */
const EARLY_SECONDS = 60;
let inMemory: Session | null = null;
let renewing: Promise<Session | null> | null = null;

export function readOperator(): z.output<typeof Known> | null {
  try {
    return z.parse(Known, JSON.parse(readStored("localStorage", KEY) ?? ""));
  } catch {
    return null;
  }
}

export function keepOperator(session: Session): void {
  inMemory = session;
  writeStored("localStorage", KEY, JSON.stringify(z.parse(Known, session)));
}

export function dropOperator(): void {
  inMemory = null;
  writeStored("localStorage", KEY, null);
}

/**
 * A valid token; null if the operator is not signed in.
 * @param refused a token that the API refused with 401, which must not be used again
 */
export async function operatorToken(refused?: string): Promise<string | null> {
  const signedIn = readOperator();
  if (signedIn === null) return null;
  const known = inMemory?.userId === signedIn.userId ? inMemory : null;
  const isFresh = known !== null && known.expiresAt - EARLY_SECONDS > Date.now() / 1000;
  if (isFresh && known.accessToken !== refused) return known.accessToken;
  // One renewal for all calls that a page makes at the same time.
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  const renewed = await renewing;
  if (renewed === null) dropOperator();
  else keepOperator(renewed);
  return renewed?.accessToken ?? null;
}

/**
 * Asks for the password if the sign-in is too old.
 * @param within the maximum age in milliseconds
 * @returns false if the operator declines
 */
export async function hasFreshSignIn(within: number): Promise<boolean> {
  const now = serverNow().getTime();
  const isFresh = inMemory !== null && now - claimsOf(inMemory.accessToken).auth_time * 1000 <= within;
  return isFresh || (await signInAgain(readOperator()?.email ?? ""));
}
