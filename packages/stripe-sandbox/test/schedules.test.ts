import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aMonthlyPrice, aPayer, refusal } from "./sandbox.ts";

let bench: Bench;
let customer: string;
let price: string;
beforeEach(async () => {
  bench = await startBench({ at: "2027-03-10T09:00:00Z", draftSeconds: 0 });
  customer = (await aPayer(bench.stripe)).id;
  price = (await aMonthlyPrice(bench.stripe)).id;
});
afterEach(() => bench.close());

const month = { interval: "month" as const };
const aSchedule = (more: object = {}) =>
  bench.stripe.subscriptionSchedules.create({
    customer,
    start_date: "now",
    phases: [
      { items: [{ price, quantity: 1 }], duration: month },
      { items: [{ price, quantity: 2 }], duration: month },
    ],
    ...more,
  });
const subscriptionOf = (schedule: { subscription: unknown }) =>
  bench.stripe.subscriptions.retrieve(String(schedule.subscription));

describe("a subscription schedule", () => {
  test("starts its subscription, changes it with each phase, then releases it", async () => {
    const schedule = await aSchedule();
    expect(schedule).toMatchObject({ status: "active", end_behavior: "release" });
    expect(schedule.current_phase?.end_date).toBe(schedule.phases[1]?.start_date);
    expect(await subscriptionOf(schedule)).toMatchObject({ status: "active", schedule: schedule.id });
    const hook = await bench.listen([
      "subscription_schedule.updated",
      "subscription_schedule.expiring",
      "subscription_schedule.completed",
    ]);
    await bench.forward({ days: 32 });
    const second = await subscriptionOf(schedule);
    expect(second.items.data[0]?.quantity).toBe(2);
    const invoices = await bench.stripe.invoices.list({ subscription: second.id });
    expect(invoices.data.map((invoice) => invoice.total)).toEqual([2400, 1200]);
    await bench.forward({ days: 32 });
    await bench.sandbox.settle();
    expect(hook.types()).toEqual([
      "subscription_schedule.updated",
      "subscription_schedule.expiring",
      "subscription_schedule.completed",
    ]);
    expect((await bench.stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe("completed");
    expect(await subscriptionOf(schedule)).toMatchObject({ status: "active", schedule: null });
  });

  test("can end its subscription after the last phase", async () => {
    const end = bench.now() + 10 * 86_400;
    const schedule = await aSchedule({
      end_behavior: "cancel",
      phases: [{ items: [{ price }], end_date: end }],
    });
    await bench.forward({ days: 11 });
    expect(await subscriptionOf(schedule)).toMatchObject({ status: "canceled", ended_at: end });
    expect((await bench.stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe("completed");
  });

  test("waits for a future start", async () => {
    const start = bench.now() + 5 * 86_400;
    const first = await aSchedule({ start_date: start });
    expect(first).toMatchObject({ status: "not_started", subscription: null, current_phase: null });
    await bench.forward({ days: 6 });
    expect((await bench.stripe.subscriptionSchedules.retrieve(first.id)).status).toBe("active");
  });

  test("does not change its subscription after a release", async () => {
    const schedule = await aSchedule();
    const released = await bench.stripe.subscriptionSchedules.release(schedule.id);
    expect(released).toMatchObject({ status: "released", subscription: null });
    expect(released.released_subscription).toBe(schedule.subscription);
    const again = bench.stripe.subscriptionSchedules.release(schedule.id);
    expect((await refusal(again)).message).toContain("`released`");
    await bench.forward({ days: 32 });
    expect((await subscriptionOf(schedule)).items.data[0]?.quantity).toBe(1);
  });

  test("is aborted when its subscription ends unpaid", async () => {
    const payer = await aPayer(bench.stripe, "pm_card_chargeCustomerFail");
    const hook = await bench.listen(["subscription_schedule.aborted"]);
    const schedule = await aSchedule({ customer: payer.id });
    await bench.forward({ days: 20 });
    await bench.sandbox.settle();
    expect(hook.types()).toEqual(["subscription_schedule.aborted"]);
    expect((await bench.stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe("canceled");
  });
});

test("a trial shorter than three days immediately emits trial_will_end", async () => {
  const hook = await bench.listen(["customer.subscription.trial_will_end"]);
  for (const trial_period_days of [1, 7])
    await bench.stripe.subscriptions.create({ customer, items: [{ price }], trial_period_days });
  await bench.sandbox.settle();
  expect(hook.types()).toHaveLength(1);
});

describe("a trial without a card", () => {
  const aTrial = async () => {
    const { id } = await bench.stripe.customers.create();
    return bench.stripe.subscriptions.create({
      customer: id,
      items: [{ price }],
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: "pause" } },
    });
  };

  test("pauses the subscription at its end", async () => {
    const hook = await bench.listen(["customer.subscription.paused"]);
    const [first, second] = [await aTrial(), await aTrial()];
    const paused = await bench.stripe.subscriptions.update(first.id, { trial_end: "now" });
    expect(paused).toMatchObject({ status: "paused", trial_end: bench.now() });
    await bench.forward({ days: 60 });
    await bench.sandbox.settle();
    expect((await bench.stripe.subscriptions.retrieve(second.id)).status).toBe("paused");
    expect(hook.types()).toHaveLength(2);
    expect((await bench.stripe.invoices.list({ subscription: first.id, status: "open" })).data).toEqual([]);
  });
});
