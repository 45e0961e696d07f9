import type { ReactElement } from "react";
import type { Dispute } from "#shared/disputes/operator.ts";
import { Chip } from "../../ui/Chip.tsx";
import { words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";

const STATES: Readonly<Record<string, { word: string; tone?: Tone }>> = {
  needs_response: { word: "needs an answer", tone: "bad" },
  warning_needs_response: { word: "inquiry: needs an answer", tone: "warn" },
  warning_under_review: { word: "inquiry: with the bank" },
  under_review: { word: "with the bank" },
  warning_closed: { word: "inquiry closed" },
  won: { word: "won", tone: "good" },
};

export function DisputeState({ dispute: { status } }: { dispute: Dispute }): ReactElement {
  const { word, tone = "neutral" } = STATES[status] ?? { word: words(status) };
  return (
    <Chip dot tone={tone}>
      {word}
    </Chip>
  );
}

/** Texts for states in which the dispute cannot be answered here, whatever was submitted. */
const OVER: Readonly<Record<string, string>> = {
  won: "The bank decided in our favor, and the money is back.",
  lost: "The dispute is lost: the money stays with the customer.",
  warning_closed: "The inquiry is closed, and no money was taken.",
  // Stripe blocked the dispute, or refunded the payment by a rule in Radar. The status does not say which.
  prevented:
    "Stripe settled this before it became a dispute. The payment at Stripe shows whether the customer got the money back.",
  appeal_needs_response: "The bank decided against us. An appeal is possible only in Stripe's dashboard.",
  appeal_under_review: "The bank decided against us, and has not decided about the appeal yet.",
};

export function situationOf({ status, is_inquiry, can_answer, due_by, submitted }: Dispute): string {
  if (can_answer)
    return is_inquiry
      ? "This is only an inquiry: no money has moved. Answer before the deadline, or refund the payment, so that the inquiry does not become a dispute with a fee."
      : "The bank has taken the money back. Submit evidence before the deadline, or accept the dispute.";
  const over = OVER[status];
  if (over !== undefined) return over;
  if (submitted) return "The evidence is with the bank, which has not decided yet.";
  return due_by === null
    ? "The bank accepts no evidence in this case, and has not decided yet."
    : "The deadline for evidence has passed, and the bank has not decided yet.";
}
