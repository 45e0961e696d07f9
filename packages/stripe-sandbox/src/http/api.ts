import { inspect } from "node:util";
import type { Context, Hono } from "hono";
import { invalidParameter, StripeFailure } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { API_VERSION } from "../core/version.ts";
import type { World } from "../core/world.ts";
import { expand } from "./expand.ts";
import { canonical, decodeForm, type RawObject } from "./form.ts";
import type { IdempotencyKeys } from "./idempotency.ts";
import { unrecognized } from "./notDone.ts";
import type { Operation } from "./operation.ts";
import type { Recorder } from "./recording.ts";

export type Fault = "refuse" | "lost" | "throttle" | "slow";
export type FaultRule = (request: {
  method: string;
  path: string;
  operation: string;
}) => Promise<Fault | undefined> | Fault | undefined;
export type RequestLogEntry = {
  id: string;
  at: number;
  /** The arrival in real time (milliseconds), which shows the sender's pace. */
  arrivedMs: number;
  method: string;
  path: string;
  operation: string;
  params: RawObject;
  idempotencyKey: string | null;
  status: number;
  replayed: boolean;
};

export type ApiParts = {
  world: World;
  keys: IdempotencyKeys;
  secretKey: string;
  fault: FaultRule | undefined;
  tooMany(): boolean;
  /** Runs a change. The change's events name the request. */
  during<T>(cause: { id: string; idempotency_key: string | null }, run: () => T): T;
  note(entry: RequestLogEntry): void;
  record: Recorder | undefined;
};

const SLOW_MS = 4000;

type Outcome = { status: number; body: string; requestId: string; replayed: boolean };

export function serveOperations(app: Hono, operations: readonly Operation[], parts: ApiParts): void {
  for (const operation of operations)
    app.on(operation.method, operation.path, (c) => handle(c, operation, parts));
  const refuse = (c: Context) => {
    const id = newId("req", 14);
    const failure = authorize(c, parts.secretKey) ?? unrecognized(c.req.method, c.req.path);
    return answer(
      { status: failure.status, body: failureBody(parts.world, failure, id), requestId: id, replayed: false },
      null,
    );
  };
  app.all("/v1/*", refuse);
  app.all("/v2/*", refuse);
}

async function handle(c: Context, operation: Operation, parts: ApiParts): Promise<Response> {
  const { world } = parts;
  const arrivedMs = Date.now();
  const requestId = newId("req", 14);
  const key = operation.method === "POST" ? (c.req.header("idempotency-key") ?? null) : null;
  const params = await readParams(c, operation);
  let fault: Fault | undefined;
  let outcome: Outcome;
  let begun = false;
  try {
    refuseEarly(c, operation, parts);
    const request = `${operation.method} ${c.req.path} ${canonical(params)}`;
    const kept = key === null ? undefined : parts.keys.begin(key, request);
    begun = key !== null && kept === undefined;
    fault = await parts.fault?.({ method: operation.method, path: c.req.path, operation: operation.name });
    if (fault === "slow") await new Promise((done) => setTimeout(done, SLOW_MS));
    if (fault === "throttle") throw tooFast();
    if (kept) outcome = { status: kept.status, body: kept.body, requestId: kept.requestId, replayed: true };
    else {
      outcome = run(c, operation, params, parts, { id: requestId, idempotency_key: key }, fault === "refuse");
      if (key !== null && begun)
        parts.keys.end(key, { request, status: outcome.status, body: outcome.body, requestId });
      begun = false;
    }
  } catch (error) {
    if (begun && key !== null) parts.keys.end(key);
    if (!(error instanceof StripeFailure)) throw error;
    outcome = {
      status: error.status,
      body: failureBody(world, error, requestId),
      requestId,
      replayed: false,
    };
  }
  parts.note({
    id: requestId,
    at: world.clock.now(),
    arrivedMs,
    method: operation.method,
    path: c.req.path,
    operation: operation.name,
    params,
    idempotencyKey: key,
    status: outcome.status,
    replayed: outcome.replayed,
  });
  parts.record?.({
    method: operation.method,
    route: operation.path,
    version: c.req.header("stripe-version") ?? null,
    params,
    status: outcome.status,
    answer: JSON.parse(outcome.body),
  });
  if (fault === "lost") c.env.incoming.socket.destroy();
  return answer(outcome, key);
}

