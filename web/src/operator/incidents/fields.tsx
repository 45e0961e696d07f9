import type { ReactElement } from "react";
import {
  AFFECTED,
  AFFECTED_NAMES,
  Impact,
  INCIDENT_STATE_NAMES,
  type IncidentState,
  MAX_INCIDENT_MESSAGE,
} from "#shared/status/incident.ts";
import { STATE_NAMES } from "#shared/status/service.ts";
import { TextArea } from "../../ui/TextArea.tsx";

export const SERVICES = AFFECTED.map((value) => ({ value, label: AFFECTED_NAMES[value] }));

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
