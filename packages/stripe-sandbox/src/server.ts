import { once } from "node:events";
import { type ServerType, serve } from "@hono/node-server";
import type { Acts } from "./acts.ts";
import { serveControl } from "./control/routes.ts";
import { openJournal } from "./core/journal.ts";
import { openStore } from "./core/store.ts";
import { prepare } from "./core/worldSetup.ts";
import { makeEngine } from "./engine.ts";
import { makeDeliveries } from "./events/delivery.ts";
import { forgetOldEvents } from "./events/prune.ts";
import type { Fault, RequestLogEntry } from "./http/api.ts";
import { onlyFromHere } from "./http/fromHere.ts";
import { forgetOldKeys } from "./http/idempotency.ts";
import { recordInto } from "./http/recording.ts";
import { servePages } from "./pages/routes.ts";

export type StripeOptions = {
  /** 0 takes any free port. */
  port: number;
  /** The file for the state. Default: in memory. */
  dataFile?: string;
  /** The sandbox's clock. Default: the real time, moved by advanceTo(). */
  now?: () => Date;
  log?: (line: string) => void;
  fault?: (request: {
    method: string;
    path: string;
    operation: string;
  }) => Promise<Fault | undefined> | Fault | undefined;
  secretKey?: string;
  /** Requests per second before a 429; Stripe's limit is 25 for most calls. Default: no limit. */
  rateLimit?: number;
  /** A folder for recorded exchanges (http/recording.ts). Default: the environment's STRIPE_RECORDING. */
  recordTo?: string | undefined;
  /** Seconds that a renewal's invoice stays a draft. Default: 3600, as at Stripe. */
  draftSeconds?: number;
};

export type StripeSandbox = {
  url: string;
  secretKey: string;
  acts: Acts;
  /** Moves the clock and runs everything due on the way, in order and at its due time. */
  advanceTo(time: Date): Promise<void>;
  /** Resolves when no webhook is left to deliver, except paused ones and those of failing endpoints. */
  settle(): Promise<void>;
  /** Undelivered webhooks, including paused and failing ones. */
  pending(): number;
  close(): Promise<void>;
  reset(): Promise<void>;
};

const LOOK_EVERY_MS = 500;
const FORGET_EVERY_MS = 60_000;

export async function startStripe(options: StripeOptions): Promise<StripeSandbox> {
  const secretKey = options.secretKey ?? "sk_test_sandbox";
  const store = await openStore(options.dataFile === undefined ? undefined : openJournal(options.dataFile));
  const requests: RequestLogEntry[] = [];
  const recordTo = options.recordTo ?? process.env.STRIPE_RECORDING;
  const { world, acts, app, catchUp, acting } = makeEngine({
    store,
    secretKey,
    now: options.now,
    draftSeconds: options.draftSeconds ?? 3600,
    rateLimit: options.rateLimit,
    fault: options.fault,
    record: recordTo ? recordInto(recordTo) : undefined,
    note(entry) {
      requests.push(entry);
      if (requests.length > 2000) requests.splice(0, 1000);
      options.log?.(`${entry.method} ${entry.path} ${entry.status}${entry.replayed ? " (replayed)" : ""}`);
    },
    deliver: (event, endpoints) => deliveries.queue(event, endpoints),
    retryDelivery: (id) => deliveries.retryNow(id),
  });
  const { clock, agenda } = world;
  const deliveries = makeDeliveries(world);

  async function advanceTo(time: Date): Promise<void> {
    const to = Math.floor(time.getTime() / 1000);
    deliveries.hold();
    try {
      catchUp(to);
      clock.moveTo(to);
      forgetOldKeys(world);
      forgetOldEvents(world);
    } finally {
      deliveries.release();
    }
  }

  async function reset(): Promise<void> {
    store.clear();
    agenda.reload();
    requests.length = 0;
    prepare(store, clock.now());
    await store.flush();
  }

  serveControl(app, { world, acts, deliveries, requests, advanceTo, reset });
  servePages(app, { world, acting, acts, deliveries });

  const server = serve({
    fetch: onlyFromHere((request, env: object) => app.fetch(request, env)),
    port: options.port,
    hostname: "127.0.0.1",
  });
  // Keeps idle connections open, because closing one would lose a request that is just arriving.
  if ("keepAliveTimeout" in server) server.keepAliveTimeout = 0;
  await once(server, "listening");
  world.url = `http://127.0.0.1:${portOf(server)}`;
  deliveries.resume();
  const looking = setInterval(() => catchUp(clock.now()), LOOK_EVERY_MS).unref();
  const forgetting = setInterval(() => {
    forgetOldKeys(world);
    forgetOldEvents(world);
  }, FORGET_EVERY_MS).unref();

  return {
    url: world.url,
    secretKey,
    acts,
    advanceTo,
    settle: () => deliveries.settle(),
    pending: () => deliveries.pending(),
    reset,
    async close() {
      clearInterval(looking);
      clearInterval(forgetting);
      deliveries.stop();
      const closed = once(server, "close");
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
      await store.close();
    },
  };
}

function portOf(server: ServerType): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the sandbox listens on no port");
  return address.port;
}
