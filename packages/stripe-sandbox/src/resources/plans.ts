import type Stripe from "stripe";
import { planOf } from "../billing/plans.ts";
import { mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { Price } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import {
  clearable,
  currency,
  either,
  flag,
  integerFrom,
  metadata,
  oneOf,
  paging,
  range,
  required,
  shape,
  text,
} from "../http/params.ts";
import { makeProduct } from "./makeProduct.ts";
import { changePrice, makePrice } from "./prices.ts";

/** The older form of recurring prices: each plan is a price, and each recurring price a plan. */
export const plans = [
  operation<Stripe.PlanCreateParams>()(
    "plans.create",
    "POST /v1/plans",
    {
      active: flag,
      amount: required(integerFrom(0)),
      currency: required(currency),
      id: text,
      interval: required(oneOf("day", "week", "month", "year")),
      interval_count: integerFrom(1),
      metadata,
      nickname: text,
      product: required(either(text, shape({ id: text, name: required(text), metadata }))),
    },
    ({ world, params }) => {
      const id = params.id ?? newId("plan", 14);
      if (world.store.find("price", id))
        throw invalidRequest("Plan already exists.", { code: "resource_already_exists", param: "id" });
      const price = makePrice(world, {
        id,
        product: productOf(world, params.product),
        currency: params.currency,
        unitAmount: params.amount,
        recurring: { interval: params.interval, interval_count: params.interval_count },
        metadata: mergeMetadata({}, params.metadata),
        active: params.active,
        nickname: params.nickname,
      });
      return planOf(price);
    },
  ),
  operation<Stripe.PlanRetrieveParams>()("plans.retrieve", "GET /v1/plans/:id", {}, ({ world, id }) =>
    planOf(recurring(world, id)),
  ),
  operation<Stripe.PlanUpdateParams>()(
    "plans.update",
    "POST /v1/plans/:id",
    { active: flag, metadata, nickname: clearable(text) },
    ({ world, params, id }) => {
      const before = recurring(world, id);
      const { metadata: sent, ...rest } = params;
      return planOf(changePrice(world, before, { ...rest, metadata: mergeMetadata(before.metadata, sent) }));
    },
  ),
  operation<Stripe.PlanDeleteParams>()("plans.del", "DELETE /v1/plans/:id", {}, ({ world, id }) => {
    const gone = recurring(world, id);
    world.store.remove("price", id);
    world.emit("plan.deleted", planOf(gone));
    world.emit("price.deleted", gone);
    return { id, object: "plan", deleted: true };
  }),
  operation<Stripe.PlanListParams>()(
    "plans.list",
    "GET /v1/plans",
    { ...paging, active: flag, created: range, product: text },
    ({ world, params }) => {
      const found = world.store
        .all("price")
        .filter(
          (price) =>
            price.recurring !== null &&
            (params.active === undefined || price.active === params.active) &&
            (params.product === undefined || price.product === params.product),
        );
      return page(found.map(planOf), params, "/v1/plans");
    },
  ),
];

type Sent = string | { id?: string; name: string; metadata?: Record<string, string> | null };

function productOf(world: World, sent: Sent): string {
  if (typeof sent === "string") return need(world, "product", sent, "product").id;
  if (sent.id !== undefined && world.store.find("product", sent.id))
    throw invalidRequest("Product already exists.", {
      code: "resource_already_exists",
      param: "product[id]",
    });
  const made = makeProduct(world, { ...sent, metadata: mergeMetadata({}, sent.metadata) });
  world.emit("product.created", made);
  return made.id;
}

function recurring(world: World, id: string): Price {
  const price = need(world, "price", id);
  if (price.recurring === null) throw invalidRequest(`The price ${id} is not recurring, so it is no plan.`);
  return price;
}
