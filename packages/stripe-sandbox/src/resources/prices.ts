import type Stripe from "stripe";
import { planOf } from "../billing/plans.ts";
import { change, create, mergeMetadata } from "../core/change.ts";
import { differences } from "../core/differences.ts";
import { invalidParameter, invalidRequest } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { Price } from "../core/wire.ts";
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
} from "../http/params.ts";
import { makeProduct } from "./makeProduct.ts";

export const recurringField = shape({
  interval: required(oneOf("day", "week", "month", "year")),
  interval_count: integerFrom(1),
  usage_type: oneOf("licensed"),
});

const taxBehavior = oneOf("exclusive", "inclusive", "unspecified");

export const prices = [
  operation<Stripe.PriceCreateParams>()(
    "prices.create",
    "POST /v1/prices",
    {
      active: flag,
      billing_scheme: oneOf("per_unit"),
      currency: required(currency),
      lookup_key: text,
      metadata,
      nickname: text,
      product: text,
      product_data: shape({
        name: required(text),
        id: text,
        active: flag,
        metadata,
        statement_descriptor: text,
        tax_code: text,
        unit_label: text,
      }),
      recurring: recurringField,
      tax_behavior: taxBehavior,
      transfer_lookup_key: flag,
      unit_amount: required(integerFrom(0)),
    },
    ({ world, params }) => {
      const { product, product_data: data } = params;
      if (product === undefined && data === undefined) {
        throw invalidParameter("Must provide one of product or product_data.", {
          code: "parameter_missing",
          param: "product",
        });
      }
      if (product !== undefined) need(world, "product", product, "product");
      takeLookupKey(world, params.lookup_key, params.transfer_lookup_key ?? false, undefined);
      const made = data
        ? makeProduct(world, {
            name: data.name,
            ...(data.id && { id: data.id }),
            metadata: mergeMetadata({}, data.metadata),
          }).id
        : (product ?? "");
      if (data) world.emit("product.created", need(world, "product", made));
      return makePrice(world, {
        product: made,
        currency: params.currency,
        unitAmount: params.unit_amount,
        recurring: params.recurring,
        metadata: mergeMetadata({}, params.metadata),
        active: params.active,
        lookupKey: params.lookup_key,
        nickname: params.nickname,
        taxBehavior: params.tax_behavior,
      });
    },
  ),
  operation<Stripe.PriceRetrieveParams>()("prices.retrieve", "GET /v1/prices/:id", {}, ({ world, id }) =>
    need(world, "price", id),
  ),
  operation<Stripe.PriceUpdateParams>()(
    "prices.update",
    "POST /v1/prices/:id",
    {
      active: flag,
      lookup_key: clearable(text),
      metadata,
      nickname: clearable(text),
      tax_behavior: taxBehavior,
      transfer_lookup_key: flag,
    },
    ({ world, params, id }) => {
      const before = need(world, "price", id);
      const { transfer_lookup_key, metadata: sent, ...rest } = params;
      takeLookupKey(world, rest.lookup_key ?? undefined, transfer_lookup_key ?? false, id);
      return changePrice(world, before, { ...rest, metadata: mergeMetadata(before.metadata, sent) });
    },
  ),
  operation<Stripe.PriceListParams>()(
    "prices.list",
    "GET /v1/prices",
    {
      ...paging,
      active: flag,
      created: range,
      currency: text,
      lookup_keys: list(text),
      product: text,
      recurring: shape({ interval: oneOf("day", "week", "month", "year"), usage_type: text }),
      type: oneOf("one_time", "recurring"),
    },
    ({ world, params }) => {
      const found = world.store
        .all("price")
        .filter(
          (price) =>
            (params.active === undefined || price.active === params.active) &&
            (params.currency === undefined || price.currency === params.currency) &&
            (params.lookup_keys === undefined ||
              (price.lookup_key !== null && params.lookup_keys.includes(price.lookup_key))) &&
            (params.product === undefined || price.product === params.product) &&
            (params.recurring?.interval === undefined ||
              price.recurring?.interval === params.recurring.interval) &&
            (params.type === undefined || price.type === params.type),
        );
      return page(found, params, "/v1/prices");
    },
  ),
];

export type PriceDraft = {
  id?: string;
  product: string;
  currency: string;
  unitAmount: number;
  recurring?:
    | { interval: "day" | "week" | "month" | "year"; interval_count?: number | undefined }
    | undefined;
  metadata?: Record<string, string>;
  active?: boolean | undefined;
  lookupKey?: string | undefined;
  nickname?: string | undefined;
  taxBehavior?: "exclusive" | "inclusive" | "unspecified" | undefined;
};

export function makePrice(world: World, draft: PriceDraft): Price {
  const price = create(
    world,
    "price",
    {
      id: draft.id ?? newId("price"),
      object: "price",
      active: draft.active ?? true,
      billing_scheme: "per_unit",
      created: world.clock.now(),
      currency: draft.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: draft.lookupKey ?? null,
      metadata: draft.metadata ?? {},
      nickname: draft.nickname ?? null,
      product: draft.product,
      recurring: draft.recurring
        ? {
            interval: draft.recurring.interval,
            interval_count: draft.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: "licensed",
          }
        : null,
      tax_behavior: draft.taxBehavior ?? "unspecified",
      tiers_mode: null,
      transform_quantity: null,
      type: draft.recurring ? "recurring" : "one_time",
      unit_amount: draft.unitAmount,
      unit_amount_decimal: String(draft.unitAmount),
    },
    "price.created",
  );
  if (price.recurring) world.emit("plan.created", planOf(price));
  return price;
}

/** Changes a price. A recurring price is also a plan, so both events are emitted. */
export function changePrice(world: World, before: Price, changes: Partial<Price>): Price {
  const after = change(world, "price", before, changes, "price.updated");
  if (!after.recurring) return after;
  const previous = differences(planOf(before), planOf(after));
  if (Object.keys(previous).length > 0) world.emit("plan.updated", planOf(after), previous);
  return after;
}

/** A lookup key belongs to one price. It moves to another price only if the caller transfers it. */
function takeLookupKey(
  world: World,
  key: string | undefined,
  transfer: boolean,
  except: string | undefined,
): void {
  if (key === undefined) return;
  const holder = world.store.all("price").find((price) => price.lookup_key === key && price.id !== except);
  if (!holder) return;
  if (!transfer) {
    throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, {
      code: "resource_already_exists",
      param: "lookup_key",
    });
  }
  change(world, "price", holder, { lookup_key: null }, "price.updated");
}
