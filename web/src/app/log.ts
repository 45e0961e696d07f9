import {
  type ClientError,
  logClientErrors,
  MAX_CLIENT_ERRORS,
  CLIENT_ERROR_SIZES as SIZES,
} from "#shared/diagnostics/public.ts";
import { createLogger, type LogEntry } from "./logger.ts";
import { drainLogQueue } from "./logQueue.ts";

/** A page sends at most this many reports, because an error may repeat with every frame. */
const MAX_PER_PAGE = 30;
const TOGETHER_MS = 1000;

let waiting: ClientError[] = [];
let told = 0;

/** The page's log. Sends ERROR and FATAL entries to the server, at most once a second. */
export const logger = createLogger({
  report: (entry) => {
    if (told >= MAX_PER_PAGE) return;
    told += 1;
    waiting.push(toReport(entry));
    if (waiting.length === 1) setTimeout(send, TOGETHER_MS);
  },
});

drainLogQueue((message, error) => logger.log("WARN", message, { error }));

async function send(): Promise<void> {
  const entries = waiting;
  waiting = [];
  const { call } = await import("../api/call.ts");
  for (let at = 0; at < entries.length; at += MAX_CLIENT_ERRORS)
    // Entries that cannot be sent stay in the page's log. A failure must not create another entry.
    await call(logClientErrors, { entries: entries.slice(at, at + MAX_CLIENT_ERRORS) }).catch(
      () => undefined,
    );
}

function toReport({ timestamp, level, message, context, error }: LogEntry): ClientError {
  return {
    timestamp,
    level: level === "FATAL" ? "FATAL" : "ERROR",
    message: message.slice(0, SIZES.message),
    context: { requestId: context.requestId, page: window.location.pathname.slice(0, SIZES.page) },
    ...(error === undefined
      ? {}
      : {
          error: {
            name: error.name.slice(0, SIZES.name),
            message: error.message.slice(0, SIZES.message),
            ...(error.stack === undefined ? {} : { stack: error.stack.slice(0, SIZES.stack) }),
          },
        }),
  };
}

export function tellUncaught(event: ErrorEvent | PromiseRejectionEvent): void {
  if (event instanceof PromiseRejectionEvent)
    logger.log("FATAL", "Unhandled rejection", { error: event.reason });
  // A resource that failed to load has no error. The code that needs it reports the failure.
  else if (event.error) logger.log("FATAL", event.message, { error: event.error });
}

export function watchUncaught(): void {
  window.addEventListener("error", tellUncaught);
  window.addEventListener("unhandledrejection", tellUncaught);
}
