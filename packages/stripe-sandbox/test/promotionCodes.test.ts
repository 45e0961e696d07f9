import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { monthlyCheckout, paymentCheckout } from "./checkouts.ts";
import { aPayer, aPrice, CARD, refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

describe("promotion codes", () => {
  async function code(coupon: object, name = "SPRING") {
    const made = await bench.stripe.coupons.create({ duration: "once", ...coupon });
    return bench.stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: made.id },
      code: name,
      max_redemptions: 1,
    });
  }

  test("reduce the price when typed on the page", async () => {
    const promotion = await code({ percent_off: 25 });
    const session = await paymentCheckout(bench.stripe, { allow_promotion_codes: true });
    const url = `${session.url}/promotion`;
    expect(await (await bench.form(url, { code: "WINTER" })).text()).toContain("This code is invalid.");
    expect((await bench.form(url, { code: "spring" })).status).toBe(303);
    await bench.form(session.url ?? "", { ...CARD, email: "ada@example.com" });
    const done = await bench.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent", "line_items"],
    });
    expect(done).toMatchObject({
      amount_subtotal: 4900,
      amount_total: 3675,
      total_details: { amount_discount: 1225 },
      payment_intent: { amount: 3675 },
      discounts: [{ promotion_code: promotion.id }],
      line_items: { data: [{ amount_discount: 1225, amount_total: 3675 }] },
    });
  });

  test("with the duration `once` reduce only a subscription's first invoice", async () => {
    const promotion = await code({ amount_off: 200, currency: "usd" });
    const session = await monthlyCheckout(bench.stripe, { discounts: [{ promotion_code: promotion.id }] });
    expect(await (await fetch(session.url ?? "")).text()).toContain("Then $12.00 every month.");
    await bench.control(`checkout/${session.id}/pay`, { email: "ada@example.com" });
    await bench.forward({ days: 32 });
    const invoices = await bench.stripe.invoices.list();
    expect(invoices.data.map((invoice) => invoice.total)).toEqual([1200, 1000]);
    expect((await bench.stripe.promotionCodes.retrieve(promotion.id)).times_redeemed).toBe(1);
  });

  async function refused(code: string, more: object = {}) {
    const { message } = await refusal(
      monthlyCheckout(bench.stripe, { discounts: [{ promotion_code: code }], ...more }),
    );
    return message;
  }

  test("for first purchases are refused to a customer who has paid", async () => {
    const coupon = await bench.stripe.coupons.create({ percent_off: 25, duration: "once" });
    const { id } = await bench.stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
      restrictions: { first_time_transaction: true },
    });
    const customer = (await aPayer(bench.stripe)).id;
    const first = await monthlyCheckout(bench.stripe, { customer, discounts: [{ promotion_code: id }] });
    await bench.control(`checkout/${first.id}/pay`, {});
    expect(await refused(id, { customer })).toBe(
      "This promotion code cannot be redeemed because the associated customer has prior transactions.",
    );
  });

  test("become inactive when used up or expired, and a new code can have the text of a used-up code", async () => {
    const promotion = await code({ percent_off: 25 });
    const session = await monthlyCheckout(bench.stripe, { discounts: [{ promotion_code: promotion.id }] });
    await bench.control(`checkout/${session.id}/pay`, { email: "ada@example.com" });
    expect(await bench.stripe.promotionCodes.retrieve(promotion.id)).toMatchObject({
      active: false,
      times_redeemed: 1,
    });
    expect(await refused(promotion.id)).toMatch(/because it is inactive: SPRING$/);
    const again = await bench.stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: promotion.promotion.coupon as string },
      code: "spring",
      expires_at: promotion.created + 3600,
    });
    expect((await refusal(code({ percent_off: 5 }))).message).toMatch(/already exists/);
    await bench.forward({ days: 1 });
    const { data } = await bench.stripe.promotionCodes.list({ code: "SPRING", active: true });
    expect(data).toEqual([]);
    expect(await refused(again.id)).toMatch(/inactive/);
  });
});

test("a coupon of 100 percent needs no card", async () => {
  const coupon = await bench.stripe.coupons.create({ percent_off: 100 });
  const session = await paymentCheckout(bench.stripe, { discounts: [{ coupon: coupon.id }] });
  expect(await (await fetch(session.url ?? "")).text()).not.toContain('name="number"');
  await bench.form(session.url ?? "", { email: "ada@example.com" });
  expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: "complete",
    payment_status: "no_payment_required",
  });
});

test("a coupon for one product does not reduce another product's price", async () => {
  const price = await aPrice(bench.stripe, { unit_amount: 4900 });
  const other = await aPrice(bench.stripe, { unit_amount: 1000 });
  const coupon = await bench.stripe.coupons.create({
    percent_off: 50,
    duration: "once",
    applies_to: { products: [String(price.product)] },
  });
  expect(coupon.applies_to).toBeUndefined();
  const { data } = await bench.stripe.coupons.list({ expand: ["data.applies_to"] });
  expect(data).toMatchObject([{ applies_to: { products: [price.product] } }]);
  const both = await paymentCheckout(bench.stripe, {
    line_items: [price, other].map(({ id }) => ({ price: id, quantity: 1 })),
    discounts: [{ coupon: coupon.id }],
  });
  expect(both.amount_total).toBe(2450 + 1000);
  const alone = paymentCheckout(bench.stripe, {
    line_items: [{ price: other.id, quantity: 1 }],
    discounts: [{ coupon: coupon.id }],
  });
  expect((await refusal(alone)).message).toMatch(/does not apply/);
});
