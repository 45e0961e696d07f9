import { Hono } from "hono";
import { type Acts, makeActs } from "./acts.ts";
import { makeAgenda } from "./core/agenda.ts";
import { makeClock } from "./core/clock.ts";
import { makeCatchUp } from "./core/due.ts";
import { invalidRequest } from "./core/errors.ts";
import type { StoredEvent } from "./core/hidden.ts";
import type { Store } from "./core/store.ts";
import type { WebhookEndpoint } from "./core/wire.ts";
import type { World } from "./core/world.ts";
import { prepare } from "./core/worldSetup.ts";
import { type Cause, makeEmit } from "./events/emit.ts";
import { type FaultRule, type RequestLogEntry, serveOperations } from "./http/api.ts";
import { makeIdempotencyKeys } from "./http/idempotency.ts";
import { makeRateLimit } from "./http/rateLimit.ts";
import type { Recorder } from "./http/recording.ts";
import { operations } from "./resources/all.ts";

export type EngineParts = {
  store: Store;
  secretKey: string;
  now?: (() => Date) | undefined;
  draftSeconds: number;
  rateLimit?: number | undefined;
  fault?: FaultRule | undefined;
  note(entry: RequestLogEntry): void;
  record?: Recorder | undefined;
  /** Receives each event with the endpoints that subscribed to it. */
  deliver(event: StoredEvent, endpoints: WebhookEndpoint[]): void;
  /** Called when a delivery's next attempt is due on the sandbox's clock. */
  retryDelivery(id: string): void;
};

export type Engine = {
  world: World;
  acts: Acts;
  /** Answers API requests. The caller may serve the app on a port. */
  app: Hono;
  catchUp(by: number): void;
  /** Runs a change without an API request: by a customer, a bank or the dashboard. */
  acting<T>(run: () => T): T;
};

const NOBODY: Cause = { id: null, idempotency_key: null };

/** The sandbox's state, clock and API, without a network. */
export function makeEngine(options: EngineParts): Engine {
  const { store, secretKey } = options;
  const clock = makeClock(options.now);
  prepare(store, clock.now());
  let cause = NOBODY;
  const world: World = {
    store,
    clock,
    agenda: makeAgenda(store),
    url: "",
    draftSeconds: options.draftSeconds,
    emit: makeEmit({
      store,
      clock,
      cause: () => cause,
      ownAccount: () => world.ownAccount().id,
      deliver: options.deliver,
    }),
    advance(to) {
      if (options.now)
        throw invalidRequest("This sandbox has an injected clock, which test clocks cannot move.");
      catchUp(to);
      clock.moveTo(to);
    },
    settings() {
      const settings = store.find("settings", "settings");
      if (!settings) throw new Error("the sandbox has no settings: prepare() was not called");
      return settings;
    },
    ownAccount() {
      const own = store.find("account", world.settings().ownAccount);
      if (!own) throw new Error("the sandbox has no platform account: prepare() was not called");
      return own;
    },
  };
  const catchUp = makeCatchUp(world, options.retryDelivery);

  function during<T>(given: Cause, run: () => T): T {
    catchUp(clock.now());
    const before = cause;
    cause = given;
    try {
      return run();
    } finally {
      cause = before;
    }
  }

  const app = new Hono();
  serveOperations(app, operations, {
    world,
    keys: makeIdempotencyKeys(world),
    secretKey,
    fault: options.fault,
    tooMany: makeRateLimit(options.rateLimit),
    during,
    note: options.note,
    record: options.record,
  });
  const acting = <T>(run: () => T): T => during(NOBODY, run);
  return { world, acts: makeActs(world, acting), app, catchUp, acting };
}
