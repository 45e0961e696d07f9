import { invalidParameter, invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Price } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import {
  email,
  flag,
  integer,
  integerFrom,
  list,
  metadata,
  oneOf,
  type Parsed,
  required,
  shape,
  shipping,
  text,
  webAddress,
} from "../http/params.ts";
import { taxedCustomer } from "../tax/compute.ts";
import { requireTaxReady } from "../tax/settings.ts";
import { inlinePrice, priceDataField } from "./inlinePrices.ts";

const HALF_HOUR = 30 * 60;
const DAY = 24 * 60 * 60;

const lineItem = shape({ price: text, price_data: priceDataField, quantity: integerFrom(1), metadata });

export const sessionFields = {
  allow_promotion_codes: flag,
  allowed_payment_method_types: list(text),
  automatic_tax: shape({ enabled: required(flag) }),
  billing_address_collection: oneOf("auto", "required"),
  cancel_url: webAddress,
  client_reference_id: text,
  currency: text,
  customer: text,
  customer_creation: oneOf("always", "if_required"),
  customer_email: email,
  customer_update: shape({
    address: oneOf("auto", "never"),
    name: oneOf("auto", "never"),
    shipping: oneOf("auto", "never"),
  }),
  discounts: list(shape({ coupon: text, promotion_code: text })),
  expires_at: integer,
  invoice_creation: shape({
    enabled: required(flag),
    invoice_data: shape({ description: text, footer: text, metadata }),
  }),
  line_items: list(lineItem),
  locale: text,
  metadata,
  mode: required(oneOf("payment", "setup", "subscription")),
  payment_intent_data: shape({
    description: text,
    metadata,
    receipt_email: text,
    setup_future_usage: oneOf("off_session", "on_session"),
    shipping,
    transfer_group: text,
  }),
  payment_method_collection: oneOf("always", "if_required"),
  phone_number_collection: shape({ enabled: required(flag) }),
  submit_type: oneOf("auto", "book", "donate", "pay", "subscribe"),
  subscription_data: shape({
    description: text,
    metadata,
    trial_end: integer,
    trial_period_days: integerFrom(1, 730),
  }),
  success_url: webAddress,
  tax_id_collection: shape({ enabled: required(flag) }),
  ui_mode: oneOf("hosted_page"),
};

type Sent = Parsed<typeof sessionFields>;

/** @throws for missing or contradicting parameters */
export function checkSession(world: World, params: Sent): void {
  if (params.mode === "setup")
    throw invalidRequest("The sandbox does not do Checkout in setup mode.", { param: "mode" });
  if (params.success_url === undefined)
    throw invalidParameter("Missing required param: success_url.", {
      code: "parameter_missing",
      param: "success_url",
    });
  if (!params.line_items || params.line_items.length === 0) {
    throw invalidParameter("Missing required param: line_items.", {
      code: "parameter_missing",
      param: "line_items",
    });
  }
  if (params.customer !== undefined) need(world, "customer", params.customer, "customer");
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw invalidRequest("You may only specify one of these parameters: customer, customer_email.", {
      param: "customer",
    });
  }
  checkTax(world, params);
  if (params.discounts && params.allow_promotion_codes) {
    throw invalidRequest("You may only specify one of these parameters: allow_promotion_codes, discounts.", {
      param: "allow_promotion_codes",
    });
  }
  if (params.mode !== "payment") {
    for (const name of ["invoice_creation", "payment_intent_data", "customer_creation"] as const) {
      if (params[name] !== undefined)
        throw invalidRequest(`You can not pass \`${name}\` in \`${params.mode}\` mode.`, { param: name });
    }
  }
  if (params.mode === "payment" && params.subscription_data) {
    throw invalidRequest("You can not pass `subscription_data` in `payment` mode.", {
      param: "subscription_data",
    });
  }
  const ahead = params.expires_at === undefined ? DAY : params.expires_at - world.clock.now();
  // Allows a minute, because Stripe counts from the request's arrival and the caller's clock may differ.
  if (ahead < HALF_HOUR - 60)
    throw invalidRequest(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      { param: "expires_at" },
    );
  if (ahead > DAY + 60)
    throw invalidRequest(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
}

function checkTax(world: World, params: Sent): void {
  const saves = params.customer_update;
  if (params.automatic_tax?.enabled) {
    requireTaxReady(world);
    const isPlaced = params.customer === undefined || taxedCustomer(world, params.customer) !== undefined;
    if (!isPlaced && saves?.address !== "auto" && saves?.shipping !== "auto")
      throw invalidRequest(
        "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
        { code: "customer_tax_location_invalid", param: "customer_update[address]" },
      );
  }
  if (params.tax_id_collection?.enabled && params.customer !== undefined && saves?.name !== "auto")
    throw invalidRequest(
      "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
      { param: "customer_update[name]" },
    );
}

export function linesFor(world: World, params: Sent): { price: Price; quantity: number }[] {
  const lines = (params.line_items ?? []).map((line, place) => {
    const at = `line_items[${place}]`;
    if (line.quantity === undefined)
      throw invalidParameter(`Missing required param: ${at}[quantity].`, {
        code: "parameter_missing",
        param: `${at}[quantity]`,
      });
    const price = line.price_data
      ? inlinePrice(world, line.price_data, `${at}[price_data]`)
      : line.price
        ? need(world, "price", line.price, `${at}[price]`)
        : undefined;
    if (!price)
      throw invalidParameter(`Missing required param: ${at}[price].`, {
        code: "parameter_missing",
        param: `${at}[price]`,
      });
    if (!price.active && !line.price_data) {
      throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
        param: `${at}[price]`,
      });
    }
    return { price, quantity: line.quantity };
  });
  const recurring = lines.some((line) => line.price.type === "recurring");
  if (params.mode === "payment" && recurring) {
    throw invalidRequest(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      { param: "line_items[0][price]" },
    );
  }
  if (params.mode === "subscription" && !recurring) {
    throw invalidRequest(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      { param: "line_items" },
    );
  }
  if (new Set(lines.map((line) => line.price.currency)).size > 1) {
    throw invalidRequest("All prices on a Checkout Session must use the same currency.", {
      param: "line_items",
    });
  }
  return lines;
}

export function trialDays(
  sent: { trial_end?: number; trial_period_days?: number } | undefined,
  now: number,
): number | null {
  if (sent?.trial_period_days !== undefined) return sent.trial_period_days;
  return sent?.trial_end === undefined ? null : (sent.trial_end - now) / DAY;
}
