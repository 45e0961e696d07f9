import type Stripe from "stripe";
import { change, mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Product } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import {
  clearable,
  currency,
  flag,
  integerFrom,
  list,
  metadata,
  oneOf,
  paging,
  range,
  required,
  shape,
  text,
  webAddress,
} from "../http/params.ts";
import { makeProduct } from "./makeProduct.ts";
import { makePrice } from "./prices.ts";

const common = {
  active: flag,
  description: clearable(text),
  images: list(text),
  marketing_features: list(shape({ name: required(text) })),
  metadata,
  shippable: flag,
  statement_descriptor: text,
  tax_code: clearable(text),
  unit_label: clearable(text),
  url: clearable(webAddress),
};

const recurring = shape({
  interval: required(oneOf("day", "week", "month", "year")),
  interval_count: integerFrom(1),
});

export const products = [
  operation<Stripe.ProductCreateParams>()(
    "products.create",
    "POST /v1/products",
    {
      ...common,
      name: required(text),
      id: text,
      default_price_data: shape({
        currency: required(currency),
        unit_amount: required(integerFrom(0)),
        recurring,
        metadata,
      }),
    },
    ({ world, params }) => {
      if (params.id !== undefined && world.store.find("product", params.id)) {
        throw invalidRequest("Product already exists.", { code: "resource_already_exists", param: "id" });
      }
      const made = makeProduct(world, { ...params, metadata: mergeMetadata({}, params.metadata) });
      const first = params.default_price_data;
      if (!first) return tell(world, made);
      const price = makePrice(world, {
        product: made.id,
        currency: first.currency,
        unitAmount: first.unit_amount,
        recurring: first.recurring,
        metadata: mergeMetadata({}, first.metadata),
      });
      return tell(world, world.store.put("product", { ...made, default_price: price.id }));
    },
  ),
  operation<Stripe.ProductRetrieveParams>()(
    "products.retrieve",
    "GET /v1/products/:id",
    {},
    ({ world, id }) => need(world, "product", id),
  ),
  operation<Stripe.ProductUpdateParams>()(
    "products.update",
    "POST /v1/products/:id",
    { ...common, name: text, default_price: text },
    ({ world, params, id }) => {
      const before = need(world, "product", id);
      if (params.default_price) need(world, "price", params.default_price, "default_price");
      const { metadata: sent, ...rest } = params;
      return change(
        world,
        "product",
        before,
        { ...rest, metadata: mergeMetadata(before.metadata, sent), updated: world.clock.now() },
        "product.updated",
      );
    },
  ),
  operation<Stripe.ProductListParams>()(
    "products.list",
    "GET /v1/products",
    { ...paging, created: range, active: flag, ids: list(text), url: text },
    ({ world, params }) => {
      const found = world.store
        .all("product")
        .filter(
          (product) =>
            (params.active === undefined || product.active === params.active) &&
            (params.ids === undefined || params.ids.includes(product.id)) &&
            (params.url === undefined || product.url === params.url),
        );
      return page(found, params, "/v1/products");
    },
  ),
];

function tell(world: World, product: Product): Product {
  world.emit("product.created", product);
  return product;
}
