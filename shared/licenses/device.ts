import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Activation, ActivationId, AttemptId, Computer, Fingerprint, Nonce } from "./activation.ts";
import { HOLDER_ERRORS, KEY_ERRORS, LEASE_ERRORS } from "./errors.ts";
import { TypedLicenseKey } from "./key.ts";
import { Explanation, LICENSE_CODES, Tier, Warning } from "./standing.ts";

/** In every good answer; a refusal has `code` and `serverTime` too, beside `error`. */
const Granted = z.object({
  code: z.literal("VALID"),
  message: z.string(),
  warning: z.nullable(Warning),
  serverTime: Instant,
});

/** What a computer works with until it asks again. */
export const Leased = z.object({
  ...Granted.shape,
  activationId: z.string(),
  /** Shown this once; proves the activation from now on. */
  refreshSecret: z.string(),
  /** Signed (shared/licenses/lease.ts); good without the service until `leaseEndsAt`. */
  lease: z.string(),
  leaseEndsAt: Instant,
  tier: Tier,
  expiresAt: z.nullable(Instant),
});

/**
 * Takes the key's seat for this computer; the same computer gets its own seat back at any time.
 * Fails with INVALID_KEY, NOT_FOUND, SEAT_TAKEN, SEAT_BUSY, SWAP_LIMIT, or the license's own state (EXPIRED, SUSPENDED,
 * REVOKED, INACTIVE, PAYMENT_REQUIRED).
 */
export const activate = endpoint({
  method: "POST",
  path: "/api/license/activate",
  audience: "device",
  errors: [...KEY_ERRORS, ...LEASE_ERRORS, "SWAP_LIMIT"],
  input: z.object({
    licenseKey: TypedLicenseKey,
    fingerprint: Fingerprint,
    ...Computer.shape,
    nonce: Nonce,
  }),
  output: Leased,
});

/**
 * A new lease and a new secret for the old one. A call whose answer got lost is repeated with the same
 * `attemptId` and gets the same secret. Fails with CLONE_SUSPECTED for a secret that was used up by another
 * copy, SEAT_TAKEN, FINGERPRINT_MISMATCH where the seat was cleared, INVALID_KEY, NOT_FOUND, or the license's
 * own state.
 */
export const refresh = endpoint({
  method: "POST",
  path: "/api/license/refresh",
  audience: "device",
  errors: [...KEY_ERRORS, ...LEASE_ERRORS, ...HOLDER_ERRORS],
  input: z.object({ ...Activation.shape, attemptId: AttemptId }),
  output: Leased,
});

/** Leaves the seat, at no cost. Doing it again changes nothing. Fails with INVALID_KEY or NOT_FOUND. */
export const deactivate = endpoint({
  method: "POST",
  path: "/api/license/deactivate",
  audience: "device",
  errors: [...KEY_ERRORS, ...HOLDER_ERRORS],
  input: Activation,
  output: z.object({ code: z.literal("VALID"), message: z.string(), serverTime: Instant }),
});

/** Says whether this computer may use this key. Changes nothing, and returns 200 whatever the code is. */
export const validate = endpoint({
  method: "POST",
  path: "/api/license/validate",
  audience: "device",
  errors: ["RATE_LIMITED"],
  input: z.object({ licenseKey: TypedLicenseKey, fingerprint: Fingerprint, nonce: Nonce }),
  output: z.object({
    valid: z.boolean(),
    code: z.enum(LICENSE_CODES),
    message: z.string(),
    warning: z.nullable(Warning),
    serverTime: Instant,
  }),
});

/**
 * Says in words why this computer may or may not use this key, and what helps. Changes nothing, and returns 200
 * whatever the code is. It is a POST because a key in an address would end up in logs, and the nonce is in the body.
 * RATE_LIMITED as for `validate`.
 */
export const explain = endpoint({
  method: "POST",
  path: "/api/license/explain",
  audience: "device",
  errors: ["RATE_LIMITED"],
  input: z.object({
    licenseKey: TypedLicenseKey,
    fingerprint: Fingerprint,
    /** With it, a copied installation learns that it is a copy. */
    activationId: z.optional(ActivationId),
    nonce: Nonce,
  }),
  output: z.object({ ...Explanation.shape, serverTime: Instant }),
});
