import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import { MINUTE } from "./instant.ts";

/** How recent the sign-in must be to move money, give away or replace a key, or export one's own data. */
export const FRESH_FOR_MONEY = 5 * MINUTE;

/** How recent an operator's sign-in must be to change prices, codes, limits or links. */
export const FRESH_FOR_SETTINGS = 60 * MINUTE;

/** How recent the sign-in must be to delete an account or hand out customers' data. */
export const FRESH_FOR_DELETION = 10 * MINUTE;

/** How recent the sign-in must be to change who has access: password, address, second factor, reader, API key. */
export const FRESH_FOR_SECURITY = 10 * MINUTE;

/**
 * Who may call an endpoint. functions/http enforces it from the contract.
 * public: anybody · customer: an access token of the customers' user pool
 * operator: an API key, or an access token of the operators' user pool, of an administrator or a reader
 * device: a license key or an activation's secret, in the body · stripe: a signature over the raw body
 */
export type Audience = "public" | "customer" | "operator" | "device" | "stripe";
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One call of the API. The routes, the check at the Lambda's edge, the web's typed client, the OpenAPI document and the
 * tests' authorization matrix are derived from it.
 */
export type Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> = {
  readonly method: Method;
  /** Below the API's stage, such as `/api/seat/swap`. `{name}` is a path parameter. */
  readonly path: `/${string}`;
  readonly audience: Audience;
  /**
   * A suspended customer may call it, to see or end what they pay for, get their data or delete the account. Every
   * other call of a customer answers ACCOUNT_SUSPENDED.
   */
  readonly whileSuspended?: true;
  /**
   * Maximum age of the sign-in, in milliseconds. An older sign-in gets FRESH_SIGN_IN_REQUIRED, and an API key needs the
   * level `critical`.
   */
  readonly freshSignIn?: number;
  /** Accepts a sign-in without a session: this is the call that starts it. */
  readonly beforeSession?: true;
  /**
   * The level that an API key needs in the call's area (apiKeys/areas.ts). Default: `read` for a GET, otherwise
   * `write`. `never`: no key may call it. `session`: no key may, because it concerns only the caller's own session.
   * An operator with reading rights may make calls that read, and calls about their own session.
   */
  readonly byKey?: "read" | "never" | "session";
  /** Other areas whose data the answer shows. In these, a key also needs the level `read`. */
  readonly shows?: readonly string[];
  /** A path parameter names the data: its value decides the area, instead of the call's id. */
  readonly areaBy?: { readonly parameter: string; readonly areas: Readonly<Record<string, string>> };
  /** How long shared caches may keep the answer, in milliseconds. Absent: no cache may keep it. */
  readonly cacheFor?: number;
  /** Set if the answer is not JSON (a feed): the output is then a text. */
  readonly contentType?: string;
  /** Ignores the body and its content type: only the URL counts. */
  readonly takesNoBody?: true;
  /** The output's `cookies` become Set-Cookie headers, and the body omits them. */
  readonly setsCookies?: true;
  /** Answers 302. The output has the `location`, and `cookies` to set. */
  readonly redirects?: true;
  /**
   * Error codes of this call, besides those of every call of its audience (errorsOf.ts). Tests fail if a code is
   * missing, or if nothing in the Lambda can throw it.
   */
  readonly errors?: readonly ErrorCode[];
  /** Path parameters, query and JSON body in one object. Unknown fields are dropped, unless the object is strict. */
  readonly input: I;
  /** The answer. A field that is not listed here never leaves the Lambda. */
  readonly output: O;
};

export type Input<E extends Endpoint> = z.output<E["input"]>;
/** The caller's input, before defaults and transforms. */
export type Request<E extends Endpoint> = z.input<E["input"]>;
export type Output<E extends Endpoint> = z.output<E["output"]>;

/** Checks a contract and keeps its literal types. */
export function endpoint<const E extends Endpoint>(contract: E): E {
  return contract;
}
