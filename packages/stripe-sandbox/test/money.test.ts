import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

async function pay(amount = 5000, card = "pm_card_visa") {
  const intent = await bench.stripe.paymentIntents.create({
    amount,
    currency: "usd",
    confirm: true,
    payment_method: card,
    expand: ["latest_charge.balance_transaction"],
  });
  const charge = intent.latest_charge;
  if (charge === null || typeof charge === "string") throw new Error("the charge was not expanded");
  return charge;
}
const balance = async () => {
  const { available, pending } = await bench.stripe.balance.retrieve();
  return { available: available[0]?.amount, pending: pending[0]?.amount };
};
const refunded = async (charge: string) => (await bench.stripe.charges.retrieve(charge)).amount_refunded;

describe("a charge", () => {
  test("books the amount less the fee, available after two days", async () => {
    const charge = await pay();
    expect(charge.balance_transaction).toMatchObject({
      amount: 5000,
      fee: 175,
      net: 4825,
      status: "pending",
      type: "charge",
      source: charge.id,
    });
    expect(await balance()).toEqual({ available: 0, pending: 4825 });
    await bench.forward({ days: 2, minutes: 1 });
    expect(await balance()).toEqual({ available: 4825, pending: 0 });
  });

  test("has a fingerprint that identifies the card number", async () => {
    const prints = [await pay(), await pay(900), await pay(900, "pm_card_mastercard")].map(
      (charge) => charge.payment_method_details?.card?.fingerprint,
    );
    expect(prints[0]).toBe(prints[1]);
    expect(prints[2]).not.toBe(prints[0]);
  });

  test("that is declined becomes a card error with code, decline code, charge and intent", async () => {
    const error = await refusal(pay(500, "pm_card_chargeDeclinedInsufficientFunds"));
    expect(error).toMatchObject({
      statusCode: 402,
      type: "StripeCardError",
      code: "card_declined",
      decline_code: "insufficient_funds",
      message: "Your card has insufficient funds.",
    });
    expect(error.payment_intent).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { decline_code: "insufficient_funds" },
    });
    expect((await bench.stripe.charges.retrieve(error.charge ?? "")).status).toBe("failed");
    expect(await balance()).toEqual({ available: 0, pending: 0 });
  });

  test("can fail on an attached card, and a card that is declined at once cannot be attached", async () => {
    const customer = await bench.stripe.customers.create();
    const method = await bench.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: customer.id,
    });
    expect(method.customer).toBe(customer.id);
    const later = {
      amount: 500,
      currency: "usd",
      customer: customer.id,
      payment_method: method.id,
      off_session: true,
      confirm: true,
    };
    expect((await refusal(bench.stripe.paymentIntents.create(later))).code).toBe("card_declined");
    expect(
      (await refusal(bench.stripe.paymentMethods.attach("pm_card_chargeDeclined", { customer: customer.id })))
        .code,
    ).toBe("card_declined");
  });

  test("is impossible on a detached card, whose earlier charges can still be refunded", async () => {
    const { customers, paymentIntents, paymentMethods, refunds } = bench.stripe;
    const { id: customer } = await customers.create();
    const { id: card } = await paymentMethods.attach("pm_card_visa", { customer });
    await customers.update(customer, { invoice_settings: { default_payment_method: card } });
    const charge = { amount: 500, currency: "usd", customer, payment_method: card, confirm: true };
    const paid = await paymentIntents.create(charge);
    const hook = await bench.listen(["payment_method.detached"]);
    expect(await paymentMethods.detach(card)).toMatchObject({ id: card, customer: null });
    await bench.sandbox.settle();
    expect(hook.received[0]?.event.data.previous_attributes).toEqual({ customer });
    expect((await customers.listPaymentMethods(customer)).data).toEqual([]);
    expect(await customers.retrieve(customer)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    expect((await refusal(paymentMethods.detach(card))).message).toContain("detachment is impossible");
    for (const use of [paymentMethods.attach(card, { customer }), paymentIntents.create(charge)])
      expect((await refusal(use)).message).toContain("It may not be used again.");
    expect((await refunds.create({ payment_intent: paid.id })).status).toBe("succeeded");
  });

  test("that needs 3-D Secure waits for the bank's page", async () => {
    const intent = await bench.stripe.paymentIntents.create({
      amount: 500,
      currency: "usd",
      confirm: true,
      payment_method: "pm_card_authenticationRequired",
      return_url: "https://shop.test/back",
    });
    expect(intent.status).toBe("requires_action");
    const back = await bench.form(intent.next_action?.redirect_to_url?.url ?? "", { answer: "complete" });
    expect(back.headers.get("location")).toContain(`https://shop.test/back?payment_intent=${intent.id}`);
    expect((await bench.stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
  });
});

describe("refunds", () => {
  test("can be partial, up to the charge's amount", async () => {
    const hook = await bench.listen(["charge.refunded", "refund.created"]);
    const charge = await pay();
    const part = await bench.stripe.refunds.create({
      charge: charge.id,
      amount: 2000,
      reason: "requested_by_customer",
    });
    expect(part).toMatchObject({
      amount: 2000,
      status: "succeeded",
      charge: charge.id,
      payment_intent: charge.payment_intent,
    });
    expect((await refusal(bench.stripe.refunds.create({ charge: charge.id, amount: 3001 }))).message).toBe(
      "Refund amount ($30.01) is greater than unrefunded amount on charge ($30.00)",
    );
    expect(
      (await bench.stripe.refunds.create({ payment_intent: String(charge.payment_intent) })).amount,
    ).toBe(3000);
    expect((await refusal(bench.stripe.refunds.create({ charge: charge.id }))).code).toBe(
      "charge_already_refunded",
    );
    const after = await bench.stripe.charges.retrieve(charge.id, { expand: ["refunds"] });
    expect(after).toMatchObject({
      refunded: true,
      amount_refunded: 5000,
      refunds: { data: [{ amount: 3000 }, { amount: 2000 }] },
    });
    await bench.sandbox.settle();
    expect(hook.types()).toEqual(["charge.refunded", "refund.created", "charge.refunded", "refund.created"]);
  });

  test("return their money to the balance if the card makes them fail later", async () => {
    const hook = await bench.listen(["refund.failed"]);
    const charge = await pay(5000, "pm_card_refundFail");
    const before = await balance();
    const made = await bench.stripe.refunds.create({ charge: charge.id });
    expect(made.status).toBe("succeeded");
    await bench.forward({ days: 1, minutes: 1 });
    await bench.sandbox.settle();
    expect(await bench.stripe.refunds.retrieve(made.id)).toMatchObject({
      status: "failed",
      failure_reason: "expired_or_canceled_card",
    });
    expect(hook.types()).toEqual(["refund.failed"]);
    expect(await refunded(charge.id)).toBe(0);
    expect(await balance()).toEqual(before);
  });

  test("can be failed by the control call", async () => {
    const charge = await pay();
    const made = await bench.stripe.refunds.create({ charge: charge.id, amount: 1000 });
    expect(await bench.control(`refunds/${made.id}/fail`)).toMatchObject({ status: "failed" });
    expect(await refunded(charge.id)).toBe(0);
  });

  test("that are pending can fail, or succeed later", async () => {
    const first = await bench.stripe.refunds.create({ charge: (await pay(500, "pm_card_pendingRefund")).id });
    const second = await bench.stripe.refunds.create({
      charge: (await pay(500, "pm_card_pendingRefund")).id,
    });
    expect(first.status).toBe("pending");
    expect(await bench.control(`refunds/${first.id}/fail`)).toMatchObject({ status: "failed" });
    await bench.forward({ days: 2 });
    expect((await bench.stripe.refunds.retrieve(second.id)).status).toBe("succeeded");
    expect((await bench.stripe.refunds.retrieve(first.id)).status).toBe("failed");
  });

  test("whose status changes emit charge.refund.updated and refund.updated", async () => {
    await bench.stripe.refunds.create({ charge: (await pay(500, "pm_card_pendingRefund")).id });
    const hook = await bench.listen(["charge.refund.updated", "refund.updated"]);
    await bench.forward({ days: 2 });
    await bench.sandbox.settle();
    expect(hook.types()).toEqual(["charge.refund.updated", "refund.updated"]);
  });

  test("need a charge or a payment intent", async () => {
    expect((await refusal(bench.stripe.refunds.create({}))).code).toBe("parameter_missing");
  });
});

describe("disputes", () => {
  test("of a test card withdraw the money and a fee, and prevent refunds", async () => {
    const hook = await bench.listen(["charge.dispute.created", "charge.dispute.funds_withdrawn"]);
    const charge = await pay(5000, "pm_card_createDispute");
    await bench.sandbox.settle();
    expect(hook.types()).toEqual(["charge.dispute.created", "charge.dispute.funds_withdrawn"]);
    const dispute = (await bench.stripe.disputes.list({ charge: charge.id })).data[0];
    expect(dispute).toMatchObject({
      status: "needs_response",
      reason: "fraudulent",
      amount: 5000,
      balance_transactions: [{ amount: -5000, fee: 1500 }],
    });
    expect((await refusal(bench.stripe.refunds.create({ charge: charge.id }))).code).toBe("charge_disputed");
    expect((await bench.stripe.charges.retrieve(charge.id)).disputed).toBe(true);
  });

  test.each([
    ["won", -1500, ["charge.dispute.funds_reinstated", "charge.dispute.closed"]],
    ["lost", -6500, ["charge.dispute.closed"]],
  ] as const)("that are %s change the balance by %i", async (outcome, change, types) => {
    const charge = await pay();
    await bench.forward({ days: 3 });
    const before = (await balance()).available ?? 0;
    const hook = await bench.listen(["charge.dispute.funds_reinstated", "charge.dispute.closed"]);
    const dispute = await bench.control("disputes", { charge: charge.id });
    expect(await bench.control(`disputes/${dispute.id}/close`, { outcome })).toMatchObject({
      status: outcome,
    });
    await bench.sandbox.settle();
    expect(hook.types()).toEqual(types);
    expect((await balance()).available).toBe(before + change);
  });

  test("are decided by Stripe's test texts, or lost without an answer", async () => {
    const first = await bench.control("disputes", { charge: (await pay()).id });
    const second = await bench.control("disputes", { charge: (await pay()).id });
    const won = await bench.stripe.disputes.update(String(first.id), {
      evidence: { uncategorized_text: "winning_evidence" },
    });
    expect(won.status).toBe("won");
    await bench.forward({ days: 10 });
    expect((await bench.stripe.disputes.retrieve(String(second.id))).status).toBe("lost");
  });

  test("are impossible after a full refund", async () => {
    const { id: charge } = await pay();
    await bench.stripe.refunds.create({ charge });
    expect(await bench.control("disputes", { charge })).toMatchObject({
      error: { message: "A fully refunded charge cannot be disputed." },
    });
  });

  test("that are inquiries withdraw no money", async () => {
    const charge = await pay(5000, "pm_card_createDisputeInquiry");
    const dispute = (await bench.stripe.disputes.list({ charge: charge.id })).data[0];
    expect(dispute).toMatchObject({
      status: "warning_needs_response",
      balance_transactions: [],
      is_charge_refundable: true,
    });
  });
});

test("an early fraud warning comes from a test card or from the control call", async () => {
  const hook = await bench.listen(["radar.early_fraud_warning.created"]);
  const charge = await pay(5000, "pm_card_createIssuingFraudWarning");
  await bench.control("early_fraud_warnings", {
    charge: (await pay()).id,
    fraud_type: "made_with_stolen_card",
  });
  await bench.sandbox.settle();
  expect(hook.received[0]?.event.data.object).toMatchObject({ charge: charge.id, actionable: true });
  expect(hook.received.map(({ event }) => event.data.object)).toMatchObject([
    { fraud_type: "misc" },
    { fraud_type: "made_with_stolen_card" },
  ]);
  await bench.stripe.refunds.create({ charge: charge.id });
  const { data } = await bench.stripe.radar.earlyFraudWarnings.list({ charge: charge.id });
  expect(data).toMatchObject([{ charge: charge.id, actionable: false }]);
});
