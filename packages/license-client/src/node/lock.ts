import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, readlink, stat, unlink, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { fieldsOf, parseJson, textOf } from "../wire.ts";

/**
 * The holder touches its file this often. A holder whose process is gone is dead at once, and any other holder if its
 * file is untouched for DEAD_AFTER.
 */
const BEAT = 2_000;
const DEAD_AFTER = 20_000;
const POLL = 25;
/** Longer than any call under a lock. */
const MAX_WAIT = 120_000;

/** The scope of process ids: this computer, and on Linux this container. */
const place = async (): Promise<string> =>
  `${hostname()} ${await readlink("/proc/self/ns/pid").catch(() => "")}`;

type Owner = { token: string; pid: number; place: string };

/**
 * Runs work while nothing else, in this or another process, holds the lock at this path. The lock is a file that only
 * one process can create. To remove a dead holder's file, a process must first create a file named after that
 * holder's token, so only one process removes it. A holder that was suspended for DEAD_AFTER can lose its lock.
 */
export async function withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const owner = { token: randomUUID(), pid: process.pid, place: await place() };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const until = performance.now() + MAX_WAIT;
  const watched = new Map<string, { beat: number; since: number }>();
  while (!(await create(path, owner))) {
    signal?.throwIfAborted();
    if (performance.now() > until) throw new Error(`${path} is locked`);
    if (!(await removeDead(path, owner, watched))) await pause();
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), BEAT);
  beat.unref();
  try {
    signal?.throwIfAborted();
    return await work();
  } finally {
    clearInterval(beat);
    // If this process was suspended for long, another one may have thought it dead and taken the lock.
    if ((await readOwner(path))?.token === owner.token) await unlink(path).catch(() => undefined);
  }
}

/** @returns false if the file exists */
async function create(path: string, owner: Owner): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(JSON.stringify(owner));
    } catch (error) {
      await unlink(path).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    // Windows answers EPERM while it removes a file of that name.
    if (isCode(error, "EEXIST") || (process.platform === "win32" && isCode(error, "EPERM"))) return false;
    throw error;
  }
}

/** @returns whether a lock was removed, so that an immediate retry makes sense */
async function removeDead(
  path: string,
  self: Owner,
  watched: Map<string, { beat: number; since: number }>,
): Promise<boolean> {
  const owner = await readOwner(path);
  if (owner === undefined || !(await isDead(path, owner, self, watched))) return false;
  const breaking = `${path}.${owner.token}`;
  if (!(await create(breaking, self))) return removeDead(breaking, self, watched);
  try {
    // While this second file exists, no other process removes this owner's lock.
    if ((await readOwner(path))?.token !== owner.token) return false;
    await unlink(path);
    return true;
  } finally {
    await unlink(breaking).catch(() => undefined);
  }
}

async function isDead(
  path: string,
  owner: Owner,
  self: Owner,
  watched: Map<string, { beat: number; since: number }>,
): Promise<boolean> {
  if (owner.place === self.place && owner.pid !== self.pid && !isRunning(owner.pid)) return true;
  const beat = (await stat(path).catch(() => undefined))?.mtimeMs;
  if (beat === undefined) return false;
  const key = `${path} ${owner.token}`;
  const before = watched.get(key);
  // The system's clock can be set, so the monotonic clock measures how long the file's time stays the same.
  if (before?.beat === beat) return performance.now() - before.since > DEAD_AFTER;
  watched.set(key, { beat, since: performance.now() });
  return false;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isCode(error, "ESRCH");
  }
}

/** A file without a token belongs to a holder that is still writing it, or that was killed before it could. */
async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    const text = await readFile(path, "utf8");
    const { ino } = await stat(path);
    const unnamed = { token: `unnamed-${ino}`, pid: -1, place: "" };
    const { token, pid, place: where } = fieldsOf(parseJson(text));
    if (!/^[\w-]+$/.test(textOf(token))) return unnamed;
    return { token: textOf(token), pid: Number(pid), place: textOf(where) };
  } catch {
    return undefined;
  }
}

export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL * (0.5 + Math.random())));
