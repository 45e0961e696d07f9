import type Stripe from "stripe";
import { need } from "../core/need.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { paging, range, text } from "../http/params.ts";
import { searched, searching } from "../http/search.ts";

export const charges = [
  operation<Stripe.ChargeSearchParams>()(
    "charges.search",
    "GET /v1/charges/search",
    searching,
    ({ world, params }) =>
      searched(
        world.store.all("charge").filter(({ id }) => id.startsWith("ch_")),
        params,
        {
          created: ({ created }) => created,
          "payment_method_details.card.last4": (charge) => charge.payment_method_details?.card?.last4,
        },
        "/v1/charges/search",
      ),
  ),
  operation<Stripe.ChargeRetrieveParams>()("charges.retrieve", "GET /v1/charges/:id", {}, ({ world, id }) =>
    need(world, "charge", id),
  ),
  operation<Stripe.ChargeListParams>()(
    "charges.list",
    "GET /v1/charges",
    { ...paging, created: range, customer: text, payment_intent: text, transfer_group: text },
    ({ world, params }) => {
      const found = world.store
        .all("charge")
        .filter(
          (charge) =>
            charge.id.startsWith("ch_") &&
            (params.customer === undefined || charge.customer === params.customer) &&
            (params.payment_intent === undefined || charge.payment_intent === params.payment_intent) &&
            (params.transfer_group === undefined || charge.transfer_group === params.transfer_group),
        );
      return page(found, params, "/v1/charges");
    },
  ),
];
