import type { Context } from "aws-lambda";
import { begin } from "./invocation.ts";
import { log } from "./log.ts";

/** Milliseconds until Lambda stops the function. */
export type Remaining = () => number;

export function scheduled<R>(run: (now: Date, remainingMs: Remaining) => Promise<R>) {
  return async (_event: unknown, context: Context): Promise<R> => {
    begin(context);
    try {
      return await run(new Date(), () => context.getRemainingTimeInMillis());
    } catch (error) {
      log.error("schedule.failed", error);
      throw error;
    }
  };
}
