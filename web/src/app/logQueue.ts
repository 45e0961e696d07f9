type Warn = (message: string, error: unknown) => void;

let waiting: { message: string; error: unknown }[] = [];
let warn: Warn = (message, error) => void waiting.push({ message, error });

/** Logs a warning from modules that the page's log depends on, or before it loads. */
export function logWarning(message: string, error: unknown): void {
  warn(message, error);
}

/** Passes on the waiting entries, and then all new ones. */
export function drainLogQueue(into: Warn): void {
  warn = into;
  const waited = waiting;
  waiting = [];
  for (const { message, error } of waited) warn(message, error);
}
