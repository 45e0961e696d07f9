import type { Context } from "aws-lambda";
import { begin } from "./invocation.ts";
import { log } from "./log.ts";

/** What is left of a scheduled run's time; a batch stops before it is stopped. */
export type Remaining = () => number;

/** A Lambda that a schedule calls. What it answers is its report. */
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
