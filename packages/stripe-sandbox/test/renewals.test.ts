import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aPrice, aSubscription, secondsAt } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ at: "2027-01-31T10:00:00Z" });
});
afterEach(() => bench.close());

const ends = async (id: string) =>
  (await bench.stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end;

describe("renewals", () => {
  test("come once per period, on the last day of short months", async () => {
    const subscription = await aSubscription(bench.stripe);
    expect(await ends(subscription.id)).toBe(secondsAt("2027-02-28T10:00:00Z"));
    await bench.forward({ days: 31 });
    expect(await ends(subscription.id)).toBe(secondsAt("2027-03-31T10:00:00Z"));
    const invoices = await bench.stripe.invoices.list({ subscription: subscription.id });
    expect(invoices.data.map((invoice) => [invoice.billing_reason, invoice.status])).toEqual([
      ["subscription_cycle", "paid"],
      ["subscription_create", "paid"],
    ]);
    expect(invoices.data[0]).toMatchObject({
      parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
      period_start: secondsAt("2027-01-31T10:00:00Z"),
      period_end: secondsAt("2027-02-28T10:00:00Z"),
      lines: {
        data: [
          { period: { start: secondsAt("2027-02-28T10:00:00Z"), end: secondsAt("2027-03-31T10:00:00Z") } },
        ],
      },
    });
  });

  test("come twelve times in a year, on the last day of each month", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.forward({ days: 365 });
    const invoices = await bench.stripe.invoices.list({ subscription: subscription.id, limit: 100 });
    expect(invoices.data).toHaveLength(13);
    const days = invoices.data.map((invoice) => new Date(invoice.created * 1000).getUTCDate());
    expect(days).toEqual([31, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 28, 31]);
  });

  test("leave the invoice a draft for an hour before the charge", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.forward({ days: 28, minutes: 30 });
    const draft = (await bench.stripe.invoices.list({ subscription: subscription.id })).data[0];
    expect(draft).toMatchObject({ status: "draft", number: null, billing_reason: "subscription_cycle" });
    await bench.forward({ minutes: 31 });
    expect((await bench.stripe.invoices.retrieve(draft?.id ?? "")).status).toBe("paid");
  });

  test("number the invoices of each customer consecutively", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.forward({ days: 60 });
    const numbers = (await bench.stripe.invoices.list({ subscription: subscription.id })).data.map(
      (invoice) => invoice.number ?? "",
    );
    expect(numbers.map((number) => number.slice(-4))).toEqual(["0003", "0002", "0001"]);
    expect(new Set(numbers.map((number) => number.slice(0, -5))).size).toBe(1);
  });
});

test("a new price without proration applies from the next period", async () => {
  const subscription = await aSubscription(bench.stripe);
  const dearer = await aPrice(bench.stripe, { unit_amount: 3000, recurring: { interval: "month" } });
  const item = subscription.items.data[0]?.id ?? "";
  await bench.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: dearer.id }],
    proration_behavior: "none",
  });
  await bench.forward({ days: 29 });
  expect((await bench.stripe.invoices.list()).data.map((invoice) => invoice.total)).toEqual([3000, 1200]);
});
