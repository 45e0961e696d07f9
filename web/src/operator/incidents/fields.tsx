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
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { oneOf } from "../kit/address.ts";

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

const IMPACTS = Impact.options.map((value) => ({ value, label: STATE_NAMES[value] }));

export function ImpactField(props: { value: Impact; onChange: (value: Impact) => void }): ReactElement {
  return (
    <Select
      label="Shown as"
      choices={IMPACTS}
      value={props.value}
      onChange={(event) => props.onChange(oneOf(event.target.value, Impact.options) ?? props.value)}
    />
  );
}

type StateProps<T extends IncidentState> = { states: readonly T[]; value: T; onChange: (value: T) => void };

export function StateField<T extends IncidentState>({
  states,
  value,
  onChange,
}: StateProps<T>): ReactElement {
  return (
    <Select
      label="State"
      choices={states.map((state) => ({ value: state, label: INCIDENT_STATE_NAMES[state] }))}
      value={value}
      onChange={(event) => onChange(oneOf(event.target.value, states) ?? value)}
    />
  );
}

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
