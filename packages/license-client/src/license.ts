import type { CallOptions, License, Parts, Refusal, Result } from "./api.ts";
import { createWatch } from "./clock.ts";
import { type Fingerprint, fingerprintOf } from "./fingerprint.ts";
import { keepFresh } from "./keepFresh.ts";
import { isAboutEntries, MAX_SENT, openOutbox, refusedOf, titleOf } from "./outbox.ts";
import { connect, type Outcome } from "./service.ts";
import { endsActivation, isAboutLicense, type LicenseState, stateOf } from "./states.ts";
import { type Kept, NOTHING, type Read, seal, unseal } from "./store.ts";
import { createTrust } from "./trust.ts";
import { type Entry, isSameKey, type Leased, readLeased, textOf } from "./wire.ts";

const NAME = "license";
const UNREADABLE = "license-unreadable";
/** The time that passes is written down this often at most. */
const SEEN_EVERY = 5 * 60_000;

/** The disk refused to read or to write. */
class DiskFault extends Error {
  readonly kind: "read" | "write";
  constructor(kind: "read" | "write", cause: unknown) {
    super(`The license cannot be ${kind === "read" ? "read" : "saved"}`, { cause });
    this.kind = kind;
  }
}

type Ended = Pick<Result, "outcome" | "refusal">;
const DONE: Ended = { outcome: "done", refusal: null };
const NOT_REACHED: Ended = { outcome: "not-reached", refusal: null };
const refused = (refusal: Refusal): Ended => ({ outcome: "refused", refusal });
const notActivated = (message: string): Ended => refused({ code: "NOT_ACTIVATED", message, retryAt: null });

type Secret = { licenseKey: string; activationId: string; refreshSecret: string };

function secretOf({ licenseKey, activationId, refreshSecret }: Kept): Secret | undefined {
  if (licenseKey === null || activationId === null || refreshSecret === null) return undefined;
  return { licenseKey, activationId, refreshSecret };
}

