import { type ReactElement, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router-dom";
import {
  acceptDispute,
  answerDispute,
  type Dispute,
  EVIDENCE_FIELDS,
  type Evidence,
  type EvidenceField,
  getDispute,
} from "#shared/disputes/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../ui/Button.tsx";
import { atTime, moment, money, words } from "../../ui/format.ts";
import { TextArea } from "../../ui/TextArea.tsx";
import { Section } from "../customer/Section.tsx";
import { useChange } from "../data/useChange.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { Id } from "../kit/Id.tsx";
import { NotShown } from "../kit/NotShown.tsx";
import { type Read, read } from "../kit/read.ts";
import { Facts } from "../kit/SidePanel.tsx";
import { customerHref, paymentHref } from "../tabs.ts";
import { DisputeState, situationOf } from "./words.tsx";

type Found = Output<typeof getDispute>;

export function loader({ request, params }: LoaderFunctionArgs): Promise<Read<Found>> {
  return read(() => call(getDispute, { disputeId: params.disputeId ?? "" }, { signal: request.signal }));
}

export function Component(): ReactElement {
  const { value, failure } = useLoaderData<Read<Found>>();
  if (value === null) return <NotShown what="This dispute" failure={failure} />;
  const { dispute, customer_email: email, evidence } = value;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="figures text-lg">{money(dispute.amount_cents, dispute.currency)}</h2>
        <DisputeState dispute={dispute} />
        <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">
          {dispute.user_id !== null && <ButtonLink to={customerHref(dispute.user_id)}>Customer</ButtonLink>}
          {dispute.payment_id !== null && (
            <ButtonLink to={paymentHref(dispute.payment_id)}>
              {dispute.is_inquiry && dispute.can_answer ? "Refund instead" : "Payment"}
            </ButtonLink>
          )}
          {dispute.status === "needs_response" && <Accept dispute={dispute} />}
        </div>
      </div>
      <p className="max-w-[70ch] text-sm text-quiet">{situationOf(dispute)}</p>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <Section title="Dispute">
          <Facts
            facts={[
              { name: "Reason", value: words(dispute.reason) },
              { name: "Answer by", value: dispute.due_by && atTime(dispute.due_by) },
              { name: "Evidence", value: dispute.submitted ? "submitted" : "not submitted" },
              { name: "Opened", value: moment(dispute.created_at) },
              { name: "Customer", value: email },
              { name: "Payment", value: <Id>{dispute.payment_id ?? "unknown"}</Id> },
              { name: "ID", value: <Id>{dispute.id}</Id> },
            ]}
          />
        </Section>
        <EvidenceForm dispute={dispute} evidence={evidence} />
      </div>
    </div>
  );
}

function Accept({ dispute }: { dispute: Dispute }): ReactElement {
  const accept = useChange(acceptDispute, {
    success: "Dispute accepted.",
    failure: "Accepting failed",
  });
  return (
    <ConfirmedAction
      danger
      label="Accept dispute"
      title={`Accept the dispute over ${money(dispute.amount_cents, dispute.currency)}?`}
      run={() => accept.run({ disputeId: dispute.id })}
    >
      The customer keeps the money. The license that the payment bought stops working. If the payment was for
      an earlier period, it works until the current period ends, and the subscription does not renew. You
      cannot undo this.
    </ConfirmedAction>
  );
}

function rowsOf(field: EvidenceField): number {
  if (field === "access_activity_log") return 10;
  return EVIDENCE_FIELDS[field].most > 5_000 ? 4 : 1;
}
const FIELDS = Object.keys(EVIDENCE_FIELDS) as EvidenceField[];

/** A draft from our records that the operator edits, saves any number of times, and submits once. */
function EvidenceForm({ dispute, evidence }: { dispute: Dispute; evidence: Evidence }): ReactElement {
  const [typed, setTyped] = useState(evidence);
  const save = useChange(answerDispute, { success: "Evidence saved.", failure: "Saving failed" });
  const submit = useChange(answerDispute, {
    success: "Evidence submitted to the bank.",
    failure: "Submitting failed",
  });
  const { id: disputeId, can_answer: isOpen } = dispute;
  return (
    <Section title="Evidence">
      <p className="text-quiet">
        {isOpen
          ? "Drafted from our records. Check every line: the bank treats it as our statement."
          : "This is the evidence saved at Stripe or, if there is none, a draft from our records. You can no longer change it."}
      </p>
      <div className="mt-4 space-y-4">
        {FIELDS.map((field) => (
          <TextArea
            key={field}
            label={EVIDENCE_FIELDS[field].label}
            rows={rowsOf(field)}
            disabled={!isOpen}
            maxLength={EVIDENCE_FIELDS[field].most}
            value={typed[field]}
            onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
          />
        ))}
      </div>
      {isOpen && (
        <div className="mt-5 flex flex-wrap gap-2">
          <ConfirmedAction
            primary
            label="Submit evidence"
            title="Submit this evidence?"
            run={() => submit.run({ disputeId, evidence: typed, submit: true })}
          >
            You can submit evidence once. You cannot change it or add to it afterwards.
          </ConfirmedAction>
          <Button
            size="small"
            changes
            pending={save.pending}
            onClick={() => void save.run({ disputeId, evidence: typed, submit: false })}
          >
            Save draft
          </Button>
        </div>
      )}
    </Section>
  );
}
