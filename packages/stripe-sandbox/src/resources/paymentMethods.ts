import type Stripe from "stripe";
import { need } from "../core/need.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { paging, required, text } from "../http/params.ts";
import { attachMethod, detachMethod, methodCalled } from "../payments/methods.ts";

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
  operation<Stripe.PaymentMethodDetachParams>()(
    "paymentMethods.detach",
    "POST /v1/payment_methods/:id/detach",
    {},
    ({ world, id }) => detachMethod(world, need(world, "paymentMethod", id)),
  ),
  operation<Stripe.CustomerListPaymentMethodsParams>()(
    "customers.listPaymentMethods",
    "GET /v1/customers/:id/payment_methods",
    paging,
    ({ world, params, id }) => {
      need(world, "customer", id);
      const found = world.store.all("paymentMethod").filter(({ customer }) => customer === id);
      return page(found, params, `/v1/customers/${id}/payment_methods`);
    },
  ),
];
