import type { ReactElement } from "react";
import type { Dispute } from "#shared/disputes/operator.ts";
import { Chip } from "../../ui/Chip.tsx";
import { words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";

const TONES: Readonly<Record<string, Tone>> = {
  needs_response: "bad",
  warning_needs_response: "warn",
  won: "good",
};
const NAMES: Readonly<Record<string, string>> = {
  needs_response: "needs an answer",
  warning_needs_response: "inquiry: needs an answer",
  warning_under_review: "inquiry: bank decides",
  under_review: "bank decides",
  warning_closed: "inquiry closed",
};

export function DisputeState({ dispute: { status } }: { dispute: Dispute }): ReactElement {
  return (
    <Chip dot tone={TONES[status] ?? "neutral"}>
      {NAMES[status] ?? words(status)}
    </Chip>
  );
}
