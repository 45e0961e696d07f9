import { timingSafeEqual } from "node:crypto";
import type { Context } from "aws-lambda";
import { allows, type KeyHolder, keyCaller } from "#shared/apiKeys/levels.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/index.ts";
import { lacksScope } from "../http/index.ts";
import { CALLS_AN_API_KEY, countWithin } from "../limits/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { type ApiEvent, failureOf, type Response } from "../platform/edge.ts";
import { begin } from "../platform/invocation.ts";
import { invokeEndpoint } from "../platform/invoke.ts";
import { refuseStrangers } from "../platform/origin.ts";
import { type Call, findCall, requireLive } from "./rules.ts";
import { readApiKey } from "./secret.ts";
import { findKey, markUsed, type StoredKey } from "./table.ts";

/**
 * Handles the calls of scripts: `ANY /scripts/<path of an operator's call>` with an API key. The gateway's authorizers
 * accept only tokens of the user pools. So this function checks the key, counts and audits the call, and invokes the
 * Lambda of the operator's call, which checks the scope again (functions/http/keyHolder.ts).
 */
export async function handler(event: ApiEvent, context: Context): Promise<Response> {
  begin(context);
  const now = new Date();
  try {
    refuseStrangers(event);
    const key = await authenticate(event, now);
    await countWithin(`apiKey#${key.id}`, CALLS_AN_API_KEY, now);
    const { method } = event.requestContext.http;
    const call = findCall(method, `/${event.pathParameters?.path ?? ""}`);
    if (!call) throw new AppError("NOT_FOUND", "This call does not exist, or API keys cannot make it.");
    await admit(key, call, now);
    return await invokeEndpoint(call.id, forward(event, call, key));
  } catch (error) {
    return failureOf(error, context.awsRequestId);
  }
}

/** @throws AUTH_ERROR, which does not reveal whether a wrong key's id exists */
async function authenticate(event: ApiEvent, now: Date): Promise<StoredKey> {
  const given = /^Bearer\s+(\S+)$/i.exec(event.headers.authorization ?? "")?.[1];
  const read = given === undefined ? undefined : readApiKey(given);
  const key = read && (await findKey(read.id));
  if (!read || !key || !timingSafeEqual(Buffer.from(read.hash), Buffer.from(key.hash)))
    throw new AppError("AUTH_ERROR", "Send a valid API key as Authorization: Bearer <key>.");
  requireLive(key, now);
  return key;
}

/** Audits the call, allowed or not. @throws FORBIDDEN without the scope, AUTH_ERROR for a revoked or expired key */
async function admit(key: StoredKey, call: Call, now: Date): Promise<void> {
  const entry = (outcome: Record<string, string>) =>
    auditEntry({
      operator: keyCaller(key.name),
      action: "apiKeys/call",
      subject: `apiKey#${key.id}`,
      before: null,
      after: { call: call.id, ...call.pathParameters, ...outcome },
      at: now.toISOString(),
    });
  const lacking = call.needs.find(({ area, level }) => !allows(key.scopes, area, level));
  if (lacking) {
    const refusal = lacksScope(lacking);
    await transact([entry({ refused: refusal.message })]);
    throw refusal;
  }
  const today = now.toISOString().slice(0, 10);
  await retryOnConflict(async (isFirst) => {
    const known = isFirst ? key : await findKey(key.id);
    if (!known) throw new AppError("AUTH_ERROR", "This API key was removed.");
    requireLive(known, now);
    await transact([entry({}), ...(known.lastUsedOn === today ? [] : [markUsed(key.id, today)])]);
  });
}

/** The event that the gateway would send to the endpoint, with the key's holder as its authorizer. */
function forward(event: ApiEvent, { pathParameters }: Call, key: StoredKey): ApiEvent {
  const { authorization: _, cookie: _cookie, "x-user-id": _user, ...headers } = event.headers;
  const { pathParameters: _path, cookies: _cookies, requestContext, ...rest } = event;
  const holder: KeyHolder = { name: key.name, createdBy: key.createdBy, scopes: key.scopes };
  const { authorizer: _authorizer, ...context } = requestContext;
  return { ...rest, headers, pathParameters, requestContext: { ...context, authorizer: { lambda: holder } } };
}
