import type Stripe from "stripe";
import { change, mergeMetadata } from "../core/change.ts";
import { need } from "../core/need.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { currency, integerFrom, metadata, oneOf, paging, range, required, text } from "../http/params.ts";
import { cancelPayout, makePayout } from "../payments/payouts.ts";

/** Payouts that the platform asks for. The sandbox makes none automatically. */
export const payouts = [
  operation<Stripe.PayoutCreateParams>()(
    "payouts.create",
    "POST /v1/payouts",
    {
      amount: required(integerFrom(1)),
      currency: required(currency),
      description: text,
      metadata,
      method: oneOf("standard"),
      source_type: oneOf("card"),
      statement_descriptor: text,
    },
    ({ world, params }) =>
      makePayout(world, {
        amount: params.amount,
        currency: params.currency,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        statementDescriptor: params.statement_descriptor ?? null,
      }),
  ),
  operation<Stripe.PayoutRetrieveParams>()("payouts.retrieve", "GET /v1/payouts/:id", {}, ({ world, id }) =>
    need(world, "payout", id),
  ),
  operation<Stripe.PayoutUpdateParams>()(
    "payouts.update",
    "POST /v1/payouts/:id",
    { metadata },
    ({ world, params, id }) => {
      const before = need(world, "payout", id);
      const merged = mergeMetadata(before.metadata, params.metadata);
      return change(world, "payout", before, { metadata: merged }, "payout.updated");
    },
  ),
  operation<Stripe.PayoutCancelParams>()(
    "payouts.cancel",
    "POST /v1/payouts/:id/cancel",
    {},
    ({ world, id }) => cancelPayout(world, need(world, "payout", id)),
  ),
  operation<Stripe.PayoutListParams>()(
    "payouts.list",
    "GET /v1/payouts",
    { ...paging, created: range, status: oneOf("canceled", "failed", "in_transit", "paid", "pending") },
    ({ world, params }) => {
      const found = world.store
        .all("payout")
        .filter((payout) => params.status === undefined || payout.status === params.status);
      return page(found, params, "/v1/payouts");
    },
  ),
];
