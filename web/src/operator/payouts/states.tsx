import type { ReactElement } from "react";
import type { PayoutStatus, RequestStatus } from "#shared/payouts/states.ts";
import { Chip } from "../../ui/Chip.tsx";
import { cx } from "../../ui/cx.ts";
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

type StateProps = { state: PayoutStatus | RequestStatus; isBlocked?: boolean };

export function State({ state, isBlocked = false }: StateProps): ReactElement {
  return (
    <Chip dot tone={isBlocked ? "bad" : TONES[state]}>
      <span className={cx(isBlocked && "sr-only @lg:not-sr-only")}>
        {stateName(state)}
        {isBlocked && ","}
      </span>
      {isBlocked && " cannot be paid"}
    </Chip>
  );
}
