import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { monthlyCheckout, paymentCheckout } from "./checkouts.ts";
import { CARD } from "./sandbox.ts";

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

  test("typed in on the page take something off, once", async () => {
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

  test("on a subscription, a coupon for one payment counts for the first invoice only", async () => {
    const promotion = await code({ amount_off: 200, currency: "usd" });
    const session = await monthlyCheckout(bench.stripe, { discounts: [{ promotion_code: promotion.id }] });
    await bench.control(`checkout/${session.id}/pay`, { email: "ada@example.com" });
    await bench.forward({ days: 32 });
    const invoices = await bench.stripe.invoices.list();
    expect(invoices.data.map((invoice) => invoice.total)).toEqual([1200, 1000]);
    expect((await bench.stripe.promotionCodes.retrieve(promotion.id)).times_redeemed).toBe(1);
  });

  test("everything taken off needs no card", async () => {
    const coupon = await bench.stripe.coupons.create({ percent_off: 100 });
    const session = await paymentCheckout(bench.stripe, { discounts: [{ coupon: coupon.id }] });
    expect(await (await fetch(session.url ?? "")).text()).not.toContain('name="number"');
    await bench.form(session.url ?? "", { email: "ada@example.com" });
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "no_payment_required",
    });
  });
});
