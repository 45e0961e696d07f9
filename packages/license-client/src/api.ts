import type { Timers } from "./keepFresh.ts";
import type { Fetch, Verdict } from "./service.ts";
import type { Refusal, Storage } from "./state.ts";
import type { Status } from "./status.ts";
import type { ActivityType, Computer, Entry, Outcome } from "./wire.ts";

export type Options = {
  /** The API's address, `https://shop.example.com/backend`. */
  baseUrl: string;
  storage: Storage;
  /** What this computer is called and runs on; its fingerprint is made and kept by the library. */
  computer: Omit<Computer, "fingerprint">;
  /** In place of the globals, for tests and proxies. */
  fetch?: Fetch;
  now?: () => number;
  timers?: Timers;
  randomId?: () => string;
  /** Called whenever something to show may have changed. */
  onChange?: (status: Status) => void;
};

/** Work that has begun. It may go on to its end, whatever becomes of the licence. */
export type Work = { readonly mayContinue: true; end(): void };

export type Result = {
  status: Status;
  /** The service's no to this very call; null for a yes, and where it could not be asked. */
  refusal: (Refusal & { details: Readonly<Record<string, unknown>> }) | null;
  /** False where the service could not be asked: what held before holds on. */
  wasReached: boolean;
};

/** The computer's own side of the licence. Calls wait for each other, so that no two refresh at once. */
export type License = {
  activate(licenseKey: string): Promise<Result>;
  refresh(): Promise<Result>;
  /** Asks the service and changes nothing. */
  validate(): Promise<Outcome<Verdict>>;
  /** Leaves the seat, so that another computer can take it. */
  deactivate(): Promise<Result>;
  status(): Promise<Status>;
  /** @returns null where new work may not begin; `status()` says why */
  beginWork(): Promise<Work | null>;
  /** Keeps what happened, and sends it when it can; it survives restarts. */
  report(type: ActivityType, more?: { title?: string; status?: Entry["status"] }): Promise<void>;
  /** @returns how many still wait */
  sendReports(): Promise<number>;
  /** Refreshes by itself from now on. @returns what ends it */
  keepFresh(): () => void;
  readonly runningWork: number;
};
