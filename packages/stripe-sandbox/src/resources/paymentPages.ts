import { payCheckout } from "../checkout/completing.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import { type Operation, operation } from "../http/operation.ts";
import { integerFrom, required, text } from "../http/params.ts";

type ConfirmParams = { expected_amount?: number; payment_method?: string };

/**
 * What Stripe's own page of a checkout session asks; the CLI's recipes pay through it. Stripe does not publish it,
 * so no judge knows its shapes and no recording holds it.
 */
export const paymentPages = [
  operation<object>()("paymentPages.retrieve", "GET /v1/payment_pages/:id", {}, ({ world, id }) =>
    need(world, "checkoutSession", id),
  ),
  operation<ConfirmParams>()(
    "paymentPages.confirm",
    "POST /v1/payment_pages/:id/confirm",
    { expected_amount: required(integerFrom(0)), payment_method: required(text) },
    ({ world, params, id }) => {
      const session = need(world, "checkoutSession", id);
      if (params.expected_amount !== session.amount_total)
        throw invalidRequest("The amount of the Checkout Session has changed.", {
          code: "checkout_amount_mismatch",
          param: "expected_amount",
        });
      const method = need(world, "paymentMethod", params.payment_method, "payment_method");
      const paid = payCheckout(world, id, method);
      return paid.end === "complete" ? paid.session : need(world, "checkoutSession", id);
    },
  ),
].map((one): Operation => ({ ...one, unpublished: true }));
