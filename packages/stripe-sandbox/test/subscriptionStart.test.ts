import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aMonthlyPrice, aSubscription, refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ at: "2027-01-31T10:00:00Z" });
});
afterEach(() => bench.close());

describe("a subscription's first payment", () => {
  test("that is declined leaves the subscription incomplete until it expires after 23 hours", async () => {
    const subscription = await aSubscription(bench.stripe, {}, "pm_card_chargeCustomerFail");
    expect(subscription.status).toBe("incomplete");
    await bench.forward({ hours: 24 });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete_expired");
    expect((await bench.stripe.invoices.list()).data[0]?.status).toBe("void");
    await bench.forward({ days: 40 });
    expect((await bench.stripe.invoices.list()).data).toHaveLength(1);
  });

  test("can come later and makes the subscription active", async () => {
    const subscription = await aSubscription(bench.stripe, {
      payment_behavior: "default_incomplete",
    });
    expect(subscription.status).toBe("incomplete");
    await bench.stripe.invoices.pay(String(subscription.latest_invoice), { payment_method: "pm_card_visa" });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });

  test("needs a card", async () => {
    const customer = await bench.stripe.customers.create();
    const price = await aMonthlyPrice(bench.stripe);
    const error = await refusal(
      bench.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] }),
    );
    expect(error).toMatchObject({ statusCode: 400, code: "resource_missing" });
  });
});

test("trial_will_end is emitted three days before a trial ends", async () => {
  const hook = await bench.listen(["customer.subscription.trial_will_end"]);
  await aSubscription(bench.stripe, { trial_period_days: 7 });
  await bench.forward({ days: 3, hours: 23 });
  await bench.sandbox.settle();
  expect(hook.types()).toEqual([]);
  await bench.forward({ hours: 2 });
  await bench.sandbox.settle();
  expect(hook.types()).toEqual(["customer.subscription.trial_will_end"]);
});
