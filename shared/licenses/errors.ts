import type { ErrorCode } from "../errors.ts";

/** Of every call with a key: it is mistyped, unknown or replaced, tried too often, or used twice at the same moment. */
export const KEY_ERRORS = [
  "INVALID_KEY",
  "NOT_FOUND",
  "REPLACED",
  "RATE_LIMITED",
  "CONFLICT",
] as const satisfies ErrorCode[];

/** Of a license that is not valid. */
const STANDING_ERRORS = [
  "PAYMENT_REQUIRED",
  "EXPIRED",
  "SUSPENDED",
  "REVOKED",
  "INACTIVE",
] as const satisfies ErrorCode[];

/** Of a computer that gets a lease. */
export const LEASE_ERRORS = [...STANDING_ERRORS, "SEAT_BUSY", "SEAT_TAKEN"] as const satisfies ErrorCode[];

/** Of an activation that is not the seat's. */
export const HOLDER_ERRORS = [
  "SEAT_TAKEN",
  "FINGERPRINT_MISMATCH",
  "CLONE_SUSPECTED",
] as const satisfies ErrorCode[];
