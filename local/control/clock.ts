import * as z from "zod/mini";
import { readJson, writeJson } from "../jsonFile.ts";

const Kept = z.object({ offsetMs: z.int() });

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
      if (file !== undefined) writeJson(file, { offsetMs: offset() } satisfies z.infer<typeof Kept>);
    },
  };
}

function readOffset(file: string): number {
  const kept = Kept.safeParse(readJson(file));
  return kept.success ? kept.data.offsetMs : 0;
}
