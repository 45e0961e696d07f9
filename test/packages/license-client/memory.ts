import type { Storage } from "../../../packages/license-client/src/ports.ts";

/** A disk in memory with injectable failures. */
export class MemoryStorage implements Storage {
  readonly kept: Map<string, string>;
  /** The number of writes that still succeed. */
  writesLeft = Number.POSITIVE_INFINITY;
  isReadable = true;
  /** Called before each read, and before and after each write. A throw simulates a kill at this instruction. */
  onStep: () => void = () => {};
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(kept = new Map<string, string>()) {
    this.kept = kept;
  }

  async read(name: string): Promise<string | undefined> {
    this.onStep();
    if (!this.isReadable) throw new Error("EIO");
    return this.kept.get(name);
  }

  async write(name: string, text: string): Promise<void> {
    this.onStep();
    if (this.writesLeft <= 0) throw new Error("ENOSPC");
    this.writesLeft -= 1;
    this.kept.set(name, text);
    this.onStep();
  }

  lock<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#queues.get(name) ?? Promise.resolve()).then(work);
    this.#queues.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  }
}
