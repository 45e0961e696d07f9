import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, type Hook, startBench } from "../src/bench.ts";
import { aSubscription } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const verify = (hook: Hook, place: number, secret: string) => {
  const received = hook.received[place];
  const signature = received?.headers["stripe-signature"] ?? "";
  return bench.stripe.webhooks.constructEvent(
    received?.body ?? "",
    signature,
    secret,
    300,
    undefined,
    bench.now() * 1000,
  );
};

async function customers(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await bench.stripe.customers.create({ name: `Customer ${n}` })).id);
  return ids;
}
const objectIds = (hook: Hook) => hook.received.map(({ event }) => (event.data.object as { id: string }).id);

describe("an event", () => {
  test("has a signature that the SDK accepts only with the right secret", async () => {
    const hook = await bench.listen();
    await customers(1);
    await bench.sandbox.settle();
    expect(verify(hook, 0, hook.secret)).toMatchObject({
      object: "event",
      type: "customer.created",
      api_version: "2026-10-28.endive",
    });
    expect(() => verify(hook, 0, "whsec_other")).toThrow();
  });

  test("names the request and the key that caused it, if there was a request", async () => {
    const hook = await bench.listen(["customer.created", "invoice.paid"]);
    const made = await bench.stripe.customers.create({}, { idempotencyKey: "because" });
    await aSubscription(bench.stripe);
    await bench.forward({ days: 32 });
    await bench.sandbox.settle();
    expect(hook.received[0]?.event.request).toEqual({
      id: made.lastResponse.requestId,
      idempotency_key: "because",
    });
    expect(hook.received.at(-1)?.event).toMatchObject({
      type: "invoice.paid",
      request: { id: null, idempotency_key: null },
    });
  });

  test("of an update shows the old values of the changed fields", async () => {
    const hook = await bench.listen(["customer.updated"]);
    const made = await bench.stripe.customers.create({ name: "Ada", metadata: { a: "1" } });
    await bench.stripe.customers.update(made.id, { name: "Grace", metadata: { b: "2" } });
    await bench.sandbox.settle();
    expect(hook.received[0]?.event.data.previous_attributes).toEqual({ name: "Ada", metadata: { b: null } });
  });

  test("is not emitted if nothing changed", async () => {
    const made = await bench.stripe.customers.create({ name: "Ada" });
    await bench.stripe.customers.update(made.id, { name: "Ada" });
    const types = (await bench.stripe.events.list()).data.map((event) => event.type);
    expect(types).toEqual(["customer.created"]);
  });

  test("keeps the object as it was at the time of the event", async () => {
    const made = await bench.stripe.customers.create({ name: "Ada" });
    await bench.stripe.customers.update(made.id, { name: "Grace" });
    const [created] = (await bench.stripe.events.list({ type: "customer.created" })).data;
    expect(created?.data.object).toMatchObject({ id: made.id, name: "Ada" });
    expect(await bench.stripe.events.retrieve(created?.id ?? "")).toMatchObject({ id: created?.id });
  });

  test("goes only to enabled endpoints that subscribed to its type", async () => {
    const all = await bench.listen();
    const some = await bench.listen(["product.created"]);
    await customers(1);
    await bench.stripe.webhookEndpoints.update(all.endpoint.id, { disabled: true });
    await bench.stripe.products.create({ name: "Unseen by the first" });
    await bench.sandbox.settle();
    expect(some.types()).toEqual(["product.created"]);
    expect(all.types()).not.toContain("product.created");
  });
});

test("the oldest events are removed unless they are still undelivered", async () => {
  const { forgetOldEvents } = await import("../src/events/prune.ts");
  const { openStore } = await import("../src/core/store.ts");
  const store = await openStore(undefined);
  const event = (id: string, pending: number) => ({
    id,
    object: "event" as const,
    api_version: "",
    created: 0,
    data: { object: { id, object: "x" } },
    livemode: false as const,
    pending_webhooks: pending,
    request: null,
    type: "customer.created" as const,
  });
  for (const [id, pending] of [
    ["evt_1", 0],
    ["evt_2", 1],
    ["evt_3", 0],
    ["evt_4", 0],
  ] as const)
    store.put("event", event(id, pending));
  forgetOldEvents({ store } as Parameters<typeof forgetOldEvents>[0], 2);
  expect(store.all("event").map(({ id }) => id)).toEqual(["evt_2", "evt_3", "evt_4"]);
});

