import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import type { Fault } from "../src/http/api.ts";
import { refusal } from "./sandbox.ts";

let bench: Bench;
let faults: (Fault | Promise<Fault | undefined> | undefined)[];
beforeEach(async () => {
  faults = [];
  bench = await startBench({ fault: () => faults.shift() });
});
afterEach(() => bench.close());

const KEY = { idempotencyKey: "order-1" };

test("later requests with the same idempotency key get the first answer", async () => {
  const first = await bench.stripe.customers.create({ email: "a@example.com" }, KEY);
  const second = await bench.stripe.customers.create({ email: "a@example.com" }, KEY);
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect(second.lastResponse.requestId).toBe(first.lastResponse.requestId);
  expect((await bench.stripe.customers.list()).data).toHaveLength(1);
});

test("an idempotency key with other parameters or another address is an error", async () => {
  await bench.stripe.customers.create({ email: "a@example.com" }, KEY);
  expect((await refusal(bench.stripe.customers.create({ email: "b@example.com" }, KEY))).type).toBe(
    "StripeIdempotencyError",
  );
  expect((await refusal(bench.stripe.products.create({ name: "a" }, KEY))).rawType).toBe("idempotency_error");
});

test("a 500 is replayed for its key, and changes nothing", async () => {
  faults = ["refuse"];
  const first = await refusal(bench.stripe.customers.create({ email: "a@example.com" }, KEY));
  expect(first).toMatchObject({ statusCode: 500, type: "StripeAPIError" });
  const again = await refusal(bench.stripe.customers.create({ email: "a@example.com" }, KEY));
  expect(again.statusCode).toBe(500);
  expect(again.headers).toMatchObject({ "idempotent-replayed": "true", "stripe-should-retry": "false" });
  expect((await bench.stripe.customers.list()).data).toHaveLength(0);
});

test("a card error is stored for its key, and a malformed request is not", async () => {
  const decline = { amount: 500, currency: "usd", confirm: true, payment_method: "pm_card_chargeDeclined" };
  const first = await refusal(bench.stripe.paymentIntents.create(decline, KEY));
  const again = await refusal(bench.stripe.paymentIntents.create(decline, KEY));
  expect(again.charge).toBe(first.charge);
  const form = { idempotencyKey: "order-2" };
  await refusal(bench.stripe.customers.create({ nonsense: "1" } as object, form));
  expect(await bench.stripe.customers.create({ email: "a@example.com" }, form)).toHaveProperty("id");
});

test("a lost answer is repeated for its key", async () => {
  faults = ["lost"];
  // The SDK retries with the same key after a cut connection.
  const customer = await bench.stripe.customers.create({ email: "a@example.com" }, KEY);
  expect(customer.lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect((await bench.stripe.customers.list()).data).toHaveLength(1);
});

test("a second request with the key of a running request is a conflict", async () => {
  let finish: (fault: undefined) => void = () => {};
  let arrived: () => void = () => {};
  const running = new Promise<void>((done) => {
    arrived = done;
  });
  const held = new Promise<undefined>((done) => {
    finish = done;
  });
  faults = [held];
  const first = bench.stripe.customers.create({ email: "a@example.com" }, KEY);
  const looking = setInterval(() => faults.length === 0 && arrived(), 1);
  await running;
  clearInterval(looking);
  const conflict = await refusal(bench.stripe.customers.create({ email: "a@example.com" }, KEY));
  expect(conflict).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
  finish(undefined);
  expect(await first).toHaveProperty("id");
});

test("a key expires after 24 hours on the sandbox's clock", async () => {
  const first = await bench.stripe.customers.create({ email: "a@example.com" }, KEY);
  await bench.forward({ hours: 23 });
  expect((await bench.stripe.customers.create({ email: "a@example.com" }, KEY)).id).toBe(first.id);
  await bench.forward({ hours: 2 });
  expect((await bench.stripe.customers.create({ email: "a@example.com" }, KEY)).id).not.toBe(first.id);
});

test("a throttled request gets a 429 and leaves the key free", async () => {
  faults = ["throttle"];
  const error = await refusal(bench.stripe.customers.create({ email: "a@example.com" }, KEY));
  expect(error).toMatchObject({ statusCode: 429, code: "rate_limit", type: "StripeRateLimitError" });
  expect(await bench.stripe.customers.create({ email: "a@example.com" }, KEY)).toHaveProperty("id");
});

test("an optional rate limit refuses further requests within a second", async () => {
  const limited = await startBench({ rateLimit: 3 });
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => limited.stripe.customers.list()));
  const refused = answers.filter((answer) => answer.status === "rejected");
  // Twelve concurrent requests fall into two seconds at most.
  expect(refused.length).toBeGreaterThanOrEqual(6);
  await limited.close();
});
