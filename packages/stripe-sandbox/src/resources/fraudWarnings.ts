import type Stripe from "stripe";
import { need } from "../core/need.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { paging, range, text } from "../http/params.ts";

export const fraudWarnings = [
  operation<Stripe.Radar.EarlyFraudWarningListParams>()(
    "radar.earlyFraudWarnings.list",
    "GET /v1/radar/early_fraud_warnings",
    { ...paging, created: range, charge: text, payment_intent: text },
    ({ world, params }) => {
      const found = world.store
        .all("earlyFraudWarning")
        .filter(
          (warning) =>
            (params.charge === undefined || warning.charge === params.charge) &&
            (params.payment_intent === undefined || warning.payment_intent === params.payment_intent),
        )
        .map((warning) => {
          const { refunded, disputed } = need(world, "charge", warning.charge);
          return { ...warning, actionable: !refunded && !disputed };
        });
      return page(found, params, "/v1/radar/early_fraud_warnings");
    },
  ),
];
