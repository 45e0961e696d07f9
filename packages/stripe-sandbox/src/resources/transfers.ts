import type Stripe from "stripe";
import { makeTransfer, reverseTransfer } from "../connect/transfers.ts";
import { mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Account } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { currency, integerFrom, metadata, oneOf, paging, range, required, text } from "../http/params.ts";

export const transfers = [
  operation<Stripe.TransferCreateParams>()(
    "transfers.create",
    "POST /v1/transfers",
    {
      amount: required(integerFrom(1)),
      currency: required(currency),
      description: text,
      destination: required(text),
      metadata,
      source_transaction: text,
      source_type: oneOf("card"),
      transfer_group: text,
    },
    ({ world, params }) =>
      makeTransfer(world, {
        amount: params.amount,
        currency: params.currency,
        destination: destinationOf(world, params.destination),
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        group: params.transfer_group ?? null,
        source:
          params.source_transaction === undefined
            ? null
            : need(world, "charge", params.source_transaction, "source_transaction"),
      }),
  ),
  operation<Stripe.TransferRetrieveParams>()(
    "transfers.retrieve",
    "GET /v1/transfers/:id",
    {},
    ({ world, id }) => need(world, "transfer", id),
  ),
  operation<Stripe.TransferListParams>()(
    "transfers.list",
    "GET /v1/transfers",
    { ...paging, created: range, destination: text, transfer_group: text },
    ({ world, params }) => {
      const found = world.store
        .all("transfer")
        .filter(
          (transfer) =>
            (params.destination === undefined || transfer.destination === params.destination) &&
            (params.transfer_group === undefined || transfer.transfer_group === params.transfer_group),
        );
      return page(found, params, "/v1/transfers");
    },
  ),
  operation<Stripe.TransferCreateReversalParams>()(
    "transfers.createReversal",
    "POST /v1/transfers/:id/reversals",
    { amount: integerFrom(1), description: text, metadata },
    ({ world, params, id }) =>
      reverseTransfer(world, need(world, "transfer", id), {
        amount: params.amount,
        description: params.description,
        metadata: mergeMetadata({}, params.metadata),
      }),
  ),
  operation<Stripe.TransferListReversalsParams>()(
    "transfers.listReversals",
    "GET /v1/transfers/:id/reversals",
    paging,
    ({ world, params, id }) => {
      need(world, "transfer", id);
      const found = world.store.all("transferReversal").filter((reversal) => reversal.transfer === id);
      return page(found, params, `/v1/transfers/${id}/reversals`);
    },
  ),
];

function destinationOf(world: World, id: string): Account {
  if (id === world.ownAccount().id) {
    throw invalidRequest("Cannot create transfers where the destination is your own account.", {
      param: "destination",
    });
  }
  return need(world, "account", id, "destination");
}
