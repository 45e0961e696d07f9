import type { ErrorCode } from "../errors.ts";

/** Errors of a computer's calls: the key is mistyped, unknown, replaced, used too often or in a concurrent call. */
export const KEY_ERRORS = [
  "INVALID_KEY",
  "NOT_FOUND",
  "REPLACED",
  "RATE_LIMITED",
  "CONFLICT",
] as const satisfies ErrorCode[];

const STANDING_ERRORS = [
  "PAYMENT_REQUIRED",
  "EXPIRED",
  "SUSPENDED",
  "REVOKED",
  "INACTIVE",
] as const satisfies ErrorCode[];

/** Errors of a call that returns a lease. */
export const LEASE_ERRORS = [...STANDING_ERRORS, "SEAT_BUSY", "SEAT_TAKEN"] as const satisfies ErrorCode[];

/** Errors of an activation that does not hold the seat. */
export const HOLDER_ERRORS = [
  "SEAT_TAKEN",
  "FINGERPRINT_MISMATCH",
  "CLONE_SUSPECTED",
] as const satisfies ErrorCode[];
