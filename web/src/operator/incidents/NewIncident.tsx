import { type ReactElement, useState } from "react";
import { type Affected, type Impact, MAX_INCIDENT_TITLE, OPEN_STATES } from "#shared/status/incident.ts";
import { openIncident } from "#shared/status/operator.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { useChange } from "../data/useChange.ts";
import { AnyOf } from "../kit/AnyOf.tsx";
import { OneOf } from "../kit/OneOf.tsx";
import { useText } from "../kit/useText.ts";
import { choicesOf, IMPACTS, MessageField, SERVICES } from "./fields.tsx";
import { MailField, useMailing } from "./MailField.tsx";

const STATES = choicesOf(OPEN_STATES);

export function NewIncident({ onClose }: { onClose: () => void }): ReactElement {
  // One id per form, so that a second click does not open a second incident.
  const [requestId] = useState(() => crypto.randomUUID());
  const title = useText();
  const [services, setServices] = useState<Affected[]>([]);
  const [impact, setImpact] = useState<Impact>("yellow");
  const [state, setState] = useState<(typeof OPEN_STATES)[number]>("investigating");
  const [message, setMessage] = useState("");
  const mailing = useMailing();
  const create = useChange(openIncident, {
    success: "The incident is on the status page.",
    quiet: true,
    onSuccess: onClose,
  });
  const isFilled =
    title.text.trim() !== "" && message.trim() !== "" && services.length > 0 && mailing.isReady;
  return (
    <FormDialog
      title="New incident"
      wide
      confirm={`Publish incident${mailing.words}`}
      disabled={!isFilled}
      action={create}
      onClose={onClose}
      onSubmit={() =>
        void create.run({ requestId, title: title.text, services, impact, state, message, ...mailing.mail })
      }
    >
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
        <div className="space-y-5">
          <Field
            label="Title"
            data-first
            autoComplete="off"
            maxLength={MAX_INCIDENT_TITLE}
            hint="What customers notice, in a few words."
            {...title.field}
          />
          <AnyOf label="Affected" choices={SERVICES} value={services} onChange={setServices} />
          <div className="grid gap-5 sm:grid-cols-2">
            <OneOf label="Shown as" choices={IMPACTS} value={impact} onChange={setImpact} />
            <OneOf label="State" choices={STATES} value={state} onChange={setState} />
          </div>
          <MessageField value={message} onChange={setMessage} />
        </div>
        <MailField mailing={mailing} said={{ title: title.text, services, state, message }} />
      </div>
    </FormDialog>
  );
}
