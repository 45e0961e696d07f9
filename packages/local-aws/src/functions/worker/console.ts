import { format } from "node:util";
import type { LogLevel } from "../messages.ts";

const LEVELS: Readonly<Record<string, LogLevel>> = {
  debug: "info",
  log: "info",
  info: "info",
  warn: "warn",
  error: "error",
  trace: "error",
};

/** Passes each line on with its level, which a process's streams do not keep. */
export function redirectConsole(write: (level: LogLevel, text: string) => void): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    Object.assign(console, { [method]: (...given: unknown[]) => write(level, format(...given)) });
  }
}
