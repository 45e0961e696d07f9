import type { ReactElement } from "react";
import type { Seat } from "#shared/licenses/seat.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { KeyBox } from "../../ui/KeyBox.tsx";
import { ActionButton } from "./ActionButton.tsx";
import { hasEnded } from "./holdings.ts";
import { Problems } from "./Problems.tsx";
import type { Plan } from "./plan.ts";
import { StateChip } from "./StateChip.tsx";
import type { Standing } from "./standing.ts";
import type { Step } from "./steps.ts";

export function StandingCard({ standing: { plan, problems, next } }: { standing: Standing }): ReactElement {
  return (
    <>
      <Problems problems={problems} />
      {(plan !== null || next.kind !== "fix") && (
        <Card className="divide-y divide-line">
          {plan !== null && <Owned plan={plan} />}
          {next.kind !== "fix" && <Next step={next} />}
        </Card>
      )}
    </>
  );
}

function Owned({ plan: { name, state, line, seat } }: { plan: Plan }): ReactElement {
  return (
    <div className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CardTitle>{name}</CardTitle>
        <StateChip state={state} />
      </div>
      {line !== null && <p className="mt-1 text-[0.9375rem] leading-6 text-quiet">{line}</p>}
      {seat !== null && (
        <>
          <KeyBox value={seat.license_key} label="Copy the license key" className="mt-4" />
          <p className="mt-2 text-sm wrap-anywhere text-quiet">{whereabouts(seat)}</p>
        </>
      )}
    </div>
  );
}

function whereabouts(seat: Seat): string {
  if (seat.activated_at === null) return "Not activated yet";
  return `${hasEnded(seat) ? "Last used on" : "On"} “${seat.name ?? seat.computer_name}”`;
}

function Next({ step: { title, text, action } }: { step: Step }): ReactElement {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-5 sm:p-6">
      <div className="min-w-0">
        <CardTitle>{title}</CardTitle>
        <p className="mt-1 max-w-[60ch] text-[0.9375rem] leading-6 text-quiet">{text}</p>
      </div>
      {action !== null && <ActionButton action={action} look={{ variant: "primary", size: "normal" }} />}
    </div>
  );
}
