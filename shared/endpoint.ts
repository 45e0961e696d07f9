import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import { MINUTE } from "./instant.ts";

/** How long ago one may have typed the password when money moves, a key is given away or replaced, or one's data leaves. */
export const FRESH_FOR_MONEY = 5 * MINUTE;

/** How long ago an operator may have typed the password when prices, codes, limits or links are to change. */
export const FRESH_FOR_SETTINGS = 60 * MINUTE;

/** How long ago one may have typed the password when an account is to be deleted, or customers' data handed out. */
export const FRESH_FOR_DELETION = 10 * MINUTE;

/** How long ago one may have typed the password when the password, the address or the second factor changes. */
export const FRESH_FOR_SECURITY = 10 * MINUTE;

/**
 * Who may call an endpoint. The edge (functions/platform) enforces it from the contract.
 * public: anybody · customer: an access token of the customers' user pool
 * operator: an access token of the operators' user pool, in the group `operators`
 * device: a license key or an activation's secret, in the body · stripe: a signature over the raw body
 */
export type Audience = "public" | "customer" | "operator" | "device" | "stripe";
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One call of the product's API, said once. Routes, the check at the Lambda's edge, the web's typed
 * client, the OpenAPI document and the authorization matrix of the tests are all derived from it.
 */
export type Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> = {
  readonly method: Method;
  /** Below the API's stage, with `{name}` for a path parameter: `/api/seat/swap`. */
  readonly path: `/${string}`;
  readonly audience: Audience;
  /** A suspended customer may call it: to see what they pay and to stop paying. Every other call answers 403. */
  readonly whileSuspended?: true;
  /**
   * Milliseconds since the caller typed the password. Later it is FRESH_SIGN_IN_REQUIRED, and an API key needs the level
   * `critical`.
   */
  readonly freshSignIn?: number;
  /** For a sign-in that the shop does not know yet: the call that starts its session. */
  readonly beforeSession?: true;
  /**
   * What an API key needs for an operator's call beside its area (apiKeys/areas.ts): by default the level
   * `read` for a GET, and `write` for all else. `never`: no key may call it.
   */
  readonly byKey?: "read" | "never";
  /** Areas besides its own whose data it shows or hands out: a key needs the level `read` there too. */
  readonly shows?: readonly string[];
  /** Where a path parameter names the data: its area by the parameter's value, in place of the call's own. */
  readonly areaBy?: { readonly parameter: string; readonly areas: Readonly<Record<string, string>> };
  /** Milliseconds that anybody may keep an answer which is the same for all; without it nobody keeps any. */
  readonly cacheFor?: number;
  /** Where the answer is text of another kind than JSON (a feed): the output is that text. */
  readonly contentType?: string;
  /** Whatever the body is, and whatever kind it says it has: only the address counts. */
  readonly takesNoBody?: true;
  /** The output's `cookies` are set, and are not in the body. */
  readonly setsCookies?: true;
  /** The answer is a 302: the output says `location`, and the `cookies` to set on the way. */
  readonly redirects?: true;
  /**
   * The codes that it may refuse with, beside those of every call of its audience (errorsOf.ts). Tests fail for another
   * one, and for one that nothing in its Lambda can throw.
   */
  readonly errors?: readonly ErrorCode[];
  /** What a caller may send: path parameters, query and JSON body in one object. Unknown fields are dropped. */
  readonly input: I;
  /** What is answered. A field that is not listed here never leaves the Lambda. */
  readonly output: O;
};

export type Input<E extends Endpoint> = z.output<E["input"]>;
/** What a caller passes in, before defaults and transforms. */
export type Request<E extends Endpoint> = z.input<E["input"]>;
export type Output<E extends Endpoint> = z.output<E["output"]>;

/** Keeps the literal types of a contract while checking its shape. */
export function endpoint<const E extends Endpoint>(contract: E): E {
  return contract;
}
