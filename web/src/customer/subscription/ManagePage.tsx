import type { ReactElement } from "react";
import { Link, useLoaderData } from "react-router-dom";
import { getRefundOffer, listInvoices } from "#shared/billing/customer.ts";
import type { RefundOffer } from "#shared/billing/refunds.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { BillingHistory, type InvoiceAnswer } from "./BillingHistory.tsx";
import { type Billing, loadBilling } from "./billing.ts";
import { CancelButton } from "./Ending.tsx";
import { GetRefund } from "./GetRefund.tsx";
import { NoSubscription } from "./NoSubscription.tsx";
import { PlanIncludes } from "./parts.tsx";
import { SettlePayment } from "./SettlePayment.tsx";
import { runningOf, Standing } from "./Standing.tsx";
import { takePortalVisit, usePortal } from "./usePortal.ts";

type ManageData = {
  billing: Billing;
  invoices: Promise<InvoiceAnswer>;
  refund: Promise<RefundOffer | null>;
};

export async function loader({ request }: { request: Request }): Promise<ManageData> {
  const billing = loadBilling(request, takePortalVisit());
  // They load after the page; an error appears in their place.
  const invoices = call(listInvoices, {}).catch((error: unknown) => ({ failure: messageOf(error) }));
  const refund = call(getRefundOffer, {}).then(
    ({ offer }) => offer,
    () => null,
  );
  return { billing: await billing, invoices, refund };
}

/** Everything that can be done about what is paid; the way to pay and the way to leave are always there. */
export function Component(): ReactElement {
  useTitle("Manage subscription");
  const { billing, invoices, refund } = useLoaderData<ManageData>();
  const { subscription, lifetime } = billing;
  const running = runningOf(billing);
  return (
    <div className="space-y-4">
      <Link
        to={paths.subscription.href()}
        className="inline-flex items-center gap-2 rounded-small text-sm text-quiet hover:text-ink"
      >
        <Icon name="arrowLeft" className="size-3.5" />
        Back to Dashboard
      </Link>
      <SettlePayment />
      <Standing
        billing={billing}
        actions={<PortalButtons />}
        leave={running !== null && <CancelButton subscription={running} />}
      />
      {running === null && !lifetime && <NoSubscription last={subscription} />}
      <GetRefund offer={refund} />
      <BillingHistory invoices={invoices} />
      {(running !== null || lifetime) && <PlanIncludes />}
      <p className="text-sm text-quiet">
        Your email, password and data are on the{" "}
        <Link to={paths.account.href()} className="rounded-small text-ink underline underline-offset-2">
          Account page
        </Link>
        .
      </p>
    </div>
  );
}

/** All three open Stripe's portal: people look for it under each of these names. */
function PortalButtons(): ReactElement {
  const { open, opening } = usePortal();
  const props = (button: "manage" | "invoices" | "portal") => ({
    pending: opening === button,
    disabled: opening !== null,
    onClick: () => open(button),
  });
  return (
    <>
      <Button {...props("manage")}>Manage Billing</Button>
      <Button {...props("invoices")}>Download Invoices</Button>
      <Button {...props("portal")}>Customer Portal</Button>
    </>
  );
}
