import { paymentOf } from "../billing/collecting.ts";
import { isOver } from "../billing/subscriptions.ts";
import { lineItemsOf } from "../checkout/lines.ts";
import type { World } from "../core/world.ts";
import { inner } from "./lists.ts";

/** A field that is shown only with `expand`; undefined if the object has no such field. */
export function includable(world: World, object: object, field: string): object | string | null | undefined {
  const kind: unknown = Reflect.get(object, "object");
  const id: unknown = Reflect.get(object, "id");
  if (typeof id !== "string") return undefined;
  switch (`${String(kind)}.${field}`) {
    case "charge.refunds":
      return inner(
        world.store
          .all("refund")
          .filter((refund) => refund.charge === id)
          .reverse(),
        `/v1/charges/${id}/refunds`,
      );
    case "checkout.session.line_items": {
      const plan = world.store.find("checkoutPlan", id);
      return plan && inner(lineItemsOf(world, plan), `/v1/checkout/sessions/${id}/line_items`);
    }
    case "coupon.applies_to":
      return world.store.find("coupon", id)?.applies_to ?? null;
    case "customer.subscriptions": {
      const found = world.store
        .all("subscription")
        .filter((subscription) => subscription.customer === id && !isOver(subscription));
      return inner(found.reverse(), `/v1/customers/${id}/subscriptions`);
    }
    case "invoice.payments":
      return inner(
        world.store.all("invoicePayment").filter((payment) => payment.invoice === id),
        `/v1/invoice_payments?invoice=${id}`,
      );
    case "invoice.confirmation_secret": {
      const intentId = paymentOf(world, id)?.payment.payment_intent;
      const intent = intentId ? world.store.find("paymentIntent", intentId) : undefined;
      return intent?.client_secret ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
    }
    default:
      return undefined;
  }
}
