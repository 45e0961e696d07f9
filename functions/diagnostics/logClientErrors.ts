import { logClientErrors } from "#shared/diagnostics/public.ts";
import { http } from "../http/index.ts";
import { log } from "../platform/log.ts";
import { countLines, NOTHING_COUNTED } from "./rules.ts";

/** Each function instance counts separately. Shared counts would cost a round trip. */
let counts = NOTHING_COUNTED;

/** Logs every level as a warning, so that strangers cannot trigger an alarm. */
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
