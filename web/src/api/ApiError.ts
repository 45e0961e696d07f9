import { AUTHENTICATION_FAILED, UNEXPECTED_ERROR } from "#shared/errors.ts";

/** A failed call, with a message for the user. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The error code, such as `NETWORK_ERROR` if no answer came. */
  readonly code: string;
  /** The HTTP status; 0 if no answer came. */
  readonly status: number;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly requestId: string | undefined;
  /** The error page's heading, which names the failed action. */
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

export function whileDoing(doing: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  return new ApiError(error.code, error.message, { ...error, doing, cause: error });
}

export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : UNEXPECTED_ERROR;
}

/** The message about a field that the server refused; undefined if the error is not about this field. */
export function refusalOf(error: unknown, field: string): string | undefined {
  return error instanceof ApiError && error.field === field ? error.message : undefined;
}

/** Whether the call may have succeeded. Only after a refusal is it certain that nothing changed. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { code, status } = error;
  // A status below 400 means that the call succeeded, but its answer was unreadable.
  return code === "NETWORK_ERROR" || status >= 500 || (status > 0 && status < 400);
}

const LOOK_FIRST = "Reload the page before you try again.";

/** The server's message, without its advice to retry: the first call may have succeeded. */
function serverError(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status < 500 || error.code === "NETWORK_ERROR") return null;
  return error.message.replace(/ Please try again\.$/, "");
}

/** Why a change failed. Follows a sentence that says what failed. */
export function reasonOf(error: unknown): string {
  if (!isUnanswered(error)) return messageOf(error);
  const said = serverError(error);
  return said === null
    ? `We did not get an answer, so it may have gone through. ${LOOK_FIRST}`
    : `${said} It may have gone through anyway. ${LOOK_FIRST}`;
}

const unansweredTitle = (error: unknown): string =>
  serverError(error) === null ? "We did not get an answer" : "Something went wrong";

/**
 * Heading and text for a failed change of money or access.
 * @param refused the heading after a refusal
 * @param maybe what may have happened if no answer came
 */
export function failureWords(
  error: unknown,
  { refused, maybe }: { refused: string; maybe: string },
): { title: string; text: string } {
  return isUnanswered(error)
    ? { title: unansweredTitle(error), text: `${maybe} ${LOOK_FIRST}` }
    : { title: refused, text: messageOf(error) };
}

/** Returns a function for an error's message: `what` names the failed change, and the reason follows. */
export const failureOf =
  (what: string) =>
  (error: unknown): string =>
    `${what}. ${reasonOf(error)}`;

/** The error in an answer; a general error if the answer is not the API's, but a proxy's. */
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
