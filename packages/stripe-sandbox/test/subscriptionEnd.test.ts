import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aSubscription, refusal, secondsAt } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ at: "2027-01-31T10:00:00Z" });
});
afterEach(() => bench.close());

describe("ending a subscription", () => {
  test("at the end of the period charges nothing more", async () => {
    const hook = await bench.listen(["customer.subscription.updated", "customer.subscription.deleted"]);
    const subscription = await aSubscription(bench.stripe);
    const ending = await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({
      status: "active",
      cancel_at: secondsAt("2027-02-28T10:00:00Z"),
      cancellation_details: { reason: "cancellation_requested" },
    });
    await bench.forward({ days: 40 });
    await bench.sandbox.settle();
    const over = await bench.stripe.subscriptions.retrieve(subscription.id);
    expect(over).toMatchObject({ status: "canceled", ended_at: secondsAt("2027-02-28T10:00:00Z") });
    expect((await bench.stripe.invoices.list()).data).toHaveLength(1);
    expect(hook.types().at(-1)).toBe("customer.subscription.deleted");
    expect(hook.received.at(-2)?.event.data.previous_attributes).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
    });
  });

  test("can be undone before the end of the period", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    const kept = await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(kept).toMatchObject({
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { reason: null },
    });
    await bench.forward({ days: 40 });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });

  test("immediately is possible only once, and then only lists of all statuses include the subscription", async () => {
    const subscription = await aSubscription(bench.stripe);
    expect((await bench.stripe.subscriptions.cancel(subscription.id)).status).toBe("canceled");
    expect(await refusal(bench.stripe.subscriptions.cancel(subscription.id))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
    expect((await bench.stripe.subscriptions.list()).data).toHaveLength(0);
    expect((await bench.stripe.subscriptions.list({ status: "all" })).data).toHaveLength(1);
  });

  test("with cancel_at ends the subscription at that time", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.stripe.subscriptions.update(subscription.id, { cancel_at: bench.now() + 5 * 86_400 });
    await bench.forward({ days: 6 });
    expect(await bench.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: "canceled",
      ended_at: bench.now() - 86_400,
    });
  });
});

test("subscriptions can be listed by the end of the current period", async () => {
  const subscription = await aSubscription(bench.stripe);
  const [item] = subscription.items.data;
  for (const [days, count] of [
    [1, 1],
    [-1, 0],
  ] as const) {
    const current_period_end = { lte: Number(item?.current_period_end) + days * 86_400 };
    const { data } = await bench.stripe.subscriptions.list({ status: "all", current_period_end });
    expect(data, `${days}`).toHaveLength(count);
  }
});
