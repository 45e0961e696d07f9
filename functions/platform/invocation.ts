import type { Context } from "aws-lambda";

/** The context of the current event. A Lambda handles one event at a time. */
let current: Context | undefined;

export function begin(context: Context): void {
  current = context;
}

export const requestId = (): string | undefined => current?.awsRequestId;

/** Milliseconds until Lambda stops this function. */
export const remainingMs = (): number => current?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
