import * as z from "zod/mini";
import type { Context } from "./context.ts";

const Text = z.catch(z.optional(z.string()), undefined);
const Named = z.catch(z.object({ UserPoolId: Text, ClientId: Text, AccessToken: Text, Session: Text }), {
  UserPoolId: undefined,
  ClientId: undefined,
  AccessToken: undefined,
  Session: undefined,
});

/**
 * A call's pool, by id, client, access token or waiting sign-in. A call that names no pool goes to the first pool,
 * which refuses the call.
 */
export function poolNamedIn(contexts: readonly Context[], input: unknown): Context {
  const { UserPoolId, ClientId, AccessToken, Session } = Named.parse(input);
  const issuer = AccessToken === undefined ? undefined : issuerIn(AccessToken);
  const named = contexts.find(
    (context) =>
      context.userPoolId === UserPoolId ||
      context.clientId === ClientId ||
      context.issuer === issuer ||
      (Session !== undefined && context.sessionSteps.has(Session)),
  );
  const context = named ?? contexts[0];
  if (!context) throw new Error("There is no user pool");
  return context;
}

/** The pool that a token names. The pool checks the signature. */
function issuerIn(token: string): string | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    return z.object({ iss: z.string() }).safeParse(payload).data?.iss;
  } catch {
    return undefined;
  }
}
