import { type ClockState, NEW_CLOCK } from "./clock.ts";
import { fieldsOf, type PublicKey, parseJson, publicKeysOf, textOf, textOrNull } from "./wire.ts";

/** Where things are kept between starts. The application brings its own: a file, the webview's storage. */
export type Storage = {
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
};

export type Refusal = { code: string; message: string };

/** All that has to outlive a restart. The secret is worth a seat: keep the file to its owner. */
export type State = {
  fingerprint: string;
  licenseKey: string | null;
  activationId: string | null;
  refreshSecret: string | null;
  /** The refresh that is under way; after a lost answer it is asked again under the same id. */
  attemptId: string | null;
  /** The key that is here was entered again and no answer came: then the seat may have another secret. */
  isReentered: boolean;
  lease: string | null;
  expiresAt: string | null;
  warning: string | null;
  /** Why the service said no when it was asked last; null after a yes. */
  refusal: Refusal | null;
  /** Whether the last try to refresh came through. */
  isOnline: boolean;
  keys: PublicKey[];
  clock: ClockState;
};

const NAME = "license";

export function newState(fingerprint: string): State {
  return {
    fingerprint,
    licenseKey: null,
    activationId: null,
    refreshSecret: null,
    attemptId: null,
    isReentered: false,
    lease: null,
    expiresAt: null,
    warning: null,
    refusal: null,
    isOnline: false,
    keys: [],
    clock: NEW_CLOCK,
  };
}

/** @param newFingerprint for a computer that is new; once made it stays */
export async function loadState(storage: Storage, newFingerprint: () => string): Promise<State> {
  const kept = fieldsOf(parseJson(await storage.read(NAME)));
  const fingerprint = textOf(kept.fingerprint);
  if (fingerprint === "") {
    const state = newState(newFingerprint());
    await saveState(storage, state);
    return state;
  }
  const clock = fieldsOf(kept.clock);
  const refusal = fieldsOf(kept.refusal);
  return {
    fingerprint,
    licenseKey: textOrNull(kept.licenseKey),
    activationId: textOrNull(kept.activationId),
    refreshSecret: textOrNull(kept.refreshSecret),
    attemptId: textOrNull(kept.attemptId),
    isReentered: kept.isReentered === true,
    lease: textOrNull(kept.lease),
    expiresAt: textOrNull(kept.expiresAt),
    warning: textOrNull(kept.warning),
    refusal:
      kept.refusal === null || textOf(refusal.code) === ""
        ? null
        : { code: textOf(refusal.code), message: textOf(refusal.message) },
    isOnline: kept.isOnline === true,
    keys: publicKeysOf(kept.keys),
    clock: { offset: Number(clock.offset ?? 0), lastSeen: Number(clock.lastSeen ?? 0) },
  };
}

export function saveState(storage: Storage, state: State): Promise<void> {
  return storage.write(NAME, JSON.stringify(state, null, 2));
}
