import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { ACACIA, refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const ask = (path: string, params: object, apiVersion?: string) =>
  bench.stripe.rawRequest("POST", path, params, apiVersion === undefined ? {} : { apiVersion });

describe("a request of an older API version", () => {
  test("names a promotion code's coupon itself, and the answer has the newest shape", async () => {
    const coupon = await bench.stripe.coupons.create({ percent_off: 20 });
    const params = { coupon: coupon.id };
    expect(await ask("/v1/promotion_codes", params, ACACIA)).toMatchObject({
      promotion: { type: "coupon", coupon: coupon.id },
    });
    expect(await refusal(ask("/v1/promotion_codes", params))).toMatchObject({
      code: "parameter_unknown",
      param: "coupon",
    });
    expect(await refusal(ask("/v1/promotion_codes", params, "2025-09-30.clover"))).toMatchObject({
      code: "parameter_unknown",
    });
  });

  test("names the payment method types, which ours refuses with a separate code", async () => {
    const params = { amount: 500, currency: "usd", payment_method_types: ["card"] };
    expect(await ask("/v1/payment_intents", params, "2026-08-26.dahlia")).toMatchObject({
      allowed_payment_method_types: ["card"],
      payment_method_types: ["card"],
    });
    expect(await refusal(ask("/v1/payment_intents", params))).toMatchObject({
      code: "payment_method_types_no_longer_supported",
    });
  });

  test("still gets no parameter that Stripe never had", async () => {
    const asked = ask("/v1/customers", { nickname: "Ada" }, ACACIA);
    expect(await refusal(asked)).toMatchObject({ code: "parameter_unknown", param: "nickname" });
  });

  test.each(["2027-03-25.fennel", "yesterday"])(
    "is refused for a version that is not there: %s",
    async (version) => {
      expect((await refusal(ask("/v1/customers", {}, version))).message).toBe(
        `Invalid Stripe API version: ${version}`,
      );
    },
  );
});
