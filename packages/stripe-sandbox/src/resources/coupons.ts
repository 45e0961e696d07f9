import type Stripe from "stripe";
import { codeIsActive, shownCoupon } from "../billing/discounts.ts";
import { change, create, mergeMetadata } from "../core/change.ts";
import { invalidParameter, invalidRequest } from "../core/errors.ts";
import { newId, randomText } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { PromotionCode } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import {
  currency,
  decimal,
  flag,
  integer,
  integerFrom,
  list,
  metadata,
  oneOf,
  paging,
  range,
  required,
  shape,
  text,
} from "../http/params.ts";

export const coupons = [
  operation<Stripe.CouponCreateParams>()(
    "coupons.create",
    "POST /v1/coupons",
    {
      amount_off: integerFrom(1),
      applies_to: shape({ products: list(text) }),
      currency,
      duration: oneOf("forever", "once", "repeating"),
      duration_in_months: integerFrom(1),
      id: text,
      max_redemptions: integerFrom(1),
      metadata,
      name: text,
      percent_off: decimal,
      redeem_by: integer,
    },
    ({ world, params }) => {
      const { amount_off: amount, percent_off: percent } = params;
      if ((amount === undefined) === (percent === undefined)) {
        throw invalidParameter("Must provide exactly one of percent_off or amount_off.", {
          param: "percent_off",
        });
      }
      if (percent !== undefined && (percent <= 0 || percent > 100)) {
        throw invalidParameter("Invalid percent_off: must be greater than 0 and at most 100.", {
          param: "percent_off",
        });
      }
      if (amount !== undefined && params.currency === undefined) {
        throw invalidParameter("Missing required param: currency.", {
          code: "parameter_missing",
          param: "currency",
        });
      }
      const duration = params.duration ?? "once";
      if (duration === "repeating" && params.duration_in_months === undefined) {
        throw invalidParameter("Missing required param: duration_in_months.", {
          code: "parameter_missing",
          param: "duration_in_months",
        });
      }
      if (params.id !== undefined && world.store.find("coupon", params.id)) {
        throw invalidRequest("Coupon already exists.", { code: "resource_already_exists", param: "id" });
      }
      const products = params.applies_to?.products;
      for (const product of products ?? []) need(world, "product", product, "applies_to[products][0]");
      const made = create(
        world,
        "coupon",
        {
          id: params.id ?? randomText(8),
          object: "coupon",
          amount_off: amount ?? null,
          ...(products && { applies_to: { products } }),
          created: world.clock.now(),
          currency: amount === undefined ? null : (params.currency ?? null),
          duration,
          duration_in_months: duration === "repeating" ? (params.duration_in_months ?? null) : null,
          livemode: false,
          max_redemptions: params.max_redemptions ?? null,
          metadata: mergeMetadata({}, params.metadata),
          name: params.name ?? null,
          percent_off: percent ?? null,
          redeem_by: params.redeem_by ?? null,
          times_redeemed: 0,
          valid: true,
        },
        "coupon.created",
      );
      return shownCoupon(world, made);
    },
  ),
  operation<Stripe.CouponDeleteParams>()("coupons.del", "DELETE /v1/coupons/:id", {}, ({ world, id }) => {
    const coupon = need(world, "coupon", id);
    world.store.remove("coupon", id);
    world.emit("coupon.deleted", coupon);
    return { id, object: "coupon", deleted: true };
  }),
  operation<Stripe.CouponListParams>()(
    "coupons.list",
    "GET /v1/coupons",
    { ...paging, created: range },
    ({ world, params }) =>
      page(
        world.store.all("coupon").map((coupon) => shownCoupon(world, coupon)),
        params,
        "/v1/coupons",
      ),
  ),

  operation<Stripe.PromotionCodeCreateParams>()(
    "promotionCodes.create",
    "POST /v1/promotion_codes",
    {
      active: flag,
      code: text,
      customer: text,
      expires_at: integer,
      max_redemptions: integerFrom(1),
      metadata,
      promotion: required(shape({ type: required(oneOf("coupon")), coupon: required(text) })),
      restrictions: shape({
        first_time_transaction: flag,
        minimum_amount: integerFrom(1),
        minimum_amount_currency: currency,
      }),
    },
    ({ world, params }) => {
      need(world, "coupon", params.promotion.coupon, "promotion[coupon]");
      if (params.customer !== undefined) need(world, "customer", params.customer, "customer");
      const code = params.code ?? randomText(8).toUpperCase();
      const taken = world.store
        .all("promotionCode")
        .some((other) => codeIsActive(world, other) && other.code.toLowerCase() === code.toLowerCase());
      if (taken)
        throw invalidRequest(`An active promotion code with \`code: ${code}\` already exists.`, {
          param: "code",
        });
      return create(
        world,
        "promotionCode",
        {
          id: newId("promo"),
          object: "promotion_code",
          active: params.active ?? true,
          code,
          created: world.clock.now(),
          customer: params.customer ?? null,
          customer_account: null,
          expires_at: params.expires_at ?? null,
          livemode: false,
          max_redemptions: params.max_redemptions ?? null,
          metadata: mergeMetadata({}, params.metadata),
          promotion: { coupon: params.promotion.coupon, type: "coupon" },
          restrictions: {
            first_time_transaction: params.restrictions?.first_time_transaction ?? false,
            minimum_amount: params.restrictions?.minimum_amount ?? null,
            minimum_amount_currency: params.restrictions?.minimum_amount_currency ?? null,
          },
          times_redeemed: 0,
        },
        "promotion_code.created",
      );
    },
  ),
  operation<Stripe.PromotionCodeRetrieveParams>()(
    "promotionCodes.retrieve",
    "GET /v1/promotion_codes/:id",
    {},
    ({ world, id }) => shownCode(world, need(world, "promotionCode", id)),
  ),
  operation<Stripe.PromotionCodeUpdateParams>()(
    "promotionCodes.update",
    "POST /v1/promotion_codes/:id",
    { active: flag, metadata },
    ({ world, params, id }) => {
      const before = need(world, "promotionCode", id);
      const changes = {
        ...(params.active !== undefined && { active: params.active }),
        metadata: mergeMetadata(before.metadata, params.metadata),
      };
      return shownCode(world, change(world, "promotionCode", before, changes, "promotion_code.updated"));
    },
  ),
  operation<Stripe.PromotionCodeListParams>()(
    "promotionCodes.list",
    "GET /v1/promotion_codes",
    { ...paging, active: flag, code: text, coupon: text, created: range, customer: text },
    ({ world, params }) => {
      const found = world.store
        .all("promotionCode")
        .map((code) => shownCode(world, code))
        .filter(
          (code) =>
            (params.active === undefined || code.active === params.active) &&
            (params.code === undefined || code.code.toLowerCase() === params.code.toLowerCase()) &&
            (params.coupon === undefined || code.promotion.coupon === params.coupon) &&
            (params.customer === undefined || code.customer === params.customer),
        );
      return page(found, params, "/v1/promotion_codes");
    },
  ),
];

function shownCode(world: World, code: PromotionCode): PromotionCode {
  return { ...code, active: codeIsActive(world, code) };
}
