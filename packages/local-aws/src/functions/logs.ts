import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import path from "node:path";
import type { LogLevel } from "./messages.ts";

export type Logs = {
  write: (functionId: string, level: LogLevel, text: string) => void;
  close: () => Promise<void>;
};

/** One file per function. Warnings and errors also go to `notice`. */
export function openLogs(directory: string, notice: (functionId: string, text: string) => void): Logs {
  const streams = new Map<string, WriteStream>();
  const streamOf = (functionId: string) => {
    const known = streams.get(functionId);
    if (known !== undefined) return known;
    const file = path.join(directory, `${functionId}.log`);
    mkdirSync(path.dirname(file), { recursive: true });
    const stream = createWriteStream(file, { flags: "a" });
    streams.set(functionId, stream);
    return stream;
  };
  return {
    write: (functionId, level, text) => {
      streamOf(functionId).write(`${new Date().toISOString()} ${level.toUpperCase()} ${text}\n`);
      if (level !== "info") notice(functionId, text);
    },
    close: async () => {
      await Promise.all([...streams.values()].map((stream) => new Promise((done) => stream.end(done))));
    },
  };
}
