import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aPrice, refusal } from "./sandbox.ts";

const PAYS = "AT611904300234573201";
const FAILS = "AT861904300235473202";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const anAccount = (iban: string) =>
  bench.stripe.paymentMethods.create({
    type: "sepa_debit",
    sepa_debit: { iban },
    billing_details: { name: "Bob", email: "bob@example.com" },
  });

async function debit(iban: string) {
  const method = await anAccount(iban);
  return bench.stripe.paymentIntents.create({
    amount: 1000,
    currency: "eur",
    allowed_payment_method_types: ["sepa_debit"],
    payment_method: method.id,
    confirm: true,
    mandate_data: { customer_acceptance: { type: "offline", accepted_at: bench.now() } },
  });
}

describe("a bank debit", () => {
  test("is on its way first, then the money is there", async () => {
    const hook = await bench.listen();
    const intent = await debit(PAYS);
    expect(intent).toMatchObject({ status: "processing", amount_received: 0 });
    expect(await bench.stripe.charges.retrieve(String(intent.latest_charge))).toMatchObject({
      status: "pending",
      paid: false,
      balance_transaction: null,
      payment_method_details: { type: "sepa_debit", sepa_debit: { country: "AT", last4: "3201" } },
    });
    expect((await refusal(bench.stripe.paymentIntents.cancel(intent.id))).code).toBe(
      "payment_intent_unexpected_state",
    );
    await bench.forward({ minutes: 1 });
    await bench.sandbox.settle();
    expect(await bench.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: "succeeded" });
    expect(hook.types()).toEqual([
      "payment_intent.created",
      "charge.pending",
      "payment_intent.processing",
      "charge.succeeded",
      "payment_intent.succeeded",
    ]);
  });

  test("is refused by the bank later", async () => {
    const intent = await debit(FAILS);
    await bench.forward({ minutes: 1 });
    const failed = await bench.stripe.paymentIntents.retrieve(intent.id);
    expect(failed).toMatchObject({ status: "requires_payment_method", amount_received: 0 });
    expect(failed.last_payment_error?.code).toBe("payment_intent_payment_attempt_failed");
    const charge = await bench.stripe.charges.retrieve(String(intent.latest_charge));
    expect(charge).toMatchObject({ status: "failed", paid: false, balance_transaction: null });
  });

  test("can be disputed once it is there", async () => {
    const intent = await debit("AT591904300235473203");
    await bench.forward({ minutes: 1 });
    const { data } = await bench.stripe.disputes.list({ payment_intent: intent.id });
    expect(data[0]).toMatchObject({ status: "needs_response", amount: 1000 });
  });

  test("comes from one of Stripe's test accounts, and only where it is allowed", async () => {
    expect((await refusal(anAccount("IT60X0542811101000000123456"))).code).toBe("invalid_bank_account_iban");
    const method = await anAccount(PAYS);
    const card = bench.stripe.paymentIntents.create({
      amount: 1000,
      currency: "eur",
      payment_method: method.id,
    });
    expect((await refusal(card)).code).toBe("payment_intent_incompatible_payment_method");
  });
});

test("an invoice paid by a debit stays open until the bank has answered", async () => {
  const customer = (await bench.stripe.customers.create()).id;
  const method = await anAccount(PAYS);
  await bench.stripe.paymentMethods.attach(method.id, { customer });
  await bench.stripe.invoiceItems.create({ customer, amount: 1000, currency: "eur" });
  const draft = await bench.stripe.invoices.create({ customer, pending_invoice_items_behavior: "include" });
  const hook = await bench.listen(["invoice.payment_failed", "invoice.paid"]);
  expect((await bench.stripe.invoices.pay(draft.id, { payment_method: method.id })).status).toBe("open");
  await bench.forward({ minutes: 1 });
  await bench.sandbox.settle();
  expect(hook.types()).toEqual(["invoice.paid"]);
});

describe("what Stripe's own page of a checkout asks", () => {
  async function pay(iban: string | undefined) {
    const price = await aPrice(bench.stripe, { currency: "eur", unit_amount: 1500 });
    const session = await bench.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [{ price: price.id, quantity: 2 }],
      success_url: "https://site.test/success",
      ...(iban && { allowed_payment_method_types: ["sepa_debit"] }),
      payment_intent_data: { shipping: { name: "Jenny Rosen", address: { line1: "510 Townsend St" } } },
    });
    const method = iban
      ? await anAccount(iban)
      : await bench.stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
    const path = `/v1/payment_pages/${session.id}/confirm`;
    const ask = (amount: number) =>
      bench.stripe.rawRequest("POST", path, { payment_method: method.id, expected_amount: amount });
    return { session, ask };
  }

  test("pays it, with the amount that the page showed", async () => {
    const { session, ask } = await pay(undefined);
    expect((await refusal(ask(2999))).code).toBe("checkout_amount_mismatch");
    expect(await ask(3000)).toMatchObject({ status: "complete", payment_status: "paid" });
    const done = await bench.stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
    expect(done.payment_intent).toMatchObject({ shipping: { name: "Jenny Rosen" } });
  });

  test("takes no card where only debits are allowed", async () => {
    const { session } = await pay(PAYS);
    const card = await bench.stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
    const path = `/v1/payment_pages/${session.id}/confirm`;
    const asked = bench.stripe.rawRequest("POST", path, { payment_method: card.id, expected_amount: 3000 });
    expect((await refusal(asked)).param).toBe("payment_method");
  });

  test.each([
    [PAYS, "paid", "checkout.session.async_payment_succeeded"],
    [FAILS, "unpaid", "checkout.session.async_payment_failed"],
  ])("with a debit of %s it is %s a while later", async (iban, status, event) => {
    const { session, ask } = await pay(iban);
    expect(await ask(3000)).toMatchObject({ status: "complete", payment_status: "unpaid" });
    const hook = await bench.listen([event]);
    await bench.forward({ minutes: 1 });
    await bench.sandbox.settle();
    expect(hook.types()).toEqual([event]);
    expect((await bench.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe(status);
  });
});
