import type Stripe from "stripe";
import { need } from "../core/need.ts";
import type { Wire } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { currency, paging, range, text } from "../http/params.ts";
import { balanceSums } from "../payments/balance.ts";

export const balance = [
  operation<Stripe.BalanceRetrieveParams>()("balance.retrieve", "GET /v1/balance", {}, ({ world }) =>
    shown(world),
  ),
  operation<Stripe.BalanceTransactionRetrieveParams>()(
    "balanceTransactions.retrieve",
    "GET /v1/balance_transactions/:id",
    {},
    ({ world, id }) => need(world, "balanceTransaction", id),
  ),
  operation<Stripe.BalanceTransactionListParams>()(
    "balanceTransactions.list",
    "GET /v1/balance_transactions",
    { ...paging, created: range, currency, source: text, type: text },
    ({ world, params }) => {
      const found = world.store
        .all("balanceTransaction")
        .filter(
          (booked) =>
            (params.currency === undefined || booked.currency === params.currency) &&
            (params.source === undefined || booked.source === params.source) &&
            (params.type === undefined || booked.type === params.type),
        );
      return page(found, params, "/v1/balance_transactions");
    },
  ),
];

function shown(world: World): Wire<Stripe.Balance> {
  const sums = balanceSums(world);
  if (sums.size === 0) sums.set("usd", { available: 0, pending: 0 });
  const amounts = (pick: "available" | "pending") =>
    [...sums].map(([currency, sum]) => ({ amount: sum[pick], currency, source_types: { card: sum[pick] } }));
  return {
    object: "balance",
    available: amounts("available"),
    connect_reserved: [...sums.keys()].map((currency) => ({ amount: 0, currency })),
    livemode: false,
    pending: amounts("pending"),
  };
}
