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

/** Hands each line over with its level, which the streams of a process do not keep. */
export function redirectConsole(write: (level: LogLevel, text: string) => void): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    Object.assign(console, { [method]: (...given: unknown[]) => write(level, format(...given)) });
  }
}
