import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { type Subscription, subscriptionMessage } from "#shared/subscriptions/subscription.ts";
import { rememberCheckout } from "../../app/checkoutChoice.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { money } from "../../ui/format.ts";
import type { Standing } from "../standing/standing.ts";

/** Both ways to start a subscription, unless a problem comes first. `last` is an ended subscription. */
export function NoSubscription({
  last,
  standing: { next, offers },
  children,
}: {
  last: Subscription | null;
  standing: Pick<Standing, "next" | "offers">;
  children?: ReactNode;
}): ReactElement {
  const ended = last === null ? `${next.title}.` : subscriptionMessage(last.subscription_status);
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg">No Active Subscription</h2>
      {next.kind === "renew" ? (
        <p className="mt-2 max-w-[60ch] text-quiet">
          {ended} {next.text}
        </p>
      ) : (
        offers && (
          <p className="mt-2 max-w-[60ch] text-quiet">
            A paid plan gives you a key with every feature. Pay monthly and cancel at any time, or pay once.
          </p>
        )
      )}
      <div className="mt-6 flex flex-wrap gap-2 max-sm:*:w-full">
        {offers && <WaysToBegin />}
        {children}
      </div>
      {offers && (
        <p className="figures mt-4 text-sm text-faint">
          {money(CATALOG.monthly.price)} per month, or {money(CATALOG.lifetime.price)} once.
        </p>
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