/** @throws TypeError where nothing of the computer can be read and the application names no components itself */
export function createLicense(parts: Parts): License {
  const { storage, crypto, service, clock } = parts;
  const trust = createTrust(service.issuer, service.keys, crypto);
  const watch = createWatch(clock);
  const outbox = openOutbox(storage);
  const fingerprint = requireFingerprint(parts);
  const learned: string[] = [];
  const call = connect({
    baseUrl: service.url,
    fetch: parts.fetch,
    trust,
    crypto,
    onChain: (links) => learned.push(...links),
  });
  let running = 0;
  let diskFault: "read" | "write" | null = null;

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
      const read = await open(await storage.read(NAME));
      trust.follow(read.kept.chain);
      if (diskFault === "read") diskFault = null;
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
      return kept;
    } catch (error) {
      diskFault = "write";
      throw new DiskFault("write", error);
    }
  }

  const leaseOf = ({ lease, activationId }: Kept) => trust.ownLease(lease, activationId, fingerprint.text);

  function judge(read: Read): LicenseState {
    const clockState = read.isGenuine ? read.kept.clock : NOTHING.clock;
    const lease = leaseOf(read.kept);
    const seen = Math.max(clockState.seen, lease?.issuedAt ?? 0);
    const time = watch.read({ ...clockState, seen });
    return stateOf({ ...read, lease, time, diskFault });
  }

  async function state(): Promise<LicenseState> {
    try {
      const read = await load();
      const found = judge(read);
      await rememberTime(read);
      return found;
    } catch (error) {
      const kind = error instanceof DiskFault ? error.kind : "read";
      return faulty(kind);
    }
  }

  const faulty = (kind: "read" | "write") =>
    stateOf({
      kept: NOTHING,
      isGenuine: true,
      lease: undefined,
      time: { now: 0, wasSetBack: false },
      diskFault: kind,
    });

  /** Writes the latest time down, so that it survives a restart. A disk that refuses costs only this. */
  async function rememberTime({ kept, isGenuine }: Read): Promise<void> {
    if (!isGenuine || kept.lease === null) return;
    const { now, wasSetBack } = watch.read(kept.clock);
    if (wasSetBack || now - kept.clock.seen < SEEN_EVERY) return;
    await storage
      .lock(NAME, async () => {
        const latest = await load();
        const seen = Math.max(latest.kept.clock.seen, now);
        if (latest.isGenuine && latest.kept.lease !== null)
          await save({ ...latest.kept, clock: { ...latest.kept.clock, seen } });
      })
      .catch(() => undefined);
  }

  /** Runs a call alone among all processes, from reading what is kept until its successor is on disk. */
  async function alone(work: (read: Read) => Promise<Ended>, signal?: AbortSignal): Promise<Result> {
    let ended: Ended;
    try {
      ended = await storage.lock(NAME, async () => work(await load()), signal);
    } catch (error) {
      // Where even the lock's file cannot be made, the disk is full or not ours.
      if (!(error instanceof DiskFault)) diskFault = "write";
      ended = { outcome: "not-stored", refusal: null };
    }
    if (signal?.aborted && ended.outcome !== "done") ended = { outcome: "aborted", refusal: null };
    const result = { ...ended, state: await state() };
    try {
      parts.onChange?.(result.state);
    } catch {
      // The application's own fault is not this call's.
    }
    return result;
  }

  const takeSeat = (licenseKey: string, signal?: AbortSignal) =>
    call(
      "/api/license/activate",
      {
        licenseKey,
        fingerprint: fingerprint.text,
        computerName: parts.computerName,
        os: parts.os,
        appVersion: parts.appVersion,
      },
      readLeased,
      signal,
    );

  /** @returns false where the lease does not fit this very activation, which no service of ours answers */
  async function accept(
    kept: Kept,
    licenseKey: string,
    leased: Leased,
    serverTime: number,
  ): Promise<boolean> {
    const lease = trust.ownLease(leased.lease, leased.activationId, fingerprint.text);
    if (lease === undefined) return false;
    await save({
      ...kept,
      licenseKey,
      activationId: leased.activationId,
      refreshSecret: leased.refreshSecret,
      attempt: null,
      lease: leased.lease,
      seat: lease.seat,
      expiresAt: leased.expiresAt,
      warning: leased.warning,
      refusal: null,
      isOnline: true,
      clock: watch.set(serverTime),
    });
    return true;
  }

  /** The service's no: what it says about the license is kept, anything else changes nothing. */
  async function decline(
    kept: Kept,
    { code, message, retryAt, serverTime }: Extract<Outcome<never>, { kind: "refusal" }>,
  ): Promise<Ended> {
    if (isAboutLicense(code))
      await save({
        ...kept,
        ...(endsActivation(code)
          ? { activationId: null, refreshSecret: null, attempt: null, lease: null, seat: null }
          : {}),
        refusal: code,
        isOnline: true,
        clock: watch.set(serverTime),
      });
    return refused({ code, message, retryAt });
  }

  async function unreached(kept: Kept): Promise<Ended> {
    if (kept.isOnline) await save({ ...kept, isOnline: false });
    return NOT_REACHED;
  }

  async function refreshNow(before: Kept, signal?: AbortSignal): Promise<Ended> {
    const own = secretOf(before);
    if (!own) return notActivated("This computer is not activated.");
    const attempt = before.attempt ?? { kind: "refresh" as const, id: crypto.randomId() };
    const kept = await save({ ...before, attempt });
    const outcome =
      attempt.kind === "activate"
        ? await takeSeat(own.licenseKey, signal)
        : await call(
            "/api/license/refresh",
            { ...own, fingerprint: fingerprint.text, attemptId: attempt.id },
            readLeased,
            signal,
          );
    if (outcome.kind === "refusal") return decline(kept, outcome);
    if (outcome.kind === "unreached") return unreached(kept);
    return (await accept(kept, own.licenseKey, outcome.value, outcome.serverTime)) ? DONE : unreached(kept);
  }

  /**
   * A used-up secret looks like a copy of this installation: while an answer is outstanding, nothing else shows it.
   * @returns what is kept now, or how the outstanding call ended where that settles nothing
   */
  async function settled({ kept }: Read, signal?: AbortSignal): Promise<Kept | Ended> {
    if (kept.attempt === null) return kept;
    const ended = await refreshNow(kept, signal);
    const after = (await load()).kept;
    return after.attempt === null ? after : ended;
  }

  async function activateNow({ kept }: Read, licenseKey: string, signal?: AbortSignal): Promise<Ended> {
    const own = secretOf(kept);
    const isReentered = own !== undefined && isSameKey(licenseKey, own.licenseKey);
    // Written even where nothing changes: a disk that is full must refuse before a seat is taken.
    const asked = await save(isReentered ? { ...kept, attempt: { kind: "activate" } } : kept);
    const outcome = await takeSeat(licenseKey, signal);
    if (outcome.kind === "unreached") return unreached(asked);
    if (outcome.kind === "refusal") {
      if (isReentered) await save(kept);
      const { code, message, retryAt } = outcome;
      return refused({ code, message, retryAt });
    }
    const { value, serverTime } = outcome;
    return (await accept(asked, licenseKey.trim(), value, serverTime)) ? DONE : unreached(asked);
  }

  async function deactivateNow(read: Read, signal?: AbortSignal): Promise<Ended> {
    if (!secretOf(read.kept))
      return notActivated("This computer is not activated, so there is nothing to deactivate.");
    const kept = await settled(read, signal);
    if ("outcome" in kept) return kept;
    const own = secretOf(kept);
    if (!own) return notActivated("This computer is no longer activated.");
    const outcome = await call(
      "/api/license/deactivate",
      { ...own, fingerprint: fingerprint.text },
      ({ code }) => (code === "VALID" ? true : undefined),
      signal,
    );
    if (outcome.kind === "refusal") return decline(kept, outcome);
    if (outcome.kind === "unreached") return unreached(kept);
    await save({ ...NOTHING, chain: kept.chain, clock: watch.set(outcome.serverTime) });
    return DONE;
  }

  async function sendNow(read: Read, signal?: AbortSignal): Promise<Ended> {
    const kept = await settled(read, signal);
    if ("outcome" in kept) return kept;
    const own = secretOf(kept);
    let size = MAX_SENT;
    while (own) {
      const entries = (await outbox.read()).entries.slice(0, size);
      if (entries.length === 0) break;
      const sentAt = new Date(watch.read(kept.clock).now).toISOString();
      const outcome = await call(
        "/api/activity",
        { ...own, fingerprint: fingerprint.text, sentAt, entries },
        ({ recorded }) => (typeof recorded === "number" ? true : undefined),
        signal,
      );
      if (outcome.kind === "unreached") return NOT_REACHED;
      if (outcome.kind === "answer") {
        await outbox.remove(entries, false);
        continue;
      }
      if (!isAboutEntries(outcome)) return refused(outcome);
      // Where the service does not say which one it refuses, they go one by one until it is found.
      const wrong = refusedOf(entries, outcome.field);
      size = wrong.length === 0 ? 1 : MAX_SENT;
      await outbox.remove(wrong, true);
    }
    return DONE;
  }

  const license: License = {
    state,
    activate: (licenseKey, { signal }: CallOptions = {}) =>
      alone((read) => activateNow(read, licenseKey, signal), signal),
    refresh: ({ signal }: CallOptions = {}) => alone(({ kept }) => refreshNow(kept, signal), signal),
    deactivate: ({ signal }: CallOptions = {}) => alone((read) => deactivateNow(read, signal), signal),
    async validate({ signal }: CallOptions = {}) {
      const read = await load().catch(() => undefined);
      const outcome = await call(
        "/api/license/validate",
        { licenseKey: read?.kept.licenseKey ?? "", fingerprint: fingerprint.text },
        ({ code, message }) => (typeof code === "string" ? { code, message: textOf(message) } : undefined),
        signal,
      );
      if (outcome.kind === "answer") return outcome.value;
      return outcome.kind === "refusal" ? { code: outcome.code, message: outcome.message } : null;
    },
    async beginWork() {
      if ((await state()).name !== "active") return null;
      running += 1;
      let isRunning = true;
      return {
        mayContinue: true as const,
        end() {
          if (isRunning) running -= 1;
          isRunning = false;
        },
      };
    },
    get runningWork() {
      return running;
    },
    async report(type, more = {}) {
      try {
        const { kept } = await load();
        const title = titleOf(more.title);
        const entry: Entry = {
          id: crypto.randomId(),
          type,
          status: more.status ?? (type === "error" ? "error" : "success"),
          at: new Date(watch.read(kept.clock).now).toISOString(),
          ...(title ? { title } : {}),
        };
        await outbox.add(entry);
        return true;
      } catch {
        return false;
      }
    },
    async sendReports({ signal }: CallOptions = {}) {
      await storage.lock(NAME, async () => sendNow(await load(), signal), signal).catch(() => undefined);
      const none = { entries: [], dropped: { full: 0, refused: 0 } };
      const { entries, dropped } = await outbox.read().catch(() => none);
      return { waiting: entries.length, dropped };
    },
    keepFresh: () => keepFresh(license, clock, parts.timers),
  };
  return license;
}

function requireFingerprint({ components, product, crypto }: Parts): Fingerprint {
  const fingerprint = fingerprintOf(components, product, crypto);
  if (!fingerprint)
    throw new TypeError("Nothing of this computer can be read: pass `components` to openLicense.");
  return fingerprint;
}
