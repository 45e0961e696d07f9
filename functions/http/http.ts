import * as z from "zod/mini";
import type { Endpoint, Input, Output } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { forbiddenIn } from "#shared/text.ts";
import { type ApiEvent, edge, rawBody } from "../platform/edge.ts";
import { type CallerOf, identify, identifySignedIn, type SignedIn } from "./caller.ts";
import { sentenceFor } from "./sentence.ts";

z.config({ localeError: sentenceFor });

/** Far above any contract's body. API Gateway's own limit is 10 MB. */
const MAX_BODY_BYTES = 256 * 1024;

type Handle<E extends Endpoint, C> = (request: {
  input: Input<E>;
  caller: C;
  now: Date;
}) => Promise<Output<E>>;

/** An endpoint's Lambda. It identifies the caller by the contract's audience, parses the input and passes `now`. */
export function http<const E extends Endpoint>(contract: E) {
  return (handle: Handle<E, CallerOf<E["audience"]>>) =>
    edge(contract, async (event, now) => {
      const caller = await identify(event, contract);
      // biome-ignore lint/plugin: the audience in the contract decides which caller `identify` returns.
      return handle({ input: parseInput(contract, event), caller: caller as CallerOf<E["audience"]>, now });
    });
}

/** For the one customer call that creates a missing row. All other customer calls refuse a caller without a row. */
export function httpBeforeAccount<const E extends Endpoint>(contract: E) {
  return (handle: Handle<E, SignedIn>) =>
    edge(contract, async (event, now) => {
      const caller = await identifySignedIn(event, contract);
      return handle({ input: parseInput(contract, event), caller, now });
    });
}

/** @throws VALIDATION_ERROR with the field's name, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE */
export function parseInput<E extends Endpoint>(contract: E, event: ApiEvent): Input<E> {
  // Only GET takes a query: URLs end up in logs, so other data belongs in the body.
  const query = contract.method === "GET" ? event.queryStringParameters : undefined;
  const body = contract.takesNoBody ? undefined : parseBody(event);
  const given = { ...query, ...body, ...event.pathParameters };
  const schema: E["input"] = contract.input;
  const parsed = z.safeParse(schema, given);
  const issue = parsed.success ? forbiddenIn(parsed.data) : parsed.error.issues[0];
  if (parsed.success && !issue) return parsed.data;
  const field = issue && "keys" in issue ? issue.keys[0] : issue?.path.join(".");
  throw new AppError("VALIDATION_ERROR", issue?.message, { field: field || undefined });
}

function parseBody(event: ApiEvent): Record<string, unknown> {
  const body = rawBody(event);
  if (body === "") return {};
  if (Buffer.byteLength(body) > MAX_BODY_BYTES)
    throw new AppError("PAYLOAD_TOO_LARGE", "The request is too large.", { field: "body" });
  // Blocks cross-site forms: a browser sends JSON to another site only after a CORS preflight.
  if (!/^\s*application\/json\s*(;|$)/i.test(event.headers["content-type"] ?? ""))
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json.", {
      field: "content-type",
    });
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new AppError("VALIDATION_ERROR", "The body is not valid JSON.", { field: "body" });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new AppError("VALIDATION_ERROR", "The body must be a JSON object.", { field: "body" });
  return { ...value };
}
