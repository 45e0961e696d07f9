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
  // Who signs: `https://shop.example.com`. Stays when the service moves to another address.
  issuer: string;
  /** Trusted, with every key that one of them leads to. */
  keys: readonly PublicKey[];
};

export type Parts = {
  service: ServiceOptions;
  /** The salt of the fingerprint: a name that never changes. */
  product: string;
  components: Components;
  /** Those that hardly two computers share; the usual ones unless given. */
  strong?: readonly Kind[];
  /** What the Seats page shows of this computer. */
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
  /** `SEAT_TAKEN`, `SWAP_LIMIT`, …; `NOT_ACTIVATED` if there is nothing to refresh or to leave. */
  code: string;
  // For the user.
  message: string;
  /** When another attempt can succeed; null where time changes nothing. */
  retryAt: Date | null;
};

/**
 * `not-reached`: the service did not answer provably, and nothing has changed. `not-stored`: the disk refused, and
 * nothing was sent or it will be repeated.
 */
export type Result = {
  outcome: "done" | "refused" | "not-reached" | "not-stored" | "aborted";
  refusal: Refusal | null;
  state: LicenseState;
};

/** Work that has begun may run to its end. */
export type Work = { readonly mayContinue: true; end(): void };

export type CallOptions = { signal?: AbortSignal };

export type SignInCode = {
  /** Show it: the approval page shows the same. */
  userCode: string;
  // Where the code can be typed.
  url: string;
  /** With the code filled in; open it in the system's browser. */
  urlWithCode: string;
  expiresAt: Date;
};

/** No function rejects. Calls of all processes wait for each other. */
export type License = {
  /** What holds now, without the service. */
  state(): Promise<LicenseState>;
  activate(licenseKey: string, options?: CallOptions): Promise<Result>;
  refresh(options?: CallOptions): Promise<Result>;
  /**
   * Activates by signing in (RFC 8628); waits ten minutes at most. `refused` with ACCESS_DENIED or EXPIRED_TOKEN.
   */
  signIn(show: (code: SignInCode) => void, options?: CallOptions): Promise<Result>;
  /** Leaves the seat. */
  deactivate(options?: CallOptions): Promise<Result>;
  /** Changes nothing. @returns the service's code; null if it was not reached */
  validate(options?: CallOptions): Promise<{ code: string; message: string } | null>;
  /** Why this computer may or may not work. */
  explain(options?: CallOptions & { licenseKey?: string }): Promise<Explanation>;
  /** The text of a file for the Seats page, from a computer without internet; null where the disk refused. */
  requestOffline(): Promise<string | null>;
  /** Takes what the Seats page answered. `refused` with ANSWER_INVALID, _OTHER_COMPUTER, _USED or _EXPIRED. */
  acceptOffline(answer: string): Promise<Result>;
  /** @returns null if new work may not begin; `state()` says why */
  beginWork(): Promise<Work | null>;
  readonly runningWork: number;
  /** Kept until it can be sent. @returns false if the disk refused it */
  report(type: ActivityType, more?: { title?: string; status?: Entry["status"] }): Promise<boolean>;
  sendReports(options?: CallOptions): Promise<{ waiting: number; dropped: Dropped }>;
  /** Refreshes and sends reports in the background; keeps no process alive. @returns what ends it */
  keepFresh(): () => void;
};
