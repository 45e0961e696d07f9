import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant, MINUTE, SECOND } from "../instant.ts";
import { Computer, Fingerprint, Nonce, token } from "./activation.ts";
import { Leased } from "./device.ts";
import { KEY_ERRORS, LEASE_ERRORS } from "./errors.ts";
import { KeyId, MaskedKey } from "./masked.ts";
import { Explanation, Tier } from "./standing.ts";

/** Lifetime of a sign-in request; `expires_in` in RFC 8628. */
export const SIGN_IN_LASTS = 10 * MINUTE;
/** The time between polls, and the time that each early poll adds (RFC 8628, section 3.5). */
export const POLL_INTERVAL = 5 * SECOND;
export const SLOW_DOWN = 5 * SECOND;

/**
 * Starts an activation by sign-in (RFC 8628): the computer shows `userCode`, opens `verificationUriComplete` in a
 * browser, and polls. RATE_LIMITED for an IP address that starts too many activations.
 */
export const startSignIn = endpoint({
  method: "POST",
  path: "/api/license/sign-in/start",
  audience: "device",
  errors: ["RATE_LIMITED"],
  input: z.object({ fingerprint: Fingerprint, ...Computer.shape, nonce: Nonce }),
  output: z.object({
    /** Secret: its holder gets the chosen license. */
    deviceCode: z.string(),
    userCode: z.string(),
    /** Paths on the site. */
    verificationUri: z.string(),
    verificationUriComplete: z.string(),
    /** In seconds, like `interval`. */
    expiresIn: z.number(),
    interval: z.number(),
    serverTime: Instant,
  }),
});

export const SIGN_IN_STATES = ["pending", "slow_down", "denied", "expired", "approved"] as const;

/**
 * Asks whether the customer has answered. Poll at most every `interval` seconds: `slow_down` adds five. Once the
 * customer has approved, the call takes the seat as `activate` does. Repeating the call returns the same answer until
 * the request expires. An unknown code is `expired`. Fails as `activate` does.
 */
export const pollSignIn = endpoint({
  method: "POST",
  path: "/api/license/sign-in/poll",
  audience: "device",
  errors: ["NOT_FOUND", "REPLACED", "RATE_LIMITED", "CONFLICT", ...LEASE_ERRORS, "SWAP_LIMIT"],
  input: z.object({
    deviceCode: z.string("Device code is required").check(z.minLength(1), z.maxLength(128)),
    nonce: Nonce,
  }),
  output: z.object({
    status: z.enum(SIGN_IN_STATES),
    interval: z.number(),
    serverTime: Instant,
    /** Only if `approved`: the chosen key, and the answer of `activate`. */
    licenseKey: z.optional(z.string()),
    leased: z.optional(Leased),
  }),
});

const TypedUserCode = z
  .string("Enter the code that the application shows")
  .check(z.minLength(1, "Enter the code that the application shows"), z.maxLength(40));

/** A computer's sign-in request, as shown to its owner. */
export const SignInRequest = z.object({
  code: z.string(),
  computer_name: z.string(),
  os: z.string(),
  app_version: z.string(),
  ip_address: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** Whether the reader has the same IP address as the computer. */
  is_same_network: z.boolean(),
  requested_at: Instant,
  expires_at: Instant,
  /** The customer's seats, best choice first. */
  choices: z.array(
    z.object({
      /** Send this id back in the answer. Only the computer that gets the seat gets the whole key. */
      keyId: KeyId,
      key: MaskedKey,
      name: z.nullable(z.string()),
      tier: Tier,
      /** The computer that would lose the seat; null if the seat is free or this computer's own. */
      replaces: z.nullable(z.string()),
      swaps_left: z.number(),
      /** Why this seat cannot be chosen now; null if it can. */
      problem: z.nullable(Explanation),
    }),
  ),
});
export type SignInRequest = z.output<typeof SignInRequest>;

/**
 * Returns the request behind a code, with the caller's seats. NOT_FOUND if the code is wrong, answered or expired;
 * RATE_LIMITED after many attempts.
 */
export const getSignIn = endpoint({
  method: "POST",
  path: "/api/sign-in/request",
  audience: "customer",
  errors: ["NOT_FOUND", "RATE_LIMITED"],
  input: z.object({ code: TypedUserCode }),
  output: z.object({ request: SignInRequest }),
});

/**
 * Gives the computer a seat, or denies the request. An occupied seat requires `swap`, which counts as one swap of the
 * day (SWAP_LIMIT). Repeating the same answer changes nothing. NOT_FOUND and RATE_LIMITED as in `getSignIn`.
 */
export const answerSignIn = endpoint({
  method: "POST",
  path: "/api/sign-in/answer",
  audience: "customer",
  errors: [...KEY_ERRORS, ...LEASE_ERRORS, "SWAP_LIMIT"],
  input: z.object({
    code: TypedUserCode,
    answer: z.enum(["approve", "deny"], "answer must be approve or deny"),
    keyId: z.optional(token("Key id")),
    swap: z._default(z.boolean(), false),
  }),
  output: z.object({ ok: z.literal(true) }),
});
