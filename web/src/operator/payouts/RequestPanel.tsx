import type { ReactElement } from "react";
import { type PayoutRequestRow, reject } from "#shared/payouts/operator.ts";
import { requestMayBecome } from "#shared/payouts/states.ts";
import { moment, money } from "../../ui/format.ts";
import { wholeRow } from "../data/fresh.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { Id } from "../kit/Id.tsx";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { affiliateHref } from "../tabs.ts";
import { ReasonAction } from "./ReasonAction.tsx";
import { State } from "./states.tsx";

type RequestPanelProps = { request: PayoutRequestRow; panelId: string };

export function RequestPanel({ request, panelId }: RequestPanelProps): ReactElement {
  const email = request.affiliates.profiles.email;
  return (
    <SidePanel
      id={panelId}
      title={`${money(request.requested_amount_cents)} for ${email}`}
      actions={
        <>
          <ReasonAction
            label="Reject"
            title={`Reject the request of ${email}?`}
            disabled={!requestMayBecome(request.status, "rejected")}
            contract={reject}
            changes={(_, output) =>
              output
                ? [
                    wholeRow("request", output.request),
                    { kind: "payout", id: request.id, patch: { status: "canceled", not_payable: null } },
                  ]
                : []
            }
            input={(reason) => ({ request_id: request.id, reason })}
            success="The request is rejected."
            failure="Reject failed"
          >
            {request.payout_id === null
              ? `${money(request.requested_amount_cents)} stays in the affiliate's balance.`
              : "Its payout is canceled, and the payout's amount returns to the affiliate's balance."}
          </ReasonAction>
          <ButtonLink to={affiliateHref(request.affiliate_id)}>Affiliate</ButtonLink>
        </>
      }
    >
      <Facts
        facts={[
          { name: "State", value: <State state={request.status} /> },
          { name: "Asked for", value: money(request.requested_amount_cents) },
          { name: "Requested", value: moment(request.requested_at) },
          { name: "Request", value: <Id>{request.id}</Id> },
          { name: "Payout", value: request.payout_id === null ? "Not calculated" : "Made by a calculation" },
          { name: "Reason", value: request.reason },
        ]}
      />
    </SidePanel>
  );
}
