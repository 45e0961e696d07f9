import "../app/zod.ts";
import * as z from "zod/mini";
import type { Endpoint, Output, Request } from "#shared/endpoint.ts";
import { UNEXPECTED_ERROR } from "#shared/errors.ts";
import { loadConfig } from "../app/config.ts";
import { forgetLastState } from "../app/lastState.ts";
import { accessToken } from "../app/session.ts";
import { SESSION_VALIDATION_FAILED, type Side } from "../app/sessionRecord.ts";
import { learnTime } from "../ui/serverClock.ts";
import { ApiError, errorOfAnswer } from "./ApiError.ts";

export const INVALID_ANSWER = "INVALID_ANSWER";

type CallOptions = { signal?: AbortSignal | undefined };

const UNREACHABLE = "The server could not be reached. Check your connection and try again.";

/**
 * Calls the API as the contract describes.
 * @throws ApiError; an abort is thrown unchanged
 */
export async function call<E extends Endpoint>(
  contract: E,
  input: Request<E>,
  { signal }: CallOptions = {},
): Promise<Output<E>> {
  const { apiPath } = await loadConfig().catch(unreachable);
  const { url, body } = address(contract, apiPath, input);
  const side = sideOf(contract);
  if (side === "customer" && contract.method !== "GET") forgetLastState();
  const send = (token: string | null): Promise<Response> =>
    fetch(url, {
      method: contract.method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    }).then(learnTime, unreachable);

  let token = side === null ? null : await accessToken(side).catch(unreachable);
  if (side !== null && token === null) throw signedOut();
  let response = await send(token);
  if (response.status === 401 && side !== null && token !== null) {
    token = await accessToken(side, token).catch(unreachable);
    if (token === null) throw signedOut();
    response = await send(token);
  }
  return await read(contract, response);
}

/** The session that a call needs; null for none. */
export function sideOf({ audience }: Pick<Endpoint, "audience">): Side | null {
  return audience === "customer" || audience === "operator" ? audience : null;
}

async function read<E extends Endpoint>(contract: E, response: Response): Promise<Output<E>> {
  const body: unknown = await response.json().catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw notJson(contract, response);
  });
  if (!response.ok) throw errorOfAnswer(response.status, body);
  const parsed = z.safeParse<E["output"]>(contract.output, body);
  if (!parsed.success)
    throw new ApiError(INVALID_ANSWER, UNEXPECTED_ERROR, { status: response.status, cause: parsed.error });
  return parsed.data;
}

/** The error for an answer that is not JSON. Only operators see the answer's status and type. */
function notJson({ audience }: Endpoint, response: Response): ApiError {
  const type = response.headers.get("content-type") ?? "no content type";
  const { ok, status } = response;
  const expected = `JSON was expected, but the server answered ${status} with ${type}.`;
  const { code, message } = ok ? new ApiError(INVALID_ANSWER, UNEXPECTED_ERROR) : errorOfAnswer(status, null);
  return new ApiError(code, audience === "operator" ? `${expected} Please try again.` : message, {
    status,
    cause: new Error(expected),
  });
}

/** Moves path parameters from the input to the path. The rest is a GET's query, or another method's JSON body. */
export function address(
  contract: Pick<Endpoint, "method" | "path">,
  apiPath: string,
  input: unknown,
): { url: string; body: string | undefined } {
  const fields = new Map(typeof input === "object" && input !== null ? Object.entries(input) : []);
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = fields.get(name);
    fields.delete(name);
    return encodeURIComponent(String(value));
  });
  const url = apiPath + path;
  if (contract.method !== "GET") return { url, body: JSON.stringify(Object.fromEntries(fields)) };
  const query = new URLSearchParams();
  for (const [name, value] of fields) if (value !== undefined) query.set(name, String(value));
  return { url: query.size > 0 ? `${url}?${query}` : url, body: undefined };
}

function signedOut(): ApiError {
  return new ApiError("AUTH_ERROR", "User not authenticated", { status: 401 });
}

function unreachable(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
  if (cause instanceof Error && cause.message === SESSION_VALIDATION_FAILED)
    throw new ApiError("AUTH_ERROR", `${SESSION_VALIDATION_FAILED}. Please try again in a moment.`, {
      cause,
    });
  throw new ApiError("NETWORK_ERROR", UNREACHABLE, { cause });
}