describe("an endpoint's secret", () => {
  test("signs together with a new secret until the old secret expires", async () => {
    const hook = await bench.listen();
    const { secret } = await bench.control(`webhook_endpoints/${hook.endpoint.id}/roll`, {
      expiresInSeconds: 3600,
    });
    await customers(1);
    await bench.sandbox.settle();
    expect(hook.received[0]?.headers["stripe-signature"]?.match(/v1=/g)).toHaveLength(2);
    expect(verify(hook, 0, hook.secret)).toHaveProperty("id");
    expect(verify(hook, 0, String(secret))).toHaveProperty("id");
    await bench.forward({ hours: 2 });
    await customers(1);
    await bench.sandbox.settle();
    expect(() => verify(hook, 1, hook.secret)).toThrow();
    expect(verify(hook, 1, String(secret))).toHaveProperty("id");
  });

  test("is shown only when the endpoint is created", async () => {
    const hook = await bench.listen();
    expect(hook.secret).toMatch(/^whsec_/);
    const { data } = await bench.stripe.webhookEndpoints.list();
    expect(data.find(({ id }) => id === hook.endpoint.id)).not.toHaveProperty("secret");
  });
});

describe("delivery", () => {
  test("keeps the order of events", async () => {
    const hook = await bench.listen();
    const ids = await customers(8);
    await bench.sandbox.settle();
    expect(objectIds(hook)).toEqual(ids);
  });

  test("is retried with the same event when the clock moves", async () => {
    const hook = await bench.listen();
    hook.answerWith(500);
    await customers(1);
    while (hook.received.length === 0) await new Promise(setImmediate);
    while ((await bench.stripe.events.list({ delivery_success: false })).data.length === 0)
      await new Promise(setImmediate);
    await bench.forward({ minutes: 6 });
    await bench.sandbox.settle();
    expect(hook.received).toHaveLength(2);
    expect(hook.received[1]?.event.id).toBe(hook.received[0]?.event.id);
    expect((await bench.stripe.events.list()).data[0]?.pending_webhooks).toBe(0);
    expect(bench.sandbox.pending()).toBe(0);
  });

  test("waits longer after each of the first six attempts, on both clocks", async () => {
    const { retryOnClock, retryRealMs } = await import("../src/events/pace.ts");
    const tries = [1, 2, 3, 4, 5, 6];
    for (const pauses of [tries.map(retryOnClock), tries.map(retryRealMs)]) {
      expect(pauses).toEqual([...new Set(pauses)].sort((a, b) => a - b));
    }
    expect(retryRealMs(1)).toBe(1000);
  });

  test("in paused mode sends nothing until a flush", async () => {
    const hook = await bench.listen();
    await bench.control("delivery", { mode: "paused" });
    const ids = await customers(3);
    await bench.sandbox.settle();
    expect(hook.received).toHaveLength(0);
    expect(bench.sandbox.pending()).toBe(3);
    await bench.control("delivery/flush");
    expect(objectIds(hook)).toEqual(ids);
    await customers(1);
    await bench.sandbox.settle();
    expect(hook.received).toHaveLength(3);
  });

  test("in duplicate mode sends each event twice", async () => {
    const hook = await bench.listen();
    await bench.control("delivery", { mode: "duplicate" });
    await customers(3);
    await bench.sandbox.settle();
    const ids = hook.received.map(({ event }) => event.id);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(3);
  });

  test("in shuffle mode sends events in an order that the seed determines", async () => {
    async function orderOf(seed: number): Promise<number[]> {
      const hook = await bench.listen(["customer.created"]);
      await bench.control("delivery", { mode: "paused" });
      const ids = await customers(8);
      await bench.control("delivery", { mode: "shuffle", seed });
      await bench.sandbox.settle();
      await bench.stripe.webhookEndpoints.del(hook.endpoint.id);
      return objectIds(hook).map((id) => ids.indexOf(id));
    }
    const first = await orderOf(7);
    expect([...first].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(first).not.toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(await orderOf(7)).toEqual(first);
    expect(await orderOf(8)).not.toEqual(first);
  });

  test("is signed with the clock's time at the end of a move", async () => {
    const hook = await bench.listen(["invoice.paid"]);
    await aSubscription(bench.stripe);
    await bench.forward({ days: 90 });
    await bench.sandbox.settle();
    for (const { headers } of hook.received.slice(1))
      expect(headers["stripe-signature"]).toContain(`t=${bench.now()},`);
    expect(hook.received).toHaveLength(3);
  });

  test("ends for a deleted endpoint", async () => {
    const hook = await bench.listen();
    await bench.control("delivery", { mode: "paused" });
    await customers(2);
    await bench.stripe.webhookEndpoints.del(hook.endpoint.id);
    await bench.control("delivery", { mode: "normal" });
    await bench.sandbox.settle();
    expect(hook.received).toHaveLength(0);
    expect(bench.sandbox.pending()).toBe(0);
  });
});
