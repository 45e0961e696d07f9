import type { Acts } from "./acts.ts";
import type { StoredEvent } from "./core/hidden.ts";
import { memoryStore, type Store } from "./core/store.ts";
import type { WebhookEndpoint } from "./core/wire.ts";
import { makeEngine } from "./engine.ts";
import { balanceSums } from "./payments/balance.ts";

export type EngineOptions = {
  /** Default: `sk_test_sandbox`. */
  secretKey?: string;
  now: () => Date;
  /** Seconds that a renewal's invoice stays a draft. Default: 3600, as at Stripe. */
  draftSeconds?: number;
  /** Receives each event with the endpoints that subscribed to it. The engine itself sends nothing. */
  deliver?(event: StoredEvent, endpoints: WebhookEndpoint[]): void;
};

/** A sandbox without a port, timers or threads: nothing happens unless the caller asks for it. */
export type StripeEngine = {
  fetch(request: Request): Promise<Response>;
  acts: Acts;
  /** All objects. They never change in place. */
  store: Store;
  ownAccount(): string;
  /** Available money in the currency's smallest unit. */
  available(currency: string): number;
  /** Runs everything that is due by a time (epoch seconds), in order, each at its due time. */
  catchUp(by: number): void;
  /** The next due time in epoch seconds; undefined if nothing is planned. */
  nextDue(): number | undefined;
  /** Returns a function that restores the current state. */
  keep(): () => void;
};

export function openEngine(options: EngineOptions): StripeEngine {
  const store = memoryStore();
  const { world, acts, app, catchUp } = makeEngine({
    store,
    secretKey: options.secretKey ?? "sk_test_sandbox",
    now: options.now,
    draftSeconds: options.draftSeconds ?? 3600,
    deliver: options.deliver ?? (() => {}),
    note: () => {},
    retryDelivery: () => {},
  });
  return {
    fetch: (request) => Promise.resolve(app.fetch(request)),
    acts,
    store,
    ownAccount: () => world.ownAccount().id,
    available: (currency) => balanceSums(world).get(currency)?.available ?? 0,
    catchUp,
    nextDue: () => world.agenda.nextAt(),
    keep() {
      const putBack = store.keep();
      return () => {
        putBack();
        world.agenda.reload();
      };
    },
  };
}
