type Warn = (message: string, error: unknown) => void;

let waiting: { message: string; error: unknown }[] = [];
let warn: Warn = (message, error) => void waiting.push({ message, error });

/** Logs a warning from a module that the page's log itself depends on, or before the log is loaded. */
export function logWarning(message: string, error: unknown): void {
  warn(message, error);
}

/** Takes over: what has waited, then everything else. */
export function drainLogQueue(into: Warn): void {
  warn = into;
  const waited = waiting;
  waiting = [];
  for (const { message, error } of waited) warn(message, error);
}
