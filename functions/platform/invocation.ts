import type { Context } from "aws-lambda";

/** A Lambda handles one event at a time. */
let current: Context | undefined;

export function begin(context: Context): void {
  current = context;
}

export const requestId = (): string | undefined => current?.awsRequestId;

export const remainingMs = (): number => current?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
