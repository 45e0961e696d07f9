import type { Explanation } from "./explain.ts";
import type { Components } from "./fingerprint.ts";
import type { PublicKey } from "./jws.ts";
import type { Dropped } from "./outbox.ts";
import type { Clock, Crypto, Fetch, Storage, Timers } from "./ports.ts";
import type { LicenseState } from "./states.ts";
import type { ActivityType, Entry } from "./wire.ts";

/** What an application pins when it is built; `articlip-license pin` prints it. */
export type ServiceOptions = {
  /** The API, `https://shop.example.com/backend`. */
  url: string;
  /** Who signs, the site's address: `https://shop.example.com`. */
  issuer: string;
  /** The public keys that are trusted, with every key that one of them leads to. */
  keys: readonly PublicKey[];
};

export type Parts = {
  service: ServiceOptions;
  /** The salt of the fingerprint: a name that never changes. */
  product: string;
  components: Components;
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

/** The service's no to a call. */
export type Refusal = {
  /** `SEAT_TAKEN`, `SWAP_LIMIT`, `SEAT_BUSY`, …; `NOT_ACTIVATED` where there is nothing to refresh or to leave. */
  code: string;
  /** A sentence for the user. */
  message: string;
  /** When another attempt is worth it; null where time alone changes nothing. */
  retryAt: Date | null;
};

/**
 * What came of a call. `not-reached`: the service did not answer provably, and nothing has changed. `not-stored`: the
 * disk refused, and nothing was sent or it will be repeated. `aborted`: the signal asked for it.
 */
export type Result = {
  outcome: "done" | "refused" | "not-reached" | "not-stored" | "aborted";
  /** Set where `outcome` is `refused`. */
  refusal: Refusal | null;
  state: LicenseState;
};

/** Work that has begun. It may run to its end, whatever becomes of the license meanwhile. */
export type Work = { readonly mayContinue: true; end(): void };

export type CallOptions = { signal?: AbortSignal };

/** What the application shows while the customer answers in a browser. */
export type SignInCode = {
  /** Show it large: the approval page shows the same code, so that users do not approve a stranger's computer. */
  userCode: string;
  /** Where the code can be typed, on this computer or a phone. */
  url: string;
  /** The same with the code filled in; open it in the system's browser. */
  urlWithCode: string;
  expiresAt: Date;
};

/** The license of this computer. No function of it rejects. Calls of all processes wait for each other. */
export type License = {
  /** What holds now, from what is stored alone. */
  state(): Promise<LicenseState>;
  activate(licenseKey: string, options?: CallOptions): Promise<Result>;
  refresh(options?: CallOptions): Promise<Result>;
  /**
   * Activates by signing in (RFC 8628): shows a code, and waits until the customer has answered in a browser, ten
   * minutes at most. `refused` with ACCESS_DENIED or EXPIRED_TOKEN.
   * @param show shows the code and opens `urlWithCode` in the system's browser
   */
  signIn(show: (code: SignInCode) => void, options?: CallOptions): Promise<Result>;
  /** Leaves the seat, so that another computer can take it. */
  deactivate(options?: CallOptions): Promise<Result>;
  /** Asks the service about this computer and changes nothing. @returns its code, or null where it was not reached */
  validate(options?: CallOptions): Promise<{ code: string; message: string } | null>;
  /** Asks the service in words why this computer may or may not work, with the stored key or another one. */
  explain(options?: CallOptions & { licenseKey?: string }): Promise<Explanation>;
  /** @returns null where new work may not begin; `state()` says why */
  beginWork(): Promise<Work | null>;
  readonly runningWork: number;
  /** Keeps a report until it can be sent. @returns false where the disk refused it */
  report(type: ActivityType, more?: { title?: string; status?: Entry["status"] }): Promise<boolean>;
  sendReports(options?: CallOptions): Promise<{ waiting: number; dropped: Dropped }>;
  /** Refreshes and sends reports in the background, without keeping the process alive. @returns what ends it */
  keepFresh(): () => void;
};
