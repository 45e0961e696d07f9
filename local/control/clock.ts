import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The time that functions and the Stripe sandbox live by: real time, and an offset that outlives a restart. */
export type StackClock = {
  now: () => Date;
  readonly offsetMs: number;
  /** The same offset for other threads: one BigInt64 of milliseconds. */
  readonly shared: SharedArrayBuffer;
  setOffset: (milliseconds: number) => void;
};

export function createClock(file?: string): StackClock {
  const shared = new SharedArrayBuffer(8);
  const cell = new BigInt64Array(shared);
  if (file !== undefined) Atomics.store(cell, 0, BigInt(readOffset(file)));
  const offset = () => Number(Atomics.load(cell, 0));
  return {
    now: () => new Date(Date.now() + offset()),
    get offsetMs() {
      return offset();
    },
    shared,
    setOffset: (milliseconds) => {
      Atomics.store(cell, 0, BigInt(Math.round(milliseconds)));
      if (file === undefined) return;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ offsetMs: offset() }));
    },
  };
}

function readOffset(file: string): number {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    const value = typeof kept === "object" && kept !== null && "offsetMs" in kept ? kept.offsetMs : 0;
    return typeof value === "number" && Number.isFinite(value) ? Math.round(value) : 0;
  } catch {
    return 0;
  }
}
