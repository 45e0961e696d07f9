type Warn = (message: string, error: unknown) => void;

let waiting: { message: string; error: unknown }[] = [];
let warn: Warn = (message, error) => void waiting.push({ message, error });

/** Logs a warning. For modules that cannot import the page's log: they run before it, or it imports them. */
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
