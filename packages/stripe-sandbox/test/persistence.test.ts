import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clientFor, startBench } from "../src/bench.ts";
import { startStripe } from "../src/server.ts";
import { aSubscription } from "./sandbox.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "stripe-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("objects, keys, planned work and pending webhooks survive a restart", async () => {
  const dataFile = join(folder, "data.jsonl");
  const before = await startBench({ dataFile });
  const hook = await before.listen(["customer.created"]);
  await before.control("delivery", { mode: "paused" });
  const subscription = await aSubscription(before.stripe);
  const keyed = await before.stripe.customers.create({}, { idempotencyKey: "kept" });
  await before.close();

  const after = await startBench({ dataFile });
  expect((await after.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  expect((await after.stripe.customers.create({}, { idempotencyKey: "kept" })).id).toBe(keyed.id);
  expect((await after.stripe.webhookEndpoints.list()).data).toMatchObject([{ url: hook.endpoint.url }]);
  expect(after.sandbox.pending()).toBe(2);
  await after.forward({ days: 32 });
  expect((await after.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(2);
  await after.close();
});

test("a crash loses only the line that it cut off", async () => {
  const dataFile = join(folder, "data.jsonl");
  const before = await startBench({ dataFile });
  const customer = await before.stripe.customers.create({ name: "Ada" });
  await before.close();
  await appendFile(dataFile, '{"table":"customer","id":"cus_torn","val');
  const after = await startBench({ dataFile });
  expect((await after.stripe.customers.list()).data.map((found) => found.id)).toEqual([customer.id]);
  await after.close();
});

test("changes are written while the sandbox runs", async () => {
  const dataFile = join(folder, "data.jsonl");
  const bench = await startBench({ dataFile });
  const customer = await bench.stripe.customers.create({ name: "Ada" });
  await expect.poll(() => readFile(dataFile, "utf8").catch(() => "")).toContain(customer.id);
  await bench.close();
});

test("a reset removes everything, also on disk", async () => {
  const dataFile = join(folder, "data.jsonl");
  const bench = await startBench({ dataFile });
  await aSubscription(bench.stripe);
  await bench.sandbox.reset();
  expect((await bench.stripe.customers.list()).data).toHaveLength(0);
  await bench.forward({ days: 60 });
  expect((await bench.stripe.events.list()).data).toHaveLength(0);
  await bench.close();
  expect(await readFile(dataFile, "utf8")).not.toContain("cus_");
});

test("a sandbox without an injected clock moves its own clock", async () => {
  const sandbox = await startStripe({ port: 0, secretKey: "sk_test_mine" });
  const stripe = clientFor(sandbox);
  const subscription = await aSubscription(stripe);
  await sandbox.advanceTo(new Date((subscription.created + 40 * 86_400) * 1000));
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(2);
  expect((await stripe.customers.create()).created).toBeGreaterThanOrEqual(
    subscription.created + 40 * 86_400,
  );
  await sandbox.close();
});
