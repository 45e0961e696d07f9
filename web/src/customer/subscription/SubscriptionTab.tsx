import type { ReactElement } from "react";
import { Link, useLoaderData } from "react-router-dom";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { type Billing, loadBilling } from "./billing.ts";
import { NoSubscription } from "./NoSubscription.tsx";
import { runningOf, Standing } from "./Standing.tsx";

export function loader({ request }: { request: Request }): Promise<Billing> {
  return loadBilling(request);
}

/** The plan in short, and the way to everything that can be done about it. */
export function Component(): ReactElement {
  useTitle("Subscription");
  const billing = useLoaderData<Billing>();
  return (
    <div className="space-y-4">
      <Standing billing={billing} actions={<OpenManagement />} />
      {runningOf(billing) === null && !billing.lifetime && (
        <NoSubscription last={billing.subscription}>
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
