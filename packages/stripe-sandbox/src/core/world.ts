import type { Agenda } from "./agenda.ts";
import type { Clock } from "./clock.ts";
import type { AccountSettings } from "./hidden.ts";
import type { Store } from "./store.ts";
import type { Account, EventType, StripeObject } from "./wire.ts";

export type World = {
  store: Store;
  clock: Clock;
  agenda: Agenda;
  /** The pages' address, without a slash at the end. */
  url: string;
  /** Emits an event and queues its webhooks. `account`: the connected account, unless the object names it. */
  emit(type: EventType, object: StripeObject, previous?: Record<string, unknown>, account?: string): void;
  /** Runs everything that is due by a time (epoch seconds), then moves the clock. @throws if the clock was injected */
  advance(to: number): void;
  settings(): AccountSettings;
  ownAccount(): Account;
  draftSeconds: number;
};
