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

/** Whether what was asked for may have happened all the same: only a refusal is known to have changed nothing. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { code, status } = error;
  // An answer that worked and could not be read has its status.
  return code === "NETWORK_ERROR" || status >= 500 || (status > 0 && status < 400);
}

const LOOK_FIRST = "Reload the page before you try again.";

/** What the server says of an error on its side, without the advice to repeat at once what may have gone through. */
function serverError(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status < 500 || error.code === "NETWORK_ERROR") return null;
  return error.message.replace(/ Please try again\.$/, "");
}

/** Why a change failed, after words that say what failed. */
export function reasonOf(error: unknown): string {
  if (!isUnanswered(error)) return messageOf(error);
  const said = serverError(error);
  return said === null
    ? `We did not get an answer, so it may have gone through. ${LOOK_FIRST}`
    : `${said} It may have gone through all the same. ${LOOK_FIRST}`;
}

const unansweredTitle = (error: unknown): string =>
  serverError(error) === null ? "We did not get an answer" : "Something went wrong";

/**
 * The heading and text for a change of money or access that failed.
 * @param refused the heading of a refusal
 * @param maybe what may have happened where no answer came
 */
export function failureWords(
  error: unknown,
  { refused, maybe }: { refused: string; maybe: string },
): { title: string; text: string } {
  return isUnanswered(error)
    ? { title: unansweredTitle(error), text: `${maybe} ${LOOK_FIRST}` }
    : { title: refused, text: messageOf(error) };
}

/** The catalog's message first, then the reason where it may be shown. */
export const failureOf =
  (what: string) =>
  (error: unknown): string =>
    `${what}. ${reasonOf(error)}`;

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
