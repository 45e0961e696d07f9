export const LEVELS = ["DEBUG", "INFO", "WARN", "ERROR", "FATAL"] as const;
export type Level = (typeof LEVELS)[number];

export const MAX_KEPT = 1000;
export const RECENT = 50;

export type LogEntry = {
  timestamp: string;
  level: Level;
  message: string;
  context: { requestId: string; [name: string]: string | number | boolean };
  error?: { name: string; message: string; stack?: string };
  /** The duration in milliseconds, and the times in epoch milliseconds. */
  performance?: { duration: number; startTime: number; endTime: number };
};

type Details = {
  context?: Record<string, string | number | boolean>;
  error?: unknown;
  performance?: LogEntry["performance"];
};

type LoggerOptions = {
  minimum?: Level;
  now?: () => number;
  /** Called with every ERROR and FATAL entry. */
  report?: (entry: LogEntry) => void;
};

export type Logger = {
  log: (level: Level, message: string, details?: Details) => void;
  timed: <T>(message: string, work: () => Promise<T>) => Promise<T>;
  /** Oldest first. */
  recent: (count?: number) => readonly LogEntry[];
};

export function newRequestId(now = Date.now()): string {
  return `req_${now}_${Math.random().toString(36).slice(2, 11) || "0"}`;
}

export function createLogger({ minimum = "INFO", now = Date.now, report }: LoggerOptions = {}): Logger {
  const kept: LogEntry[] = [];
  const log: Logger["log"] = (level, message, { context, error, performance } = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(minimum)) return;
    const at = now();
    const entry: LogEntry = {
      timestamp: new Date(at).toISOString(),
      level,
      message,
      context: { requestId: newRequestId(at), ...context },
      ...(error === undefined ? {} : { error: describe(error) }),
      ...(performance === undefined ? {} : { performance }),
    };
    kept.push(entry);
    if (kept.length > MAX_KEPT) kept.shift();
    if (level === "ERROR" || level === "FATAL") report?.(entry);
  };
  return {
    log,
    timed: async (message, work) => {
      const startTime = now();
      try {
        return await work();
      } finally {
        const endTime = now();
        log("INFO", message, { performance: { duration: endTime - startTime, startTime, endTime } });
      }
    },
    recent: (count = RECENT) => kept.slice(-count),
  };
}

function describe(error: unknown): NonNullable<LogEntry["error"]> {
  if (!(error instanceof Error)) return { name: "Thrown", message: String(error) };
  const { name, message, stack } = error;
  return { name, message, ...(stack === undefined ? {} : { stack }) };
}
