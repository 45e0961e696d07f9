import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import * as z from "zod/mini";
import { AppError } from "#shared/errors.ts";
import { WriteConflict } from "./dynamo.ts";
import { Undecided } from "./undecided.ts";

/** Errors from Node and the AWS SDK when a service is unavailable or throttles. */
const AWAY =
  /^(ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|E(HOST|NET)UNREACH|ENOTFOUND|Timeout|Throttl|TooManyRequests)/;
const Failure = z.object({
  name: z.string(),
  code: z.optional(z.unknown()),
  $retryable: z.optional(z.unknown()),
  $metadata: z.optional(z.object({ httpStatusCode: z.optional(z.number()) })),
});

/** Whether a retry can succeed, as after throttling, a timeout, a write conflict or an outage. */
export function isNotYet(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof WriteConflict || error instanceof Undecided) return true;
  if (error instanceof AppError && error.code === "PAYMENTS_UNAVAILABLE") return true;
  if (error instanceof AppError && error.code === "DATABASE_ERROR") return !isInvalid(error.cause);
  return isAway(error) || isNotYet(error.cause);
}

function isInvalid(cause: unknown): boolean {
  if (cause instanceof TransactionCanceledException)
    return (cause.CancellationReasons ?? []).some(({ Code }) => Code === "ValidationError");
  return cause instanceof Error && cause.name === "ValidationException";
}

function isAway(error: Error): boolean {
  const { success, data } = Failure.safeParse(error);
  if (!success) return false;
  const { name, code, $retryable, $metadata } = data;
  const status = $metadata?.httpStatusCode ?? 0;
  return (
    $retryable !== undefined || status === 429 || status >= 500 || AWAY.test(name) || AWAY.test(String(code))
  );
}
