import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const authorize = (card = "pm_card_visa") =>
  bench.stripe.paymentIntents.create({
    amount: 5000,
    currency: "usd",
    payment_method: card,
    capture_method: "manual",
    confirm: true,
    return_url: "https://site.test/back",
  });
const chargeOf = (intent: { latest_charge: unknown }) =>
  bench.stripe.charges.retrieve(String(intent.latest_charge));

describe("money that is captured later", () => {
  test("is authorized first and books nothing", async () => {
    const hook = await bench.listen();
    const intent = await authorize("pm_card_createDispute");
    await bench.sandbox.settle();
    expect(intent).toMatchObject({ status: "requires_capture", amount_capturable: 5000, amount_received: 0 });
    expect(await chargeOf(intent)).toMatchObject({
      captured: false,
      paid: true,
      amount_captured: 0,
      balance_transaction: null,
    });
    expect(hook.types()).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.amount_capturable_updated",
    ]);
    expect((await refusal(bench.stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
      "charge_not_refundable",
    );
  });

  test("arrives when it is captured, and only then a bank disputes it", async () => {
    const intent = await authorize("pm_card_createDispute");
    const larger = bench.stripe.paymentIntents.update(intent.id, { amount: 6000 });
    expect((await refusal(larger)).code).toBe("payment_intent_unexpected_state");
    const hook = await bench.listen();
    const captured = await bench.stripe.paymentIntents.capture(intent.id);
    await bench.sandbox.settle();
    expect(captured).toMatchObject({ status: "succeeded", amount_capturable: 0, amount_received: 5000 });
    expect(hook.types().slice(0, 2)).toEqual(["charge.captured", "payment_intent.succeeded"]);
    expect(hook.types()).toContain("charge.dispute.created");
    expect((await refusal(bench.stripe.paymentIntents.capture(intent.id))).code).toBe(
      "payment_intent_unexpected_state",
    );
  });

  test("can be captured in part; the rest goes back", async () => {
    const intent = await authorize();
    const much = await refusal(bench.stripe.paymentIntents.capture(intent.id, { amount_to_capture: 5001 }));
    expect(much.code).toBe("amount_too_large");
    await bench.stripe.paymentIntents.capture(intent.id, { amount_to_capture: 2000 });
    const charge = await chargeOf(intent);
    expect(charge).toMatchObject({ amount_captured: 2000, amount_refunded: 3000, refunded: false });
    const booked = await bench.stripe.balanceTransactions.retrieve(String(charge.balance_transaction));
    expect(booked.amount).toBe(2000);
    expect((await bench.stripe.refunds.create({ charge: charge.id })).amount).toBe(2000);
    expect((await chargeOf(intent)).refunded).toBe(true);
  });

  test("goes back when the intent is canceled, and after seven days", async () => {
    const first = await authorize();
    await bench.stripe.paymentIntents.cancel(first.id);
    expect(await chargeOf(first)).toMatchObject({ refunded: true, captured: false });
    const second = await authorize();
    const hook = await bench.listen();
    await bench.forward({ days: 8 });
    await bench.sandbox.settle();
    expect(await bench.stripe.paymentIntents.retrieve(second.id)).toMatchObject({
      status: "canceled",
      cancellation_reason: "automatic",
    });
    expect(hook.types()).toEqual(["charge.expired", "payment_intent.canceled"]);
  });

  test("can be captured by its charge", async () => {
    const charge = await chargeOf(await authorize());
    expect((await bench.stripe.charges.capture(charge.id)).captured).toBe(true);
    expect((await refusal(bench.stripe.charges.capture(charge.id))).code).toBe("charge_already_captured");
  });
});

test("a payment knows where its goods are shipped to, and so does its charge", async () => {
  const shipping = { name: "Jenny Rosen", address: { line1: "510 Townsend St", city: "San Francisco" } };
  const intent = await bench.stripe.paymentIntents.create({
    amount: 5000,
    currency: "usd",
    payment_method: "pm_card_visa",
    confirm: true,
    return_url: "https://site.test/back",
    shipping,
  });
  expect(intent.shipping).toMatchObject({ name: "Jenny Rosen", carrier: null });
  expect((await chargeOf(intent)).shipping?.address).toMatchObject({
    line1: "510 Townsend St",
    country: null,
  });
});
