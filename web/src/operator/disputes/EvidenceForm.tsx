import { type ReactElement, useState } from "react";
import {
  answerDispute,
  type Dispute,
  EVIDENCE_FIELDS,
  type Evidence,
  type EvidenceField,
} from "#shared/disputes/operator.ts";
import { Button } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { Section } from "../customer/Section.tsx";
import { useChange } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";

/** The height of a field in lines. */
function rowsOf(field: EvidenceField): number {
  if (field === "access_activity_log") return 10;
  return EVIDENCE_FIELDS[field].most > 5_000 ? 4 : 1;
}
const FIELDS = Object.keys(EVIDENCE_FIELDS) as EvidenceField[];

/** A draft from our records that the operator edits, saves any number of times, and submits once. */
export function EvidenceForm({ dispute, evidence }: { dispute: Dispute; evidence: Evidence }): ReactElement {
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
