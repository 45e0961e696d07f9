import { AUTHENTICATION_FAILED, UNEXPECTED_ERROR } from "#shared/errors.ts";

/** A call that failed: what the server said, in the words a person may read. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The catalog's code; `NETWORK_ERROR` where no answer came. */
  readonly code: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly requestId: string | undefined;
  /** What was being done, as a heading for the page that shows the error. */
  readonly doing: string | undefined;

  constructor(
    code: string,
    message: string,
    more: {
      status?: number;
      field?: string | undefined;
      details?: Readonly<Record<string, unknown>> | undefined;
      requestId?: string | undefined;
      doing?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.status = more.status ?? 0;
    this.field = more.field;
    this.details = more.details;
    this.requestId = more.requestId;
    this.doing = more.doing;
  }
}

/** The same error, told under the heading of what was being done. */
export function whileDoing(doing: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  return new ApiError(error.code, error.message, { ...error, doing, cause: error });
}

/** What may be shown of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : UNEXPECTED_ERROR;
}

/** The catalog's message first, then the reason where it may be shown. */
export const failureOf =
  (what: string) =>
  (error: unknown): string =>
    error instanceof ApiError ? `${what}. ${error.message}` : what;

/** The error that an answer tells; one that is not in the product's own shape (a proxy's, say) is unexpected. */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  const fields = isRecord(body) ? body : {};
  const { error, code, field, details, requestId } = fields;
  const known = typeof error === "string" && typeof code === "string";
  return new ApiError(
    known ? code : status === 401 ? "AUTH_ERROR" : "INTERNAL_ERROR",
    known ? error : status === 401 ? AUTHENTICATION_FAILED : UNEXPECTED_ERROR,
    {
      status,
      field: typeof field === "string" ? field : undefined,
      details: isRecord(details) ? details : undefined,
      requestId: typeof requestId === "string" ? requestId : undefined,
    },
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
