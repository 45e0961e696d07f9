import type { ReactElement, ReactNode } from "react";
import { CATALOG, perInterval } from "#shared/billing/catalog.ts";
import {
  endsAt,
  planOf,
  type Subscription,
  seatsOf,
  subscriptionMessage,
} from "#shared/billing/subscription.ts";
import { TAX, type TaxRules } from "#shared/billing/tax.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { longDay, money } from "../../ui/format.ts";
import { FOR_GOOD } from "../standing/plan.ts";
import { PlannedChange } from "./ChangePlan.tsx";
import { Fact, Facts, OwnedChip, StatusChip, SuspendedChip } from "./parts.tsx";

/** The plan, where it stands, and what is to pay; `children` are what can be done about it. */
export function StatusCard({
  subscription,
  isSuspended,
  tax = TAX,
  children,
}: {
  subscription: Subscription;
  /** By an operator, or while a bank disputes its payment: the key does not work, and nothing is collected. */
  isSuspended: boolean;
  tax?: TaxRules;
  children: ReactNode;
}): ReactElement {
  const { subscription_status: status } = subscription;
  const plan = CATALOG[planOf(subscription)];
  const end = endsAt(subscription);
  const isTaxAdded = tax.isCollected && tax.prices === "exclusive";
  const { payment_method_brand: brand, payment_method_last4: last4 } = subscription;
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CardTitle>{plan.name}</CardTitle>
        {isSuspended ? <SuspendedChip /> : <StatusChip status={status} />}
      </div>
      {!isSuspended && <p className="mt-2 text-quiet">{subscriptionMessage(status)}</p>}
      <Facts>
        <Fact name="Price">
          {money(plan.price * seatsOf(subscription))}{" "}
          <span className="font-normal text-quiet">{`${perInterval(plan)}${isTaxAdded ? " plus any tax" : ""}`}</span>
        </Fact>
        <Fact name={end === null ? nextDateName(status) : "Ends"}>
          {isSuspended && end === null
            ? "Paused"
            : longDay(fromEpochSeconds(end ?? subscription.current_period_end))}
        </Fact>
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

function nextDateName(status: Subscription["subscription_status"]): string {
  return status === "trialing" ? "First payment" : "Next billing date";
}

/** A customer who paid once. */
export function OwnerCard({
  isSuspended,
  children,
}: {
  isSuspended: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CardTitle>Lifetime Access</CardTitle>
        {isSuspended ? <SuspendedChip /> : <OwnedChip />}
      </div>
      <p className="mt-2 text-quiet">{FOR_GOOD}</p>
      <div className="mt-5 flex flex-wrap items-center gap-2 max-sm:[&>:not(dialog)]:w-full">{children}</div>
    </Card>
  );
}
