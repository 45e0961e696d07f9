import type { ReactElement } from "react";
import { Link, useLoaderData } from "react-router-dom";
import { isOngoing } from "#shared/billing/subscription.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { type Billing, loadBilling } from "./billing.ts";
import { EndingBanner } from "./Ending.tsx";
import { NoSubscription } from "./NoSubscription.tsx";
import { FixPayment, OwnerCard, StatusCard } from "./StatusCard.tsx";

export function loader({ request }: { request: Request }): Promise<Billing> {
  return loadBilling(request);
}

/** The plan in short, and the way to everything that can be done about it. */
export function Component(): ReactElement {
  useTitle("Subscription");
  const { subscription, lifetime } = useLoaderData<Billing>();
  const running = subscription !== null && isOngoing(subscription.subscription_status) ? subscription : null;
  return (
    <div className="space-y-4">
      {running?.cancel_at_period_end && <EndingBanner subscription={running} lifetime={lifetime} />}
      {lifetime && (
        <OwnerCard>
          <Link to={paths.seats.href()} className={buttonClass()}>
            Show my key
          </Link>
          {running === null && <OpenManagement />}
        </OwnerCard>
      )}
      {running !== null && (
        <StatusCard subscription={running}>
          <FixPayment subscription={running} />
          <OpenManagement />
        </StatusCard>
      )}
      {running === null && !lifetime && (
        <NoSubscription last={subscription}>
          <OpenManagement />
        </NoSubscription>
      )}
    </div>
  );
}

function OpenManagement(): ReactElement {
  return (
    <Link to={paths.manage.href()} className={buttonClass()}>
      Open Management
    </Link>
  );
}