async function readParams(c: Context, { method }: Operation): Promise<RawObject> {
  return decodeForm(method === "POST" ? await c.req.text() : new URL(c.req.url).search);
}

/** Refuses a request before the operation starts. Such a refusal is not stored for the idempotency key. */
function refuseEarly(c: Context, operation: Operation, parts: ApiParts): void {
  const unauthorized = authorize(c, parts.secretKey);
  if (unauthorized) throw unauthorized;
  if (parts.tooMany()) throw tooFast();
  const version = c.req.header("stripe-version") ?? API_VERSION;
  if (version !== API_VERSION)
    throw invalidParameter(`Invalid Stripe API version: ${version}`, { param: "Stripe-Version" });
  const account = accountOf(c, parts.world);
  if (account === undefined) return;
  if (!parts.world.store.find("account", account))
    throw invalidAccount(
      `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    );
  if (!operation.forAccounts)
    throw invalidAccount("The sandbox does not do this for connected accounts (Stripe-Account header).");
}

function accountOf(c: Context, world: World): string | undefined {
  const account = c.req.header("stripe-account");
  return account === world.ownAccount().id ? undefined : account;
}

function invalidAccount(message: string): StripeFailure {
  return new StripeFailure(403, { type: "invalid_request_error", code: "account_invalid", message });
}

function run(
  c: Context,
  operation: Operation,
  params: RawObject,
  parts: ApiParts,
  cause: { id: string; idempotency_key: string | null },
  refuse: boolean,
): Outcome {
  const { world } = parts;
  const asked = {
    id: c.req.param("id") ?? "",
    nested: c.req.param("nested") ?? "",
    account: accountOf(c, world),
  };
  try {
    if (refuse) throw internal();
    const result = parts.during(cause, () => operation.run(world, params, asked));
    const shown = expand(world, result.answer, result.expand);
    return { status: 200, body: JSON.stringify(shown, null, 2), requestId: cause.id, replayed: false };
  } catch (error) {
    if (error instanceof StripeFailure && error.beforeStart) throw error;
    const failure = error instanceof StripeFailure ? error : bug(error);
    return {
      status: failure.status,
      body: failureBody(world, failure, cause.id),
      requestId: cause.id,
      replayed: false,
    };
  }
}

function authorize(c: Context, secretKey: string): StripeFailure | undefined {
  const header = c.req.header("authorization") ?? "";
  const given = header.startsWith("Basic ")
    ? (Buffer.from(header.slice(6), "base64").toString().split(":")[0] ?? "")
    : header.replace(/^Bearer /, "");
  if (given === secretKey) return undefined;
  const message =
    given === ""
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${given.slice(0, 8)}${"*".repeat(Math.max(0, given.length - 12))}${given.slice(-4)}`;
  return new StripeFailure(401, { type: "invalid_request_error", message });
}

function tooFast(): StripeFailure {
  return new StripeFailure(429, {
    type: "invalid_request_error",
    code: "rate_limit",
    message:
      "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
  });
}

function internal(): StripeFailure {
  return new StripeFailure(500, { type: "api_error", message: "An unknown error occurred." });
}

function bug(error: unknown): StripeFailure {
  process.stderr.write(`${inspect(error)}\n`);
  return internal();
}

function failureBody(world: World, failure: StripeFailure, requestId: string): string {
  const error = { ...failure.body, request_log_url: `${world.url}/dashboard?request=${requestId}` };
  return JSON.stringify({ error }, null, 2);
}

function answer(outcome: Outcome, key: string | null): Response {
  const headers = new Headers({
    "content-type": "application/json",
    "cache-control": "no-cache, no-store",
    "request-id": outcome.requestId,
    "stripe-version": API_VERSION,
  });
  if (key !== null) {
    headers.set("idempotency-key", key);
    headers.set("original-request", outcome.requestId);
  }
  if (outcome.replayed) headers.set("idempotent-replayed", "true");
  // The answer is stored for its key, so a retry would get the same answer.
  if (outcome.status >= 500) headers.set("stripe-should-retry", "false");
  if (outcome.status === 409) headers.set("stripe-should-retry", "true");
  return new Response(outcome.body, { status: outcome.status, headers });
}
