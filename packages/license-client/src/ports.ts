/** What the library needs from its system. `openLicense` passes Node's functions; tests pass substitutes. */

export type Crypto = {
  /** Ed25519. @param x the public key, base64url */
  verify(x: string, data: string, signature: Uint8Array): boolean;
  /** SHA-256, base64url. */
  sha256(data: string): string;
  /** HMAC-SHA-256, base64url. */
  hmac(key: string, data: string): string;
  /** At least 128 random bits as 16 to 64 letters, digits, - or _. */
  randomId(): string;
};

/** Stores texts by name: `license`, `outbox`, and unreadable texts that were set aside. Functions may reject. */
export type Storage = {
  /** @returns undefined before the first write */
  read(name: string): Promise<string | undefined>;
  /** Replaces the whole text or nothing. */
  write(name: string, text: string): Promise<void>;
  /** Runs work while no other process runs work under this name. */
  lock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
};

/** Encrypts the stored state. */
export type Vault = {
  encrypt(text: string): Promise<string> | string;
  decrypt(text: string): Promise<string> | string;
};

export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    signal: AbortSignal;
    redirect: "manual";
    cache?: "reload";
  },
) => Promise<{
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

// @returns a function that cancels the timer
export type Timers = (milliseconds: number, run: () => void) => () => void;

export type Clock = {
  // Milliseconds since 1970.
  now(): number;
  // Milliseconds of a monotonic clock.
  ticks(): number;
};
