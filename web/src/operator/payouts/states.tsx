import type { ReactElement } from "react";
import type { PayoutStatus, RequestStatus } from "#shared/payouts/states.ts";
import { Chip } from "../../ui/Chip.tsx";
import { words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";

const TONES: Readonly<Record<PayoutStatus | RequestStatus, Tone>> = {
  pending: "warn",
  approved: "neutral",
  processing: "neutral",
  reconciling: "warn",
  failed: "bad",
  paid: "good",
  canceled: "neutral",
  rejected: "neutral",
};

export const stateName = (state: PayoutStatus | RequestStatus): string =>
  state === "reconciling" ? "waiting for Stripe" : words(state);

export function State({ state }: { state: PayoutStatus | RequestStatus }): ReactElement {
  return (
    <Chip dot tone={TONES[state]}>
      {stateName(state)}
    </Chip>
  );
}
