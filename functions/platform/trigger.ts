import type { Context } from "aws-lambda";
import { begin } from "./invocation.ts";
import { log } from "./log.ts";

export function trigger<E>(handle: (event: E, now: Date) => Promise<void>) {
  return async (event: E, context: Context): Promise<E> => {
    begin(context);
    try {
      await handle(event, new Date());
      return event;
    } catch (error) {
      log.error("trigger.failed", error);
      throw error;
    }
  };
}
