import * as z from "zod/mini";
import { readJson, writeJson } from "../jsonFile.ts";

const Kept = z.object({ offsetMs: z.int() });

const WRITE_EVERY_MS = 1000;

/** The time of functions, schedules and stand-ins: real time plus an offset that survives a restart. */
export type StackClock = {
  now: () => Date;
  readonly offsetMs: number;
  /** The offset for other threads: a BigInt64 of milliseconds. */
  readonly shared: SharedArrayBuffer;
  setOffset: (milliseconds: number) => void;
  /**
   * Sets an intermediate offset. A long move sets hundreds of offsets, so the file is written at most once a second.
   */
  pass: (milliseconds: number) => void;
};

export function createClock(file?: string): StackClock {
  const shared = new SharedArrayBuffer(8);
  const cell = new BigInt64Array(shared);
  if (file !== undefined) Atomics.store(cell, 0, BigInt(readOffset(file)));
  const offset = () => Number(Atomics.load(cell, 0));
  const move = (milliseconds: number) => Atomics.store(cell, 0, BigInt(Math.round(milliseconds)));
  let writtenAt = Number.NEGATIVE_INFINITY;
  const write = () => {
    writtenAt = performance.now();
    if (file !== undefined) writeJson(file, { offsetMs: offset() } satisfies z.infer<typeof Kept>);
  };
  return {
    now: () => new Date(Date.now() + offset()),
    get offsetMs() {
      return offset();
    },
    shared,
    setOffset: (milliseconds) => {
      move(milliseconds);
      write();
    },
    pass: (milliseconds) => {
      move(milliseconds);
      if (performance.now() - writtenAt >= WRITE_EVERY_MS) write();
    },
  };
}

function readOffset(file: string): number {
  const kept = Kept.safeParse(readJson(file));
  return kept.success ? kept.data.offsetMs : 0;
}
