import type { AccountSettings, Delivery, StoredEvent } from "../core/hidden.ts";
import { newId } from "../core/ids.ts";
import type { WebhookEndpoint } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { retryOnClock, retryRealMs, seededRandom } from "./pace.ts";
import { signWebhook } from "./signature.ts";

const ANSWER_WITHIN_MS = 10_000;
const GIVE_UP_AFTER_SECONDS = 3 * 24 * 60 * 60;
const MAX_ATTEMPTS = 16;
/** How many retries of a delivery settle() waits for, so that a broken endpoint does not block settle(). */
const SETTLE_ATTEMPTS = 3;
/** Milliseconds to collect events in shuffle mode before they are shuffled. */
const GATHER_MS = 40;

export type Deliveries = {
  queue(event: StoredEvent, endpoints: WebhookEndpoint[]): void;
  retryNow(deliveryId: string): void;
  /** Sends held events and failed deliveries in any mode. In the mode `paused`, later events are held again. */
  flush(): Promise<void>;
  /** Holds webhooks while the clock moves, because their signatures must have the receiver's time. */
  hold(): void;
  release(): void;
  modeChanged(): void;
  pending(): number;
  settle(): Promise<void>;
  resume(): void;
  stop(): void;
};

export function makeDeliveries(world: World): Deliveries {
  const timers = new Map<string, NodeJS.Timeout>();
  const busy = new Set<string>();
  const waiting = new Map<string, string[]>();
  const idle: (() => void)[] = [];
  let held = 0;
  let flushing = false;
  let stopped = false;
  let random = seededRandom(world.settings().deliverySeed);

  const mode = (): AccountSettings["deliveryMode"] => world.settings().deliveryMode;
  const isOpen = (delivery: Delivery) => delivery.state === "waiting" || delivery.state === "later";
  /** The ids of open deliveries, so that settle() does not search all deliveries. */
  const openIds = new Set(
    world.store
      .all("delivery")
      .filter(isOpen)
      .map((delivery) => delivery.id),
  );
  const open = (): Delivery[] =>
    [...openIds].flatMap((id) => {
      const delivery = world.store.find("delivery", id);
      return delivery ? [delivery] : [];
    });
  function keep(delivery: Delivery): Delivery {
    if (isOpen(delivery)) openIds.add(delivery.id);
    else openIds.delete(delivery.id);
    return world.store.put("delivery", delivery);
  }

  function enqueue(delivery: Delivery): void {
    const line = waiting.get(delivery.endpoint) ?? [];
    line.push(delivery.id);
    waiting.set(delivery.endpoint, line);
    if (mode() === "shuffle" && !busy.has(delivery.endpoint))
      setTimeout(() => void pump(delivery.endpoint), GATHER_MS).unref();
    else setImmediate(() => void pump(delivery.endpoint));
  }

  async function pump(endpoint: string): Promise<void> {
    if (busy.has(endpoint)) return;
    busy.add(endpoint);
    while (!stopped && held === 0 && (flushing || mode() !== "paused")) {
      const line = waiting.get(endpoint);
      if (!line || line.length === 0) break;
      const place = mode() === "shuffle" ? Math.floor(random() * line.length) : 0;
      const [id] = line.splice(place, 1);
      const delivery = id === undefined ? undefined : world.store.find("delivery", id);
      if (delivery && (delivery.state === "waiting" || delivery.state === "later")) await attempt(delivery);
    }
    busy.delete(endpoint);
    for (const done of idle.splice(0)) done();
  }

  async function attempt(delivery: Delivery): Promise<void> {
    clearTimeout(timers.get(delivery.id));
    timers.delete(delivery.id);
    world.agenda.drop("delivery.retry", delivery.id);
    const event = world.store.find("event", delivery.event);
    const endpoint = world.store.find("webhookEndpoint", delivery.endpoint);
    if (!event || !endpoint || endpoint.status !== "enabled") {
      keep({
        ...delivery,
        state: "given up",
        lastError: "the endpoint is deleted or disabled",
      });
      return;
    }
    const outcome = await send(world, event, endpoint);
    if (mode() === "duplicate" && !stopped) await send(world, event, endpoint);
    // Drops the answer if the sandbox was closed or emptied in the meantime.
    if (stopped || !world.store.find("delivery", delivery.id)) return;
    const tried = {
      ...delivery,
      attempts: delivery.attempts + 1,
      lastStatus: outcome.status,
      lastError: outcome.error,
    };
    if (outcome.ok) {
      keep({ ...tried, state: "done", nextAt: null });
      const now = world.store.find("event", event.id);
      if (now) world.store.put("event", { ...now, pending_webhooks: Math.max(0, now.pending_webhooks - 1) });
    } else later(tried, event);
  }

  function later(delivery: Delivery, event: StoredEvent): void {
    if (delivery.attempts >= MAX_ATTEMPTS || world.clock.now() - event.created > GIVE_UP_AFTER_SECONDS) {
      keep({ ...delivery, state: "given up", nextAt: null });
      return;
    }
    const nextAt = world.clock.now() + retryOnClock(delivery.attempts);
    const kept = keep({ ...delivery, state: "later", nextAt });
    world.agenda.add("delivery.retry", kept.id, nextAt);
    startTimer(kept);
  }

  function startTimer(delivery: Delivery): void {
    timers.set(delivery.id, setTimeout(() => enqueue(delivery), retryRealMs(delivery.attempts)).unref());
  }

  const unsettled = (): boolean =>
    mode() === "paused"
      ? busy.size > 0
      : open().some((delivery) => delivery.state === "waiting" || delivery.attempts <= SETTLE_ATTEMPTS) ||
        busy.size > 0;

  return {
    queue(event, endpoints) {
      for (const endpoint of endpoints) {
        enqueue(
          keep({
            id: newId("dlv"),
            event: event.id,
            endpoint: endpoint.id,
            state: "waiting",
            attempts: 0,
            nextAt: null,
            lastStatus: null,
            lastError: null,
          }),
        );
      }
    },
    retryNow(id) {
      const delivery = world.store.find("delivery", id);
      if (delivery?.state === "later") enqueue(delivery);
    },
    async flush() {
      for (const delivery of open().filter((d) => d.state === "later")) enqueue(delivery);
      flushing = true;
      try {
        await Promise.all(
          [...waiting.keys()].map(async (endpoint) => {
            while (busy.has(endpoint)) await new Promise<void>((done) => idle.push(done));
            await pump(endpoint);
          }),
        );
      } finally {
        flushing = false;
      }
    },
    hold() {
      held += 1;
    },
    release() {
      held -= 1;
      if (held === 0) for (const endpoint of waiting.keys()) void pump(endpoint);
    },
    modeChanged() {
      random = seededRandom(world.settings().deliverySeed);
      for (const endpoint of waiting.keys()) void pump(endpoint);
    },
    pending: () => open().length,
    async settle() {
      while (unsettled() && !stopped) await new Promise<void>((done) => setTimeout(done, 5));
    },
    resume() {
      for (const delivery of open()) delivery.state === "waiting" ? enqueue(delivery) : startTimer(delivery);
    },
    stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

async function send(
  world: World,
  event: StoredEvent,
  endpoint: WebhookEndpoint,
): Promise<{ ok: boolean; status: number | null; error: string | null }> {
  const body = JSON.stringify(event, null, 2);
  const now = world.clock.now();
  const secrets = (world.store.find("secret", endpoint.id)?.secrets ?? []).filter(
    (s) => s.until === null || s.until > now,
  );
  try {
    const answer = await fetch(endpoint.url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        "stripe-signature": signWebhook(
          body,
          secrets.map((secret) => secret.value),
          now,
        ),
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.arrayBuffer();
    return { ok: answer.ok, status: answer.status, error: answer.ok ? null : `answered ${answer.status}` };
  } catch (error) {
    return {
      ok: false,
      status: null,
      error: error instanceof Error ? String(error.cause ?? error.message) : String(error),
    };
  }
}
