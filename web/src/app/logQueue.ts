type Warn = (message: string, error: unknown) => void;

let waiting: { message: string; error: unknown }[] = [];
let warn: Warn = (message, error) => void waiting.push({ message, error });

/** Logs a warning from modules that run before the page's log, or that the log itself imports. */
export function logWarning(message: string, error: unknown): void {
  warn(message, error);
}

/** Passes the waiting entries to `into`, and then every new entry. */
export function drainLogQueue(into: Warn): void {
  warn = into;
  const waited = waiting;
  waiting = [];
  for (const { message, error } of waited) warn(message, error);
}
