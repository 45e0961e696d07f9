import type { ReactElement } from "react";
import {
  AFFECTED,
  AFFECTED_NAMES,
  type Affected,
  Impact,
  INCIDENT_STATE_NAMES,
  type IncidentState,
  MAX_INCIDENT_MESSAGE,
} from "#shared/status/incident.ts";
import { STATE_NAMES } from "#shared/status/service.ts";
import { TextArea } from "../../ui/TextArea.tsx";

type ServicesProps = { value: readonly Affected[]; onChange: (value: Affected[]) => void };

export function ServicesField({ value, onChange }: ServicesProps): ReactElement {
  const toggle = (id: Affected, on: boolean): void =>
    onChange(AFFECTED.filter((each) => (each === id ? on : value.includes(each))));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Affected</legend>
      <div className="grid gap-x-5 sm:grid-cols-2">
        {AFFECTED.map((id) => (
          <label key={id} className="flex min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-ink"
              checked={value.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
            {AFFECTED_NAMES[id]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export const IMPACTS = Impact.options.map((value) => ({ value, label: STATE_NAMES[value] }));

export const choicesOf = <T extends IncidentState>(states: readonly T[]) =>
  states.map((value) => ({ value, label: INCIDENT_STATE_NAMES[value] }));

export function MessageField(props: { value: string; onChange: (value: string) => void }): ReactElement {
  return (
    <TextArea
      label="Message to everyone"
      rows={3}
      maxLength={MAX_INCIDENT_MESSAGE}
      value={props.value}
      // One line, because the feed and the log show the message on one line.
      onChange={(event) => props.onChange(event.target.value.replaceAll(/[\r\n]+/g, " "))}
    />
  );
}
