import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Activation, ActivationId, AttemptId, Computer, Fingerprint, Nonce } from "./activation.ts";
import { HOLDER_ERRORS, KEY_ERRORS, LEASE_ERRORS } from "./errors.ts";
import { TypedLicenseKey } from "./key.ts";
import { Explanation, LICENSE_CODES, Tier, Warning } from "./standing.ts";

/** The fields that a computer gets with a lease. */
export const Leased = z.object({
  code: z.literal("VALID"),
  message: z.string(),
  warning: z.nullable(Warning),
  serverTime: Instant,
  activationId: z.string(),
  /** Proves the activation from now on. Sent once: only a repetition of the call gets it again. */
  refreshSecret: z.string(),
  /** A signed lease (lease.ts). Works without the service until `leaseEndsAt`. */
  lease: z.string(),
  leaseEndsAt: Instant,
  tier: Tier,
  expiresAt: z.nullable(Instant),
});

/**
 * Takes the key's seat for this computer. The same computer can take its own seat again at any time. Fails with
 * INVALID_KEY, NOT_FOUND, SEAT_TAKEN, SEAT_BUSY, SWAP_LIMIT, or the license's own state (EXPIRED, SUSPENDED, REVOKED,
 * INACTIVE, PAYMENT_REQUIRED).
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
 * Exchanges the secret for a new lease and a new secret. If the answer is lost, repeat the call with the same
 * `attemptId` to get the same secret. Fails with CLONE_SUSPECTED if another copy used the secret, SEAT_TAKEN,
 * FINGERPRINT_MISMATCH if the seat was cleared, INVALID_KEY, NOT_FOUND, or the license's own state.
 */
export const refresh = endpoint({
  method: "POST",
  path: "/api/license/refresh",
  audience: "device",
  errors: [...KEY_ERRORS, ...LEASE_ERRORS, ...HOLDER_ERRORS],
  input: z.object({ ...Activation.shape, attemptId: AttemptId }),
  output: Leased,
});

/**
 * Leaves the seat without counting a swap, even if the license is not valid. Repeatable. Fails with INVALID_KEY,
 * NOT_FOUND, SEAT_TAKEN, FINGERPRINT_MISMATCH or CLONE_SUSPECTED.
 */
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
 * Explains in words whether this computer may use this key, and what to do. Changes nothing, and returns 200 whatever
 * the code is. It is a POST because a key in a URL would end up in logs. RATE_LIMITED as in `validate`.
 */
export const explain = endpoint({
  method: "POST",
  path: "/api/license/explain",
  audience: "device",
  errors: ["RATE_LIMITED"],
  input: z.object({
    licenseKey: TypedLicenseKey,
    fingerprint: Fingerprint,
    /** Lets a copied installation learn that it is a copy. */
    activationId: z.optional(ActivationId),
    nonce: Nonce,
  }),
  output: z.object({ ...Explanation.shape, serverTime: Instant }),
});
