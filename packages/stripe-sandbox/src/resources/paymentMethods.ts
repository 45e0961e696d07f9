import type Stripe from "stripe";
import { change, mergeMetadata } from "../core/change.ts";
import { invalidParameter } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import {
  address,
  clearable,
  email,
  integerFrom,
  metadata,
  oneOf,
  paging,
  required,
  shape,
  text,
} from "../http/params.ts";
import {
  attachMethod,
  type BillingDetails,
  type CardInput,
  cardOfToken,
  detachMethod,
  makeCard,
  makeDebit,
  methodCalled,
  NO_ADDRESS,
  NO_BILLING,
} from "../payments/methods.ts";

const billing = shape({
  address: clearable(address),
  email: clearable(email),
  name: clearable(text),
  phone: clearable(text),
});
type Billing = NonNullable<ReturnType<typeof billing>>;

const number = shape({
  number: required(text),
  exp_month: required(integerFrom(1)),
  exp_year: required(integerFrom(1)),
  cvc: text,
});
const token = shape({ token: required(text) });

/** A card by its number, or by a token. */
function card(raw: Parameters<typeof number>[0], path: string) {
  return typeof raw === "object" && raw.token !== undefined ? token(raw, path) : number(raw, path);
}

export const paymentMethods = [
  operation<Stripe.PaymentMethodCreateParams>()(
    "paymentMethods.create",
    "POST /v1/payment_methods",
    {
      type: required(oneOf("card", "sepa_debit")),
      card,
      sepa_debit: shape({ iban: required(text) }),
      billing_details: billing,
      metadata,
    },
    ({ world, params }) => {
      const details = billingFrom(NO_BILLING, params.billing_details);
      const { card: sent, sepa_debit: debit } = params;
      const other = params.type === "card" ? debit : sent;
      if (other !== undefined || (sent === undefined && debit === undefined))
        throw invalidParameter(`Missing required param: ${params.type}.`, {
          code: "parameter_missing",
          param: params.type,
        });
      const made = sent
        ? makeCard(world, inputOf(world, sent), details)
        : makeDebit(world, debit?.iban ?? "", details);
      return world.store.put("paymentMethod", { ...made, metadata: mergeMetadata({}, params.metadata) });
    },
  ),
  operation<Stripe.PaymentMethodRetrieveParams>()(
    "paymentMethods.retrieve",
    "GET /v1/payment_methods/:id",
    {},
    ({ world, id }) => need(world, "paymentMethod", id),
  ),
  operation<Stripe.PaymentMethodUpdateParams>()(
    "paymentMethods.update",
    "POST /v1/payment_methods/:id",
    {
      billing_details: billing,
      metadata,
      card: shape({ exp_month: integerFrom(1, 12), exp_year: integerFrom(1) }),
    },
    ({ world, params, id }) => {
      const before = need(world, "paymentMethod", id);
      return change(
        world,
        "paymentMethod",
        before,
        {
          billing_details: billingFrom(before.billing_details, params.billing_details),
          ...(before.card && params.card && { card: { ...before.card, ...params.card } }),
          metadata: mergeMetadata(before.metadata, params.metadata),
        },
        "payment_method.updated",
      );
    },
  ),
  operation<Stripe.PaymentMethodListParams>()(
    "paymentMethods.list",
    "GET /v1/payment_methods",
    { ...paging, customer: text, type: text },
    ({ world, params }) => {
      if (params.customer !== undefined) need(world, "customer", params.customer, "customer");
      const found = world.store
        .all("paymentMethod")
        .filter(
          (method) =>
            method.customer !== null &&
            (params.customer === undefined || method.customer === params.customer) &&
            (params.type === undefined || method.type === params.type),
        );
      return page(found, params, "/v1/payment_methods");
    },
  ),
  operation<Stripe.PaymentMethodAttachParams>()(
    "paymentMethods.attach",
    "POST /v1/payment_methods/:id/attach",
    { customer: required(text) },
    ({ world, params, id }) =>
      attachMethod(
        world,
        methodCalled(world, id, "id"),
        need(world, "customer", params.customer, "customer"),
      ),
  ),
  operation<Stripe.PaymentMethodDetachParams>()(
    "paymentMethods.detach",
    "POST /v1/payment_methods/:id/detach",
    {},
    ({ world, id }) => detachMethod(world, need(world, "paymentMethod", id)),
  ),
];

function inputOf(world: World, sent: NonNullable<ReturnType<typeof card>>): CardInput {
  if ("token" in sent) return cardOfToken(world, sent.token, "card[token]");
  const { number, exp_month: expMonth, exp_year: expYear, cvc = null } = sent;
  return { number: number.replace(/\s/g, ""), expMonth, expYear, cvc };
}

function billingFrom(before: BillingDetails, sent: Billing | undefined): BillingDetails {
  if (!sent) return before;
  const { address: place, ...rest } = sent;
  return {
    ...before,
    ...rest,
    address: place ? { ...NO_ADDRESS, ...before.address, ...place } : before.address,
  };
}
