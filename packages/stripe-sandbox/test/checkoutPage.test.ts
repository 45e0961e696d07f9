import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { BACK, paymentCheckout } from "./checkouts.ts";
import { CARD } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

describe("the hosted page", () => {
  test("shows the product and the price, and card fields with autocomplete", async () => {
    const session = await paymentCheckout(bench.stripe, { customer_email: "ada@example.com" });
    const page = await (await fetch(session.url ?? "")).text();
    expect(page).toContain("Plan");
    expect(page).toContain("$49.00");
    expect(page).toContain("ada@example.com");
    expect(page).toContain('href="https://shop.test/cart"');
    for (const name of ["cc-number", "cc-exp", "cc-csc", "cc-name", "postal-code"])
      expect(page).toContain(`autocomplete="${name}"`);
    expect(page).not.toMatch(/<script|src="http/);
  });

  test("escapes the merchant's names", async () => {
    const product = await bench.stripe.products.create({ name: "<script>alert(1)</script>" });
    const price = await bench.stripe.prices.create({
      product: product.id,
      currency: "usd",
      unit_amount: 100,
    });
    const session = await bench.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [{ price: price.id, quantity: 1 }],
      ...BACK,
    });
    expect(await (await fetch(session.url ?? "")).text()).not.toContain("<script>alert");
  });

  test("redirects a paid session to the success address with its id", async () => {
    const session = await paymentCheckout(bench.stripe);
    const paid = await bench.form(session.url ?? "", { ...CARD, email: "ada@example.com" });
    expect(paid.status).toBe(303);
    expect(paid.headers.get("location")).toBe(`https://shop.test/success?session=${session.id}`);
    const done = await bench.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent.latest_charge"],
    });
    expect(done).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      customer_details: { email: "ada@example.com", name: "Ada Lovelace" },
      payment_intent: {
        amount: 4900,
        latest_charge: { paid: true, payment_method_details: { card: { last4: "4242" } } },
      },
    });
  });

  test.each([
    ["4000 0000 0000 0002", "Your card was declined."],
    ["4000 0000 0000 9995", "Your card has insufficient funds."],
    ["4000 0000 0000 0069", "Your card has expired."],
    ["4000 0000 0000 0127", "Your card&#39;s security code is incorrect."],
    ["4000 0000 0000 0341", "Your card was declined."],
    ["4242 4242 4242 4241", "Your card number is incorrect."],
  ])("refuses the card %s: %s", async (number, words) => {
    const session = await paymentCheckout(bench.stripe);
    const answer = await bench.form(session.url ?? "", { ...CARD, number, email: "ada@example.com" });
    expect(answer.status).toBe(402);
    const page = await answer.text();
    expect(page).toContain('role="alert"');
    expect(page).toContain(words);
    expect((await bench.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
  });

  test("accepts another card after a decline, with the same payment intent", async () => {
    const session = await paymentCheckout(bench.stripe);
    await bench.form(session.url ?? "", { ...CARD, number: "4000 0000 0000 0002" });
    await bench.form(session.url ?? "", CARD);
    const intents = await bench.stripe.paymentIntents.list();
    expect(intents.data).toHaveLength(1);
    const charges = await bench.stripe.charges.list();
    expect(charges.data.map((charge) => charge.status)).toEqual(["succeeded", "failed"]);
    expect(charges.data[1]).toMatchObject({
      failure_code: "card_declined",
      outcome: { reason: "generic_decline" },
    });
  });

  test("sends a buyer with a 3-D Secure card to the bank, and completes once the buyer has passed there", async () => {
    const session = await paymentCheckout(bench.stripe);
    const asked = await bench.form(session.url ?? "", { ...CARD, number: "4000 0027 6000 3184" });
    const bank = asked.headers.get("location") ?? "";
    expect(await (await fetch(bank)).text()).toContain("Complete");
    const failed = await bench.form(bank, { answer: "fail" });
    expect(failed.headers.get("location")).toBe(`/c/${session.id}`);
    expect((await bench.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
    const again = await bench.form(session.url ?? "", { ...CARD, number: "4000 0027 6000 3184" });
    await bench.form(again.headers.get("location") ?? "", { answer: "complete" });
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "paid",
    });
  });

  test("charges once if the form is sent twice", async () => {
    const session = await paymentCheckout(bench.stripe);
    await Promise.all([bench.form(session.url ?? "", CARD), bench.form(session.url ?? "", CARD)]);
    expect((await bench.stripe.charges.list()).data).toHaveLength(1);
  });
});
