import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";
import { endsAt, isOngoing, renews, type Subscription } from "#shared/billing/subscription.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import type { Billing } from "./billing.ts";
import { EndingBanner } from "./Ending.tsx";
import { FixPayment, OwnerCard, StatusCard } from "./StatusCard.tsx";

/** The subscription, while one continues. */
export function runningOf({ subscription }: Billing): Subscription | null {
  return subscription !== null && isOngoing(subscription.subscription_status) ? subscription : null;
}

type StandingProps = {
  billing: Billing;
  /** What can be done about it, on whichever card is the last. */
  actions: ReactNode;
  /** Cancels a subscription that continues. */
  leave?: ReactNode;
};

/** What the customer has: a lifetime license, a subscription, both, or nothing to show. */
export function Standing({ billing, actions, leave }: StandingProps): ReactElement {
  const running = runningOf(billing);
  const { lifetime } = billing;
  const end = running && endsAt(running);
  return (
    <>
      {running !== null && end !== null && (
        <EndingBanner end={end} paysOnce={renews(running)} lifetime={lifetime} />
      )}
      {lifetime && (
        <OwnerCard>
          <Link to={paths.seats.href()} className={buttonClass()}>
            Show my key
          </Link>
          {running === null && actions}
        </OwnerCard>
      )}
      {running !== null && (
        <StatusCard subscription={running}>
          <FixPayment subscription={running} />
          {actions}
          {leave}
        </StatusCard>
      )}
    </>
  );
}
