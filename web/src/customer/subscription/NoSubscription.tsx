import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";
import { subscriptionMessage } from "#shared/subscriptions/subscription.ts";
import { rememberCheckout } from "../../app/checkoutChoice.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import type { Standing } from "../standing/standing.ts";
import type { Billing } from "./billing.ts";
import { Plans } from "./Plans.tsx";

/** The ways to start a subscription, unless a problem comes first. */
export function NoSubscription({
  billing,
  standing: { next, offers },
  children,
}: {
  billing: Billing;
  standing: Pick<Standing, "next" | "offers">;
  children?: ReactNode;
}): ReactElement {
  const { subscription: last } = billing;
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg">No Active Subscription</h2>
      {next.kind === "renew" && (
        <p className="mt-2 max-w-[60ch] text-quiet">
          {last === null ? `${next.title}.` : subscriptionMessage(last.subscription_status)} {next.text}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-2 max-sm:*:w-full">
        {offers && <WaysToBegin />}
        {children}
      </div>
      {offers && (
        <div className="mt-6">
          <Plans billing={billing} />
        </div>
      )}
    </Card>
  );
}

function WaysToBegin(): ReactElement {
  return (
    <>
      <Link
        to={paths.checkout.href("subscription")}
        onClick={() => rememberCheckout("subscription")}
        className={buttonClass("primary")}
      >
        Subscribe Monthly
      </Link>
      <Link
        to={paths.checkout.href("payment")}
        onClick={() => rememberCheckout("payment")}
        className={buttonClass()}
      >
        Lifetime Access
      </Link>
    </>
  );
}
