import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Storage } from "../ports.ts";
import { isCode, withLock } from "./lock.ts";

/** The file system calls of the storage. Tests replace them to simulate a full or failing disk. */
export type Files = {
  readFile(path: string, encoding: "utf8"): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Writes, flushes to the disk and closes. */
  writeNew(path: string, text: string): Promise<void>;
};

const realFiles: Files = {
  readFile,
  rename,
  unlink,
  async writeNew(path, text) {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  },
};

const LEFT_AFTER = 60_000;

/** Milliseconds before each retry: a virus scanner or a backup holds files for a moment. */
const PAUSES = [20, 50, 100, 200];
const isHeld = (error: unknown): boolean => ["EBUSY", "EPERM", "EACCES"].some((code) => isCode(error, code));

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES)
    try {
      return await work();
    } catch (error) {
      if (!isHeld(error)) throw error;
      await setTimeout(pause);
    }
  return work();
}

/**
 * Files in a folder that only its owner can read. Each new text is first flushed to another file, which then replaces
 * the old file. So the old text survives a full disk or a crash. Processes that share the folder take turns.
 */
export function fileStorage(directory: string, files: Files = realFiles): Storage {
  const path = (name: string) => join(directory, `${name}.json`);
  return {
    async read(name) {
      try {
        return await patiently(() => files.readFile(path(name), "utf8"));
      } catch (error) {
        if (isCode(error, "ENOENT")) return undefined;
        throw error;
      }
    },
    async write(name, text) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const next = join(directory, `${name}.${randomUUID()}.new`);
      try {
        await files.writeNew(next, text);
        await patiently(() => files.rename(next, path(name)));
      } catch (error) {
        await files.unlink(next).catch(() => undefined);
        throw error;
      }
      await removeLeftovers(directory, files);
    },
    lock: (name, work, signal) => withLock(join(directory, `${name}.lock`), work, signal),
  };
}

/** Removes files of processes that were killed while writing. */
async function removeLeftovers(directory: string, files: Files): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(".new"))) {
    const file = join(directory, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > LEFT_AFTER) await files.unlink(file).catch(() => undefined);
  }
}
