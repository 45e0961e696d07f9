import type { ReactElement } from "react";
import { Link, useLoaderData } from "react-router-dom";
import { getRefundOffer } from "#shared/refunds/customer.ts";
import type { RefundOffer } from "#shared/refunds/refunds.ts";
import { listInvoices } from "#shared/subscriptions/customer.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { type Facts, loadFacts } from "../standing/facts.ts";
import { runningOf } from "../standing/holdings.ts";
import { keyOfSubscription } from "../standing/problems.ts";
import { useStanding } from "../standing/useStanding.ts";
import { BillingHistory, type InvoiceAnswer } from "./BillingHistory.tsx";
import { CancelButton } from "./CancelButton.tsx";
import { keyNow } from "./cancelWords.ts";
import { GetRefund } from "./GetRefund.tsx";
import { PlanCards } from "./PlanCards.tsx";
import { PlanIncludes } from "./parts.tsx";
import { SettlePayment } from "./SettlePayment.tsx";
import { TeamCard } from "./TeamCard.tsx";
import { takePortalVisit, usePortal } from "./usePortal.ts";

type ManageData = {
  facts: Facts;
  invoices: Promise<InvoiceAnswer>;
  refund: Promise<RefundOffer | null>;
};

export async function loader({ request }: { request: Request }): Promise<ManageData> {
  const facts = loadFacts(request, takePortalVisit());
  // Both load after the page. If the invoices fail, the page shows the error in their place.
  const invoices = call(listInvoices, {}).catch((error: unknown) => ({ failure: messageOf(error) }));
  const refund = call(getRefundOffer, {}).then(
    ({ offer }) => offer,
    () => null,
  );
  return { facts: await facts, invoices, refund };
}

export function Component(): ReactElement {
  useTitle("Manage subscription");
  const { facts, invoices, refund } = useLoaderData<ManageData>();
  const standing = useStanding(facts);
  const running = runningOf(facts.billing);
  return (
    <div className="space-y-4">
      <Link
        to={paths.dashboard.href()}
        className="inline-flex items-center gap-2 rounded-small text-sm text-quiet hover:text-ink"
      >
        <Icon name="arrowLeft" className="size-3.5" />
        Back to Dashboard
      </Link>
      <SettlePayment owed={facts.owed} />
      <PlanCards
        facts={facts}
        standing={standing}
        actions={<PortalButtons />}
        leave={
          running !== null && (
            <CancelButton
              subscription={running}
              keyNow={keyNow(standing, facts.seats)}
              grace={keyOfSubscription(facts)?.works_until ?? null}
            />
          )
        }
      />
      {running !== null && <TeamCard subscription={running} billing={facts.billing} />}
      <GetRefund offer={refund} />
      <BillingHistory invoices={invoices} />
      {(running !== null || facts.billing.lifetime) && <PlanIncludes />}
      <p className="text-sm text-quiet">
        You can change your email and password, and get your data, on the{" "}
        <Link to={paths.account.href()} className="rounded-small text-ink underline underline-offset-2">
          Account page
        </Link>
        . You can also{" "}
        <Link to={paths.withdraw.href()} className="rounded-small text-ink underline underline-offset-2">
          withdraw from a contract
        </Link>
        .
      </p>
    </div>
  );
}

/** Each button opens Stripe's portal, because people look for it under different names. */
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
