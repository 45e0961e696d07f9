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
  /** How long a renewal's invoice stays a draft before it is charged, in seconds. Default: 3600, as at Stripe. */
  draftSeconds?: number;
  /** Receives each event with the endpoints that subscribed to it. The engine itself sends nothing. */
  deliver?(event: StoredEvent, endpoints: WebhookEndpoint[]): void;
};

/** A sandbox without a port, timers or threads: nothing happens unless the caller asks for it. */
export type StripeEngine = {
  /** Answers a request to the API. */
  fetch(request: Request): Promise<Response>;
  acts: Acts;
  /** Everything that the sandbox knows. Objects are never changed in place. */
  store: Store;
  /** The id of the platform's own account. */
  ownAccount(): string;
  /** The money that can be spent now, in the currency's smallest unit. */
  available(currency: string): number;
  /** Runs everything that is due by a time (epoch seconds), in order, each as of the time at which it was due. */
  catchUp(by: number): void;
  /** When something is due next, in epoch seconds; undefined when nothing is planned. */
  nextDue(): number | undefined;
  /** Returns a function that puts everything back as it is now. */
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
