import type Stripe from "stripe";
import { need } from "../core/need.ts";
import { operation } from "../http/operation.ts";
import { required, text } from "../http/params.ts";
import { attachMethod, methodCalled } from "../payments/methods.ts";

export const paymentMethods = [
  operation<Stripe.PaymentMethodRetrieveParams>()(
    "paymentMethods.retrieve",
    "GET /v1/payment_methods/:id",
    {},
    ({ world, id }) => need(world, "paymentMethod", id),
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
];
