import type { ReactElement, ReactNode } from "react";
import { CATALOG, perPeriod } from "#shared/catalog/catalog.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { TAX, type TaxRules } from "#shared/payments/tax.ts";
import {
  endsAt,
  needsPayment,
  planOf,
  priceOf,
  type Subscription,
  shownStatus,
  subscriptionMessage,
} from "#shared/subscriptions/subscription.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { atTime, money } from "../../ui/format.ts";
import { ofSubscription, type Plan } from "../standing/plan.ts";
import { StateChip } from "../standing/StateChip.tsx";
import { PlannedChange } from "./ChangePlan.tsx";
import { Fact, Facts } from "./parts.tsx";

/** The state of a suspended or switched-off key, for which we collect nothing; null for other keys. */
type Hold = Plan["state"] | null;

export function StatusCard({
  subscription,
  seat,
  hold,
  tax = TAX,
  children,
}: {
  subscription: Subscription;
  /** The subscription's key, if it could be read. */
  seat?: Seat | undefined;
  hold: Hold;
  tax?: TaxRules;
  children: ReactNode;
}): ReactElement {
  const status = shownStatus(subscription);
  const plan = CATALOG[planOf(subscription)];
  const end = endsAt(subscription);
  const date = atTime(fromEpochSeconds(end ?? subscription.current_period_end));
  const next = status === "trialing" ? "First payment" : "Next billing date";
  const isTaxAdded = tax.isCollected && tax.prices === "exclusive";
  const { payment_method_brand: brand, payment_method_last4: last4 } = subscription;
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CardTitle>{plan.name}</CardTitle>
        <StateChip state={hold ?? ofSubscription(subscription, seat).state} />
      </div>
      {hold === null && <p className="mt-2 text-quiet">{subscriptionMessage(status)}</p>}
      <Facts>
        <Fact name="Price">
          {money(priceOf(subscription))}{" "}
          <span className="font-normal text-quiet">{`${perPeriod(plan)}${isTaxAdded ? " plus any tax" : ""}`}</span>
        </Fact>
        {/* While a payment is overdue, the period's end would look like the day of the next charge. */}
        {(end !== null || hold !== null || !needsPayment(status)) && (
          <Fact name={end === null ? next : "Ends"}>{hold !== null && end === null ? "Paused" : date}</Fact>
        )}
        <Fact name="Payment method">
          {brand !== null && last4 !== null ? (
            <>
              <span className="capitalize">{brand}</span> ending {last4}
            </>
          ) : (
            "N/A"
          )}
        </Fact>
      </Facts>
      <PlannedChange subscription={subscription} />
      <div className="mt-6 flex flex-wrap items-center gap-2 max-sm:[&>:not(dialog)]:w-full">{children}</div>
    </Card>
  );
}

type OwnedCardProps = Pick<Plan, "name" | "state" | "line"> & { children: ReactNode };

/** A lifetime license, or a seat that someone else pays for. The customer gets no more bills for either. */
export function OwnedCard({ name, state, line, children }: OwnedCardProps): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CardTitle>{name}</CardTitle>
        <StateChip state={state} />
      </div>
      <p className="mt-2 wrap-anywhere text-quiet">{line}</p>
      <div className="mt-5 flex flex-wrap items-center gap-2 max-sm:[&>:not(dialog)]:w-full">{children}</div>
    </Card>
  );
}
