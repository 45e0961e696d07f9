import type { License, Options, Result } from "./api.ts";
import { follow, see, trustedNow } from "./clock.ts";
import { keepFresh } from "./keepFresh.ts";
import { type Lease, verifyLease } from "./lease.ts";
import { isAboutEntries, MOST_SENT, openOutbox, refusedOf, titleOf } from "./outbox.ts";
import { aboutLicense, connect } from "./service.ts";
import { loadState, type Refusal, type State, saveState } from "./state.ts";
import { judge, type Status } from "./status.ts";
import { type Activation, isSameKey, type Leased, type Outcome, type PublicKey } from "./wire.ts";

/** These end the activation itself; the others are lifted by whoever pays, renews or asks support. */
const SEAT_IS_LOST: ReadonlySet<string> = new Set([
  "SEAT_TAKEN",
  "FINGERPRINT_MISMATCH",
  "CLONE_SUSPECTED",
  "NOT_FOUND",
  "INVALID_KEY",
]);

export async function openLicense(options: Options): Promise<License> {
  const { storage, onChange } = options;
  const now = options.now ?? Date.now;
  const randomId = options.randomId ?? (() => crypto.randomUUID());
  const service = connect(options.baseUrl, options.fetch ?? ((url, init) => fetch(url, init)));
  const outbox = await openOutbox(storage);
  let state: State = await loadState(storage, randomId);
  let running = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = queue.then(work);
    queue = mine.catch(() => undefined);
    return mine;
  }

  async function change(next: Partial<State>): Promise<void> {
    state = { ...state, ...next };
    await saveState(storage, state);
  }

  function activation(): Activation | undefined {
    const { licenseKey, fingerprint, activationId, refreshSecret } = state;
    if (!licenseKey || !activationId || !refreshSecret) return undefined;
    return { licenseKey, fingerprint, activationId, refreshSecret };
  }

  /** An answer may be lost: then the secret that is kept is not the one that counts. */
  const isUnsure = () => state.attemptId !== null || state.isReentered;

  const takeSeat = (licenseKey: string) =>
    service.activate(licenseKey, { ...options.computer, fingerprint: state.fingerprint });

  /** The lease that is kept, where it is genuine and for this very activation on this computer. */
  async function ownLease(): Promise<Lease | undefined> {
    if (!state.lease) return undefined;
    const lease = await verifyLease(state.lease, state.keys);
    const isOwn = lease?.activation === state.activationId && lease?.fingerprint === state.fingerprint;
    return isOwn ? lease : undefined;
  }

  async function currentStatus(): Promise<Status> {
    const clock = see(state.clock, now());
    if (clock.lastSeen !== state.clock.lastSeen) await change({ clock });
    return judge(state, await ownLease(), now());
  }

  async function result(outcome?: Outcome<unknown>): Promise<Result> {
    const status = await currentStatus();
    onChange?.(status);
    const wasReached = outcome?.kind !== "unreachable";
    if (outcome?.kind !== "refusal") return { status, refusal: null, wasReached };
    const { code, message, details } = outcome;
    return { status, refusal: { code, message, details }, wasReached };
  }

  /** Keys that a lease can be checked with, fetched where those that are kept will not do. */
  async function keysFor(lease: string): Promise<PublicKey[] | undefined> {
    if (await verifyLease(lease, state.keys)) return state.keys;
    const published = await service.keys();
    const isGood = published.kind === "answer" && (await verifyLease(lease, published.value));
    return isGood ? published.value : undefined;
  }

  /**
   * A lease that cannot be checked is worth nothing later, offline: until its key is to be had, the one before
   * stands. The secret before it is used up in any case.
   */
  async function accept(leased: Leased, serverTime: string | null): Promise<Outcome<unknown>> {
    const keys = await keysFor(leased.lease);
    await change({
      activationId: leased.activationId,
      refreshSecret: leased.refreshSecret,
      attemptId: null,
      isReentered: false,
      expiresAt: leased.expiresAt,
      warning: leased.warning,
      refusal: null,
      isOnline: keys !== undefined,
      ...(keys ? { lease: leased.lease, keys } : {}),
      clock: follow(state.clock, serverTime, now()),
    });
    if (!keys) return { kind: "unreachable", message: "The key of the new lease cannot be had." };
    return { kind: "answer", value: leased, serverTime };
  }

  /** Only where the seat is lost is an unanswered refresh given up: it may have been done before this no. */
  async function refuse({
    code,
    message,
    serverTime,
  }: Refusal & { serverTime: string | null }): Promise<void> {
    await change({
      refusal: { code, message },
      isOnline: true,
      clock: follow(state.clock, serverTime, now()),
      ...(SEAT_IS_LOST.has(code)
        ? { activationId: null, refreshSecret: null, attemptId: null, isReentered: false, lease: null }
        : {}),
    });
  }

  async function refreshNow(): Promise<Result> {
    const own = activation();
    if (!own) return result();
    const attemptId = state.attemptId ?? randomId();
    await change({ attemptId });
    const outcome = aboutLicense(
      state.isReentered ? await takeSeat(own.licenseKey) : await service.refresh(own, attemptId),
    );
    if (outcome.kind === "answer") return result(await accept(outcome.value, outcome.serverTime));
    if (outcome.kind === "refusal") await refuse(outcome);
    else await change({ isOnline: false });
    return result(outcome);
  }

  /**
   * Whoever shows a secret that is used up is taken for a copy: while unsure, nothing else is asked.
   * @returns what came of another try, where that settles nothing
   */
  async function finishRefresh(): Promise<Result | null> {
    if (!isUnsure()) return null;
    const tried = await refreshNow();
    return isUnsure() ? tried : null;
  }

  async function sendReports(): Promise<number> {
    if ((await finishRefresh()) !== null) return outbox.size;
    let most = MOST_SENT;
    for (let own = activation(); own && outbox.size > 0; own = activation()) {
      const entries = outbox.next(most);
      const sentAt = new Date(trustedNow(state.clock, now())).toISOString();
      const outcome = await service.report(own, sentAt, entries);
      if (outcome.kind === "answer") {
        await outbox.forget(entries);
        continue;
      }
      if (outcome.kind !== "refusal" || !isAboutEntries(outcome)) break;
      // Where it does not say which, one at a time is sent until that one is met.
      const refused = refusedOf(entries, outcome.field);
      most = refused.length === 0 ? 1 : MOST_SENT;
      await outbox.forget(refused);
    }
    return outbox.size;
  }

  const license: License = {
    activate: (licenseKey) =>
      inTurn(async () => {
        const { isReentered } = state;
        const own = activation();
        if (own && isSameKey(licenseKey, own.licenseKey)) await change({ isReentered: true });
        const outcome = await takeSeat(licenseKey);
        if (outcome.kind === "refusal") await change({ isReentered });
        if (outcome.kind !== "answer") return result(outcome);
        await change({ licenseKey });
        return result(await accept(outcome.value, outcome.serverTime));
      }),
    refresh: () => inTurn(refreshNow),
    validate: () => inTurn(() => service.validate(state.licenseKey ?? "", state.fingerprint)),
    deactivate: () =>
      inTurn(async () => {
        const unfinished = await finishRefresh();
        if (unfinished !== null) return unfinished;
        const own = activation();
        if (!own) return result();
        const outcome = aboutLicense(await service.deactivate(own));
        if (outcome.kind === "answer") {
          const { fingerprint, keys } = state;
          await change({
            ...emptySeat,
            fingerprint,
            keys,
            clock: follow(state.clock, outcome.serverTime, now()),
          });
        } else if (outcome.kind === "refusal") await refuse(outcome);
        return result(outcome);
      }),
    status: () => inTurn(currentStatus),
    beginWork: () =>
      inTurn(async () => {
        if (!(await currentStatus()).mayStart) return null;
        running += 1;
        let isRunning = true;
        return {
          mayContinue: true as const,
          end() {
            if (isRunning) running -= 1;
            isRunning = false;
          },
        };
      }),
    report: (type, more = {}) =>
      inTurn(async () => {
        const at = new Date(trustedNow(state.clock, now())).toISOString();
        const status = more.status ?? (type === "error" ? "error" : "success");
        const title = titleOf(more.title);
        await outbox.add({ id: randomId(), type, status, at, ...(title ? { title } : {}) });
      }),
    sendReports: () => inTurn(sendReports),
    keepFresh: () => keepFresh({ license, now, ...(options.timers ? { timers: options.timers } : {}) }),
    get runningWork() {
      return running;
    },
  };
  return license;
}

const emptySeat = {
  licenseKey: null,
  activationId: null,
  refreshSecret: null,
  attemptId: null,
  isReentered: false,
  lease: null,
  expiresAt: null,
  warning: null,
  refusal: null,
  isOnline: true,
} satisfies Partial<State>;
