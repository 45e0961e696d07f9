import type Stripe from "stripe";
import { change, mergeMetadata } from "../core/change.ts";
import { noSuch } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Card, PaymentMethod } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { metadata, paging, required, text } from "../http/params.ts";
import { addSource, cardOf, sourcesOf } from "../payments/sources.ts";

/** A customer's cards as the older API shows them. */
export const sources = [
  operation<Stripe.CustomerCreateSourceParams>()(
    "customers.createSource",
    "POST /v1/customers/:id/sources",
    { metadata, source: required(text) },
    ({ world, params, id }) => {
      const customer = need(world, "customer", id);
      return addSource(world, customer, params.source, mergeMetadata({}, params.metadata));
    },
  ),
  operation<Stripe.CustomerRetrieveSourceParams>()(
    "customers.retrieveSource",
    "GET /v1/customers/:id/sources/:nested",
    {},
    ({ world, id, nested }) => cardOf(sourceOf(world, id, nested)),
  ),
  operation<Stripe.CustomerUpdateSourceParams>()(
    "customers.updateSource",
    "POST /v1/customers/:id/sources/:nested",
    { metadata, name: text },
    ({ world, params, id, nested }) => {
      const before = sourceOf(world, id, nested);
      const after = change(world, "paymentMethod", before, {
        metadata: mergeMetadata(before.metadata, params.metadata),
        ...(params.name !== undefined && {
          billing_details: { ...before.billing_details, name: params.name },
        }),
      });
      world.emit("customer.source.updated", cardOf(after));
      return cardOf(after);
    },
  ),
  operation<Stripe.CustomerDeleteSourceParams>()(
    "customers.deleteSource",
    "DELETE /v1/customers/:id/sources/:nested",
    {},
    ({ world, id, nested }) => {
      const gone = sourceOf(world, id, nested);
      const customer = need(world, "customer", id);
      world.store.put("paymentMethod", { ...gone, customer: null });
      if (customer.default_source === gone.id)
        world.store.put("customer", { ...customer, default_source: null });
      world.emit("customer.source.deleted", cardOf(gone));
      return { id: gone.id, object: "card", deleted: true } satisfies Pick<Card, "id" | "object"> & {
        deleted: true;
      };
    },
  ),
  operation<Stripe.CustomerListSourcesParams>()(
    "customers.listSources",
    "GET /v1/customers/:id/sources",
    { ...paging, object: text },
    ({ world, params, id }) => {
      need(world, "customer", id);
      return page(sourcesOf(world, id), params, `/v1/customers/${id}/sources`);
    },
  ),
];

function sourceOf(world: World, customer: string, id: string): PaymentMethod {
  need(world, "customer", customer);
  const found = world.store.find("paymentMethod", id);
  if (found?.customer !== customer || !id.startsWith("card_")) throw noSuch("source", id);
  return found;
}
