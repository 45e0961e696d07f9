import { logClientErrors } from "#shared/diagnostics/public.ts";
import { http } from "../http/index.ts";
import { log } from "../platform/log.ts";
import { countLines, NOTHING_COUNTED } from "./rules.ts";

/** Each warm function counts for itself: no round trip for what may be lost. */
let counts = NOTHING_COUNTED;

/** A warning, whatever its level there: nobody outside can set off an alarm by it. */
export const handler = http(logClientErrors)(async ({ input, caller, now }) => {
  counts = countLines(counts, String(caller.address), input.entries.length, now);
  for (const { timestamp, level, message, context, error } of input.entries)
    log.warn("client.error", {
      at: timestamp,
      clientLevel: level,
      message,
      page: context.page,
      clientRequestId: context.requestId,
      errorName: error?.name,
      errorMessage: error?.message,
      stack: error?.stack,
    });
  return { recorded: input.entries.length };
});
