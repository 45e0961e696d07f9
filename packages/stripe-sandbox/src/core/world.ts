import type { Agenda } from "./agenda.ts";
import type { Clock } from "./clock.ts";
import type { AccountSettings } from "./hidden.ts";
import type { Store } from "./store.ts";
import type { Account, EventType, StripeObject } from "./wire.ts";

/** What every part of the sandbox is handed. */
export type World = {
  store: Store;
  clock: Clock;
  agenda: Agenda;
  /** Where its pages stand, without a slash at the end. */
  url: string;
  /** Writes an event, and queues its webhooks. `account`: where it happened, unless the object says so. */
  emit(type: EventType, object: StripeObject, previous?: Record<string, unknown>, account?: string): void;
  /**
   * Moves the clock to an instant (epoch seconds); what is due on the way happens. @throws if the clock is its owner's.
   */
  advance(to: number): void;
  settings(): AccountSettings;
  ownAccount(): Account;
  /** How long a renewal's invoice stays a draft before it is charged (Stripe: about an hour), in seconds. */
  draftSeconds: number;
};
