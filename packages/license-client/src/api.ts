import type { Explanation } from "./explain.ts";
import type { Components, Kind } from "./fingerprint.ts";
import type { PublicKey } from "./jws.ts";
import type { Dropped } from "./outbox.ts";
import type { Clock, Crypto, Fetch, Storage, Timers } from "./ports.ts";
import type { LicenseState } from "./states.ts";
import type { ActivityType, Entry } from "./wire.ts";

/** What an application pins; `articlip-license pin` prints it. */
export type ServiceOptions = {
  // The API, `https://shop.example.com/backend`.
  url: string;
  // The signer, `https://shop.example.com`. Stays the same when the service moves to another address.
  issuer: string;
  /** The application trusts these keys and their successors. */
  keys: readonly PublicKey[];
};

export type Parts = {
  service: ServiceOptions;
  /** The fingerprint's salt: a name that never changes. */
  product: string;
  components: Components;
  /** Kinds of components that two computers hardly ever share. Default: USUALLY_STRONG. */
  strong?: readonly Kind[];
  computerName: string;
  os: string;
  appVersion: string;
  storage: Storage;
  crypto: Crypto;
  fetch: Fetch;
  clock: Clock;
  timers: Timers;
  onChange?: ((state: LicenseState) => void) | undefined;
};

export type Refusal = {
  /** `SEAT_TAKEN`, `SWAP_LIMIT`, …; `NOT_ACTIVATED` if there is no seat to refresh or to leave. */
  code: string;
  message: string;
  /** When a retry can succeed; null if waiting does not help. */
  retryAt: Date | null;
};

/**
 * `not-reached`: no signed answer arrived that the library could use, so the stored license has not changed.
 * `not-stored`: the disk failed. The caller can repeat the call.
 */
export type Result = {
  outcome: "done" | "refused" | "not-reached" | "not-stored" | "aborted";
  refusal: Refusal | null;
  state: LicenseState;
};

/** Work that has begun may finish. */
export type Work = { readonly mayContinue: true; end(): void };

export type CallOptions = { signal?: AbortSignal };

export type SignInCode = {
  /** Show it to the user, who compares it with the code on the browser's approval page. */
  userCode: string;
  // The page where the user types the code.
  url: string;
  /** The same page with the code filled in. Open it in the system's browser. */
  urlWithCode: string;
  expiresAt: Date;
};

/** No function rejects. Calls that change the store wait for each other, also across processes. */
export type License = {
  /** The current state, without asking the service. */
  state(): Promise<LicenseState>;
  activate(licenseKey: string, options?: CallOptions): Promise<Result>;
  refresh(options?: CallOptions): Promise<Result>;
  /** Activates by signing in (RFC 8628). Can be `refused` with ACCESS_DENIED or, after ten minutes, EXPIRED_TOKEN. */
  signIn(show: (code: SignInCode) => void, options?: CallOptions): Promise<Result>;
  /** Frees the seat. */
  deactivate(options?: CallOptions): Promise<Result>;
  /** Asks the service whether the key works here. Changes nothing. @returns null if the service was not reached */
  validate(options?: CallOptions): Promise<{ code: string; message: string } | null>;
  explain(options?: CallOptions & { licenseKey?: string }): Promise<Explanation>;
  /** Creates the request file for a computer without internet. @returns its text; null if the disk failed */
  requestOffline(): Promise<string | null>;
  /** Reads the Seats page's answer file. Can be `refused` with ANSWER_INVALID, _OTHER_COMPUTER, _USED or _EXPIRED. */
  acceptOffline(answer: string): Promise<Result>;
  /** @returns null if new work may not begin; `state()` says why */
  beginWork(): Promise<Work | null>;
  readonly runningWork: number;
  /** Stores a report until it can be sent. @returns false if the disk failed */
  report(type: ActivityType, more?: { title?: string; status?: Entry["status"] }): Promise<boolean>;
  sendReports(options?: CallOptions): Promise<{ waiting: number; dropped: Dropped }>;
  /**
   * Refreshes and sends reports in the background. Does not keep the process alive.
   * @returns a function that stops both
   */
  keepFresh(): () => void;
};
