import { count } from "./count.ts";
import { env } from "./env.ts";
import { requestId } from "./invocation.ts";
import { redact } from "./redact.ts";

type Level = "info" | "warn" | "error";
/** The fields of every log line. Callers cannot set them. */
type OwnFields = { level?: never; event?: never; function?: never; requestId?: never };
type Fields = Record<string, string | number | boolean | null | undefined> & OwnFields;

function write(level: Level, event: string, fields: Fields): void {
  const own = { level, event, function: env("FUNCTION_ID"), requestId: requestId() };
  const line = JSON.stringify({ ...own, ...fields, ...own });
  // biome-ignore lint/suspicious/noConsole: Lambda's log is the console.
  console[level](redact(line));
  count(event, own);
}

/**
 * Structured log lines, each named after its event (`checkout.opened`). Log ids and numbers; never a token, a license
 * key, a card or a whole address. redact.ts removes tokens, keys and addresses that slip in.
 */
export const log = {
  info: (event: string, fields: Fields = {}) => write("info", event, fields),
  warn: (event: string, fields: Fields = {}) => write("warn", event, fields),
  error: (event: string, error: unknown, fields: Fields = {}) =>
    write("error", event, { ...fields, error: describe(error) }),
};

export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by: ${describe(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
