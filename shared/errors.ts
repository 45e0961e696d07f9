/**
 * Every error code with its HTTP status. The body is `{ error, code, requestId, field?, details? }`. An error that is
 * not an AppError becomes PAYMENTS_UNAVAILABLE if Stripe did not answer, and otherwise INTERNAL_ERROR.
 */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  INVALID_KEY: 400,
  AUTH_ERROR: 401,
  SESSION_ENDED: 401,
  PAYMENT_ERROR: 402,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  READ_ONLY: 403,
  FRESH_SIGN_IN_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  UNPROVEN: 403,
  ACCOUNT_SUSPENDED: 403,
  EXPIRED: 403,
  SUSPENDED: 403,
  REVOKED: 403,
  INACTIVE: 403,
  REPLACED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  ALREADY_OWNED: 409,
  ALREADY_SUBSCRIBED: 409,
  OFFER_UNAVAILABLE: 409,
  SEAT_BUSY: 409,
  SEAT_TAKEN: 409,
  FINGERPRINT_MISMATCH: 409,
  CLONE_SUSPECTED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  SWAP_LIMIT: 429,
  REPLACEMENT_LIMIT: 429,
  DATABASE_ERROR: 500,
  CONFIG_ERROR: 500,
  INTERNAL_ERROR: 500,
  PAYMENTS_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Shown if a 401 has no message, such as the gateway's. */
export const AUTHENTICATION_FAILED = "Authentication failed";

export const UNEXPECTED_ERROR = "An unexpected error occurred. Please try again.";

/** The messages of these codes are only for the log. The caller gets the general sentence and INTERNAL_ERROR. */
const NOT_OPERATIONAL: ReadonlySet<ErrorCode> = new Set(["CONFIG_ERROR", "INTERNAL_ERROR"]);

/** The body of every error. Devices get `serverTime`, since their own clock may be wrong. */
export type ErrorBody = {
  error: string;
  code: ErrorCode;
  requestId: string;
  field?: string | undefined;
  details?: Record<string, unknown> | undefined;
  serverTime?: string;
};

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    message: string = code === "AUTH_ERROR" ? AUTHENTICATION_FAILED : UNEXPECTED_ERROR,
    more: { field?: string | undefined; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.field = more.field;
    this.details = more.details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** Whether the caller may see the message. */
  get operational(): boolean {
    return !NOT_OPERATIONAL.has(this.code);
  }
}
