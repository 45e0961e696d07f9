import type { ReactElement } from "react";
import { Chip } from "../../ui/Chip.tsx";
import type { Plan } from "./plan.ts";

export function StateChip({ state: { tone, label } }: Pick<Plan, "state">): ReactElement {
  return (
    <Chip dot tone={tone}>
      {label}
    </Chip>
  );
}
