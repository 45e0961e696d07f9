import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant, MINUTE, SECOND } from "../instant.ts";
import { Computer, Fingerprint, Nonce, token } from "./activation.ts";
import { Leased } from "./device.ts";
import { KEY_ERRORS, LEASE_ERRORS } from "./errors.ts";
import { KeyId, MaskedKey } from "./masked.ts";
import { Explanation, Tier } from "./standing.ts";

/** A request to sign in ends this long after it began; RFC 8628, `expires_in`. */
export const SIGN_IN_LASTS = 10 * MINUTE;
/** The pause between two polls, and what each poll that comes too early adds to it; RFC 8628, section 3.5. */
export const POLL_INTERVAL = 5 * SECOND;
export const SLOW_DOWN = 5 * SECOND;

/**
 * Starts the activation of a computer by signing in, as RFC 8628 has it: the computer shows `userCode`, opens
 * `verificationUriComplete` in a browser, and polls. RATE_LIMITED for an address that starts too many.
 */
export const startSignIn = endpoint({
  method: "POST",
  path: "/api/license/sign-in/start",
  audience: "device",
  errors: ["RATE_LIMITED"],
  input: z.object({ fingerprint: Fingerprint, ...Computer.shape, nonce: Nonce }),
  output: z.object({
    /** Secret: its holder gets the license that is chosen. */
    deviceCode: z.string(),
    userCode: z.string(),
    /** Paths of the site. */
    verificationUri: z.string(),
    verificationUriComplete: z.string(),
    /** Both in seconds. */
    expiresIn: z.number(),
    interval: z.number(),
    serverTime: Instant,
  }),
});

export const SIGN_IN_STATES = ["pending", "slow_down", "denied", "expired", "approved"] as const;

/**
 * Asks whether the customer has answered. Not more often than every `interval` seconds: `slow_down` adds five. Once
 * approved, it takes the seat as `activate` does, and again if it is repeated, until the request expires. An unknown
 * code is `expired`. Fails as `activate` does.
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
    /** With `approved`: the key that was chosen, and what `activate` answers. */
    licenseKey: z.optional(z.string()),
    leased: z.optional(Leased),
  }),
});

const TypedUserCode = z
  .string("Enter the code that the application shows")
  .check(z.minLength(1, "Enter the code that the application shows"), z.maxLength(40));

/** A computer that asks to be signed in, as its owner is shown it. */
export const SignInRequest = z.object({
  code: z.string(),
  computer_name: z.string(),
  os: z.string(),
  app_version: z.string(),
  /** Where the request came from. */
  ip_address: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** Whether the reader has the same address. */
  is_same_network: z.boolean(),
  requested_at: Instant,
  expires_at: Instant,
  /** The customer's seats, the best choice first. */
  choices: z.array(
    z.object({
      /** For the answer: the whole key is for the computer that gets the seat. */
      keyId: KeyId,
      key: MaskedKey,
      name: z.nullable(z.string()),
      tier: Tier,
      /** The computer that has the seat and would lose it; null while it is free or this computer's own. */
      replaces: z.nullable(z.string()),
      swaps_left: z.number(),
      /** Why this seat cannot be chosen now; null where it can. */
      problem: z.nullable(Explanation),
    }),
  ),
});
export type SignInRequest = z.output<typeof SignInRequest>;

/**
 * The request behind a code, with the caller's seats. NOT_FOUND for a code that is wrong, answered or expired;
 * RATE_LIMITED for a caller who tries many.
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
 * Gives the computer a seat, or denies the request. A seat that another computer has needs `swap`, which counts as one
 * swap of the day (SWAP_LIMIT). The same answer twice changes nothing. NOT_FOUND and RATE_LIMITED as above.
 */
export const answerSignIn = endpoint({
  method: "POST",
  path: "/api/sign-in/answer",
  audience: "customer",
  errors: [...KEY_ERRORS, ...LEASE_ERRORS, "SWAP_LIMIT"],
  input: z.object({
    code: TypedUserCode,
    answer: z.enum(["approve", "deny"], "answer must be approve or deny"),
    /** The `keyId` of a choice. */
    keyId: z.optional(token("Key id")),
    swap: z._default(z.boolean(), false),
  }),
  output: z.object({ ok: z.literal(true) }),
});
