import { mergeMetadata } from "../core/change.ts";
import { invalidParameter } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Price } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { currency, integerFrom, list, metadata, oneOf, required, shape, text } from "../http/params.ts";
import { makeProduct } from "./makeProduct.ts";
import { makePrice, recurringField } from "./prices.ts";

/** `price_data`: an inactive price for one use. */
export const priceDataField = shape({
  currency: required(currency),
  product: text,
  product_data: shape({
    name: required(text),
    description: text,
    images: list(text),
    metadata,
    tax_code: text,
    unit_label: text,
  }),
  recurring: recurringField,
  tax_behavior: oneOf("exclusive", "inclusive", "unspecified"),
  unit_amount: required(integerFrom(0)),
});

type PriceData = NonNullable<ReturnType<typeof priceDataField>>;

export function inlinePrice(world: World, data: PriceData, path: string): Price {
  const named = data.product_data;
  if (data.product === undefined && named === undefined) {
    throw invalidParameter(`Missing required param: ${path}[product].`, {
      code: "parameter_missing",
      param: `${path}[product]`,
    });
  }
  if (data.product !== undefined) need(world, "product", data.product, `${path}[product]`);
  const product = named
    ? makeProduct(world, {
        name: named.name,
        description: named.description ?? null,
        active: false,
        metadata: mergeMetadata({}, named.metadata),
      }).id
    : (data.product ?? "");
  return makePrice(world, {
    product,
    currency: data.currency,
    unitAmount: data.unit_amount,
    recurring: data.recurring,
    active: false,
    taxBehavior: data.tax_behavior,
  });
}
