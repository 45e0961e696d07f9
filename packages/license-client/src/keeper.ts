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
/** The time that passes is written down this often at most. */
const SEEN_EVERY = 5 * 60_000;
/** Another process holds the lock for as long as its network takes. The state does not wait for that. */
const REMEMBERED_WITHIN = 250;

/** The disk refused to read or to write. */
class DiskFault extends Error {
  readonly kind: "read" | "write";
  constructor(kind: "read" | "write", cause: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

type Work = (read: Read) => Promise<Ended>;

/** What is stored of the license, the state that follows from it, and whose turn it is to change it. */
export type Keeper = ReturnType<typeof createKeeper>;

/** @param learned statements that led to new keys since the start; saved with what is saved next */
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

  /** Tells the listeners when another lease is kept, whichever call or process stored it. */
  function notice(kept: Kept): Kept {
    const isNew = kept.lease !== latest.lease;
    latest = kept;
    if (isNew) for (const listener of listeners) tell(listener);
    return kept;
  }

  /** A text that no version wrote is set aside for support, and counts as nothing. */
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
      // Saved again, an edited text would have a seal: what the seal vouches for must not survive.
      const { kept, isGenuine } = found.isGenuine
        ? found
        : { ...found, kept: { ...found.kept, lease: null, nonce: null, clock: NEW_CLOCK, proof: null } };
      trust.follow(kept.chain);
      const clock = believed(kept.clock, trust.comparison(kept.proof));
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
      // A call that is under way holds the lock for as long as its network takes, and remembers the time at its end.
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

  /** Writes the latest time down, so that it survives a restart. A disk that refuses costs only this. */
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

  /** As `alone`, for work that changes no state; the next call retries what fails. */
  async function quietly(work: (read: Read) => Promise<unknown>, signal?: AbortSignal): Promise<void> {
    await locked(work, signal).catch(() => undefined);
  }

  /** Runs a part of a call alone among all processes, from reading what is kept until its successor is on disk. */
  async function run(work: Work, signal?: AbortSignal): Promise<Ended> {
    let ended: Ended;
    try {
      ended = await locked(work, signal);
    } catch (error) {
      // Where even the lock's file cannot be made, the disk is full or not ours.
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
    /** The service's time, computed from the stored state. */
    now: ({ clock: kept }: Kept): number => watch.read(kept).now,
    /** The clock as it is to be kept after an answer of the service. */
    setClock: ({ serverTime, proof }: Told) => ({ clock: watch.set(serverTime), proof }),
    /** Saves what an answer file changes, the clock included. */
    async saveAnswer(kept: Kept): Promise<void> {
      watch.restart();
      await save(kept);
    },

    /** For how long the lease that was read or stored last still runs; 0 without one. Milliseconds. */
    leaseLeft(): number {
      const lease = trust.ownLease(latest.lease, latest.activationId, fingerprint.text);
      return Math.max(0, (lease?.endsAt ?? 0) - watch.read(latest.clock).now);
    },
    /** @returns what ends it */
    onLease(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    run,
    result,
    /** Runs a whole call. */
    alone: async (work: Work, signal?: AbortSignal): Promise<Result> => result(await run(work, signal)),

    quietly,
  };
}
