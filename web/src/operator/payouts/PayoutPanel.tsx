import type { ReactElement } from "react";
import type { Output } from "#shared/endpoint.ts";
import {
  approve,
  cancel,
  type PayoutRequestRow,
  type PayoutRow,
  reject,
  transfer,
} from "#shared/payouts/operator.ts";
import { mayBecome, requestMayBecome } from "#shared/payouts/states.ts";
import { Banner } from "../../ui/Banner.tsx";
import { moment, money } from "../../ui/format.ts";
import { toast } from "../../ui/toast.ts";
import { wholeRow } from "../data/fresh.ts";
import { type Change, useChange } from "../data/useChange.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { mono } from "../kit/columnsOf.tsx";
import { Id } from "../kit/Id.tsx";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { affiliateHref } from "../tabs.ts";
import { shortId } from "./columns.tsx";
import { ReasonAction } from "./ReasonAction.tsx";
import { State } from "./states.tsx";

export function PayoutPanel({ payout }: { payout: PayoutRow }): ReactElement {
  const { id, email, status, not_payable: blocked = null } = payout;
  const amount = money(payout.amount_cents);
  const approving = useChange(approve, {
    changes: afterApproval,
    success: "The payout is approved.",
    failure: "Approve failed",
  });
  const sending = useChange(transfer, {
    changes: (_, output) => (output ? [wholeRow("payout", output.payout)] : []),
    failure: "Transfer failed",
    onSuccess: ({ payout: after }) => say(after),
  });
  const asks = status === "reconciling" || status === "processing";
  return (
    <SidePanel
      id={id}
      title={`${amount} for ${email}`}
      actions={
        <>
          <ConfirmedAction
            label="Approve"
            primary={status === "pending"}
            disabled={!mayBecome(status, "approved") || blocked !== null}
            title={`Approve ${amount} for ${email}?`}
            run={() => approving.run({ payout_id: id })}
          >
            The money will go to the Stripe account that the affiliate has now. The next distribution sends
            the payout. You can also transfer it here.
          </ConfirmedAction>
          <ConfirmedAction
            label={asks ? "Ask Stripe" : "Initiate transfer"}
            primary={status === "approved"}
            disabled={(!mayBecome(status, "processing") && !asks) || blocked !== null}
            title={asks ? `Ask Stripe what happened to ${amount}?` : `Transfer ${amount} to ${email}?`}
            run={() => sending.run({ payout_id: id })}
          >
            {asks
              ? "Stripe's answer is missing. If Stripe lists the transfer, we mark the payout as paid. If not, we send the money, unless the affiliate is suspended or cannot be paid now. Nothing is paid twice."
              : "The money leaves the Stripe balance now. This cannot be undone from here."}
          </ConfirmedAction>
          <ReasonAction
            label="Cancel payout"
            title={`Cancel ${amount} for ${email}?`}
            disabled={!mayBecome(status, "canceled")}
            contract={cancel}
            changes={(_, output) => (output ? [wholeRow("payout", output.payout)] : [])}
            input={(reason) => ({ payout_id: id, reason })}
            success="The payout is canceled."
            failure="Cancel failed"
          >
            Nothing is paid, and the amount returns to the affiliate's balance.
          </ReasonAction>
          <ButtonLink to={affiliateHref(payout.affiliate_id)}>Affiliate</ButtonLink>
        </>
      }
    >
      {blocked !== null && (
        <Banner
          tone="warn"
          title={
            status === "pending" ? "This payout cannot be approved now" : "Distributions skip this payout"
          }
          className="mb-4"
        >
          {blocked} Resolve this with the affiliate, or cancel the payout.
        </Banner>
      )}
      <Facts
        facts={[
          { name: "State", value: <State state={status} /> },
          { name: "Amount", value: amount },
          { name: "Payout", value: <span title={id}>{mono(shortId(id))}</span> },
          { name: "Affiliate", value: <Id>{payout.affiliate_id}</Id> },
          { name: "Requested", value: moment(payout.requested_at) },
          { name: "Approved", value: payout.approved_at && moment(payout.approved_at) },
          { name: "Paid", value: payout.paid_at && moment(payout.paid_at) },
          { name: "Attempts at Stripe", value: payout.attempts },
          { name: "Transfer", value: payout.transfer_id && <Id>{payout.transfer_id}</Id> },
          { name: "Reversed", value: payout.reversed_cents > 0 ? money(payout.reversed_cents) : null },
          { name: "Reason", value: payout.reason },
        ]}
      />
    </SidePanel>
  );
}

/** A payout that was made from a request has the request's id. */
export const afterApproval = (
  { payout_id: id }: { payout_id: string },
  output: Output<typeof approve> | null,
): Change[] =>
  output ? [wholeRow("payout", output.payout), { kind: "request", id, patch: { status: "approved" } }] : [];

/** A successful call may report a failed transfer. */
function say({ status, reason, amount_cents }: PayoutRow): void {
  if (status === "paid") toast(`${money(amount_cents)} paid.`, "good");
  else if (status === "failed") toast(`Transfer failed: ${reason ?? "Stripe refused it."}`, "bad");
  else toast("Stripe has not answered. Before we retry, we look up the transfer at Stripe.", "warn");
}

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
