import type { Parts, Result } from "./api.ts";
import { believed, createWatch, NEW_CLOCK } from "./clock.ts";
import { ABORTED, type Ended, tell } from "./ended.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { Told } from "./service.ts";
import { type LicenseState, stateOf } from "./states.ts";
import { type Kept, NOTHING, type Read, seal, unseal } from "./store.ts";
import type { Trust } from "./trust.ts";

const NAME = "license";
const UNREADABLE = "license-unreadable";
/** Stores the time at most this often. */
const SEEN_EVERY = 5 * 60_000;
/** Reading the state waits at most this long for the lock, which another process holds during its network calls. */
const REMEMBERED_WITHIN = 250;

class DiskFault extends Error {
  readonly kind: "read" | "write";
  constructor(kind: "read" | "write", cause: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

type Work = (read: Read) => Promise<Ended>;

/** Reads and stores the license, derives its state, and lets one process at a time change it. */
export type Keeper = ReturnType<typeof createKeeper>;

/** @param learned statements that have named new keys since the start; each save stores them */
export function createKeeper(
  parts: Parts,
  fingerprint: Fingerprint,
  trust: Trust,
  learned: readonly string[],
) {
  const { storage, crypto, clock } = parts;
  const watch = createWatch(clock);
  const listeners = new Set<() => void>();
  let diskFault: "read" | "write" | null = null;
  let latest = NOTHING;

  /** Notifies listeners of a new lease that any call or process stored. */
  function notice(kept: Kept): Kept {
    const isNew = kept.lease !== latest.lease;
    latest = kept;
    if (isNew) for (const listener of listeners) tell(listener);
    return kept;
  }

  /** Stores an unreadable text under another name for support, and starts without a license. */
  async function open(text: string | undefined): Promise<Read> {
    try {
      return unseal(text, fingerprint, crypto);
    } catch {
      await storage.write(UNREADABLE, text ?? "");
      return { kept: NOTHING, isGenuine: true };
    }
  }

  async function load(): Promise<Read> {
    try {
      const found = await open(await storage.read(NAME));
      // The next save would seal an edited text, so this drops the values that only the seal protects.
      const { kept, isGenuine } = found.isGenuine
        ? found
        : { ...found, kept: { ...found.kept, lease: null, nonce: null, clock: NEW_CLOCK, proof: null } };
      trust.follow(kept.chain);
      const lease = trust.readLease(kept.lease ?? "");
      const clock = believed(kept.clock, trust.comparison(kept.proof), lease);
      const read = { kept: { ...kept, clock }, isGenuine };
      if (diskFault === "read") diskFault = null;
      notice(read.kept);
      return read;
    } catch (error) {
      diskFault = "read";
      throw new DiskFault("read", error);
    }
  }

  async function save(kept: Kept): Promise<Kept> {
    const chain = [...new Set([...kept.chain, ...learned])];
    try {
      await storage.write(NAME, seal({ ...kept, chain }, fingerprint, crypto));
      diskFault = null;
      return notice(kept);
    } catch (error) {
      diskFault = "write";
      throw new DiskFault("write", error);
    }
  }

  function judge(read: Read): LicenseState {
    const { lease: kept, activationId, clock } = read.kept;
    const lease = trust.ownLease(kept, activationId, fingerprint.text);
    const seen = Math.max(clock.seen, lease?.issuedAt ?? 0);
    return stateOf({ ...read, lease, time: watch.read({ ...clock, seen }), diskFault });
  }

  async function state(): Promise<LicenseState> {
    try {
      const read = await load();
      const found = judge(read);
      // A running call holds the lock during its network calls, and stores the time at its end.
      if (callsUnderWay === 0) await rememberTime(read);
      return found;
    } catch (error) {
      return stateOf({
        kept: NOTHING,
        isGenuine: true,
        lease: undefined,
        time: { now: 0, wasSetBack: false },
        diskFault: error instanceof DiskFault ? error.kind : "read",
      });
    }
  }

  /** Stores the latest time, so that it survives a restart. A failure loses only the time since the last save. */
  async function rememberTime({ kept }: Read): Promise<void> {
    if (kept.lease === null) return;
    const { now, wasSetBack } = watch.read(kept.clock);
    if (wasSetBack || now - kept.clock.seen < SEEN_EVERY) return;
    await quietly(async ({ kept }) => {
      const seen = Math.max(kept.clock.seen, now);
      if (kept.lease !== null) await save({ ...kept, clock: { ...kept.clock, seen } });
    }, AbortSignal.timeout(REMEMBERED_WITHIN));
  }

  let callsUnderWay = 0;
  async function locked<T>(work: (read: Read) => Promise<T>, signal?: AbortSignal): Promise<T> {
    callsUnderWay += 1;
    try {
      return await storage.lock(NAME, async () => work(await load()), signal);
    } finally {
      callsUnderWay -= 1;
    }
  }

  /** Like `run`, for work without a result. Ignores failures: the next call repeats the work. */
  async function quietly(work: (read: Read) => Promise<unknown>, signal?: AbortSignal): Promise<void> {
    await locked(work, signal).catch(() => undefined);
  }

  /** Runs one step of a call, from reading the store to saving it, while no other process runs one. */
  async function run(work: Work, signal?: AbortSignal): Promise<Ended> {
    let ended: Ended;
    try {
      ended = await locked(work, signal);
    } catch (error) {
      // If even the lock file cannot be created, the disk is full or not writable.
      if (!(error instanceof DiskFault) && !signal?.aborted) diskFault = "write";
      ended = { outcome: "not-stored", refusal: null };
    }
    return signal?.aborted && ended.outcome !== "done" ? ABORTED : ended;
  }

  async function result(ended: Ended): Promise<Result> {
    const result = { ...ended, state: await state() };
    tell(() => parts.onChange?.(result.state));
    return result;
  }

  return {
    load,
    save,
    state,
    now: ({ clock: kept }: Kept): number => watch.read(kept).now,
    setClock: ({ serverTime, proof }: Told) => ({ clock: watch.set(serverTime), proof }),
    async saveAnswer(kept: Kept): Promise<void> {
      watch.restart();
      await save(kept);
    },

    /** Milliseconds until the end of the lease that was last read or stored; 0 without a lease. */
    leaseLeft(): number {
      const lease = trust.ownLease(latest.lease, latest.activationId, fingerprint.text);
      return Math.max(0, (lease?.endsAt ?? 0) - watch.read(latest.clock).now);
    },
    /** @returns a function that removes the listener */
    onLease(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    run,
    result,
    alone: async (work: Work, signal?: AbortSignal): Promise<Result> => result(await run(work, signal)),

    quietly,
  };
}
