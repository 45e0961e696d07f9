import type { Parts } from "./api.ts";
import { DONE, type Ended, NOT_REACHED, notActivated, refused } from "./ended.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { Keeper } from "./keeper.ts";
import type { Call, Outcome, Told } from "./service.ts";
import { endsActivation, isAboutLicense } from "./states.ts";
import { type Attempt, type Kept, NOTHING, type Read } from "./store.ts";
import type { Trust } from "./trust.ts";
import { isSameKey, type Leased, readLeased } from "./wire.ts";

type Secret = { licenseKey: string; activationId: string; refreshSecret: string };

const ACTIVATE: Attempt = { kind: "activate", signIn: "" };

export function secretOf({ licenseKey, activationId, refreshSecret }: Kept): Secret | undefined {
  if (licenseKey === null || activationId === null || refreshSecret === null) return undefined;
  return { licenseKey, activationId, refreshSecret };
}

export type Seat = ReturnType<typeof createSeat>;

type Tools = { parts: Parts; fingerprint: Fingerprint; trust: Trust; call: Call; keeper: Keeper };

/** Each function runs while the keeper holds the store's lock. */
export function createSeat({ parts, fingerprint, trust, call, keeper }: Tools) {
  const { save } = keeper;

  const computer = {
    fingerprint: fingerprint.text,
    computerName: parts.computerName,
    os: parts.os,
    appVersion: parts.appVersion,
  };

  const takeSeat = (licenseKey: string, signal?: AbortSignal) =>
    call("/api/license/activate", { licenseKey, ...computer }, readLeased, signal);

  /** @returns false for a lease of another activation, which our service never sends */
  async function accept(kept: Kept, licenseKey: string, leased: Leased, told: Told): Promise<boolean> {
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
      ...keeper.setClock(told),
    });
    return true;
  }

  /** The open attempt, or a new refresh. Clears an activation's `signIn`, because this call may activate, too. */
  const attemptAfter = ({ attempt }: Kept): Attempt =>
    attempt?.kind === "activate" ? ACTIVATE : (attempt ?? { kind: "refresh", id: parts.crypto.randomId() });

  /** Stores a refusal that is about the license, and forgets an activation that the refusal ends. */
  async function decline(kept: Kept, outcome: Extract<Outcome<never>, { kind: "refusal" }>): Promise<Ended> {
    const { code, told } = outcome;
    if (isAboutLicense(code))
      await save({
        ...kept,
        ...(endsActivation(code)
          ? { activationId: null, refreshSecret: null, attempt: null, lease: null, seat: null }
          : {}),
        refusal: code,
        isOnline: true,
        ...keeper.setClock(told),
      });
    return refused(outcome);
  }

  async function unreached(kept: Kept): Promise<Ended> {
    if (kept.isOnline) await save({ ...kept, isOnline: false });
    return NOT_REACHED;
  }

  async function refresh(before: Kept, signal?: AbortSignal): Promise<Ended> {
    const own = secretOf(before);
    if (!own) return notActivated("This computer is not activated. Enter your license key.");
    const attempt = attemptAfter(before);
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
    return (await accept(kept, own.licenseKey, outcome.value, outcome.told)) ? DONE : unreached(kept);
  }

  /**
   * Settles an open call before another call sends the refresh secret. If a used secret arrives, the service concludes
   * that the installation was copied.
   * @returns the store, or the open call's result if the call stays open
   */
  async function settled({ kept }: Read, signal?: AbortSignal): Promise<Kept | Ended> {
    if (kept.attempt === null) return kept;
    const ended = await refresh(kept, signal);
    const after = (await keeper.load()).kept;
    return after.attempt === null ? after : ended;
  }

  async function activate({ kept }: Read, licenseKey: string, signal?: AbortSignal): Promise<Ended> {
    const own = secretOf(kept);
    const isReentered = own !== undefined && isSameKey(licenseKey, own.licenseKey);
    // Saves even without a change, so that the call fails on a full disk before the service gives a seat.
    const asked = await save(isReentered ? { ...kept, attempt: ACTIVATE } : kept);
    const outcome = await takeSeat(licenseKey, signal);
    if (outcome.kind === "unreached") return unreached(asked);
    if (outcome.kind === "refusal") {
      if (isReentered) await save(kept);
      return refused(outcome);
    }
    const { value, told } = outcome;
    return (await accept(asked, licenseKey.trim(), value, told)) ? DONE : unreached(asked);
  }

  async function deactivate(read: Read, signal?: AbortSignal): Promise<Ended> {
    if (!secretOf(read.kept))
      return notActivated("This computer is not activated, so there is nothing to deactivate.");
    const kept = await settled(read, signal);
    if ("outcome" in kept) return kept;
    const own = secretOf(kept);
    if (!own) return notActivated("This computer is no longer activated. Enter your license key.");
    const outcome = await call(
      "/api/license/deactivate",
      { ...own, fingerprint: fingerprint.text },
      ({ code }) => (code === "VALID" ? true : undefined),
      signal,
    );
    if (outcome.kind === "refusal") return decline(kept, outcome);
    if (outcome.kind === "unreached") return unreached(kept);
    await save({ ...NOTHING, chain: kept.chain, ...keeper.setClock(outcome.told) });
    return DONE;
  }

  return { computer, accept, unreached, activate, refresh, deactivate, settled };
}
