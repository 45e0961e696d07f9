import type { ReactElement } from "react";
import { Choices } from "./Choices.tsx";

const RENEWAL = [
  {
    value: "charge",
    label: "Charge a renewal that was skipped",
    effect:
      "If a renewal was due while nothing was charged, we email the customer the amount and charge it seven days later.",
  },
  { value: "give", label: "Do not charge it", effect: "The customer pays nothing until the next renewal." },
] as const;

type GiveRenewalProps = { gives: boolean; onChange: (gives: boolean) => void };

export function GiveRenewal({ gives, onChange }: GiveRenewalProps): ReactElement {
  return (
    <Choices
      legend="If they have a subscription"
      choices={RENEWAL}
      value={gives ? "give" : "charge"}
      onChange={(value) => onChange(value === "give")}
    />
  );
}
