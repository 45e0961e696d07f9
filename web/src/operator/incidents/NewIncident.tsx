import { type FormEvent, type ReactElement, useState } from "react";
import { type Affected, type Impact, MAX_INCIDENT_TITLE, OPEN_STATES } from "#shared/status/incident.ts";
import { openIncident } from "#shared/status/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { useChange } from "../data/useChange.ts";
import { ImpactField, MessageField, ServicesField, StateField } from "./fields.tsx";
import { MailField } from "./MailField.tsx";
import { useMailing } from "./useMailing.tsx";

export function NewIncident({ onClose }: { onClose: () => void }): ReactElement {
  // One id per form, so that a second click does not open a second incident.
  const [requestId] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState("");
  const [services, setServices] = useState<Affected[]>([]);
  const [impact, setImpact] = useState<Impact>("yellow");
  const [state, setState] = useState<(typeof OPEN_STATES)[number]>("investigating");
  const [message, setMessage] = useState("");
  const mailing = useMailing();
  const create = useChange(openIncident, {
    changes: () => [],
    success: "The incident is on the status page.",
    quiet: true,
    onSuccess: onClose,
  });
  const isFilled = title.trim() !== "" && message.trim() !== "" && services.length > 0 && mailing.isReady;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isFilled) {
      void create.run({ requestId, title, services, impact, state, message, ...mailing.mail });
    }
  };
  return (
    <Modal title="New incident" onClose={onClose} wide>
      <form noValidate onSubmit={submit} className="mt-5 space-y-5">
        {create.error !== null && <Banner tone="bad">{messageOf(create.error)}</Banner>}
        <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
          <div className="space-y-5">
            <Field
              label="Title"
              data-first
              autoComplete="off"
              maxLength={MAX_INCIDENT_TITLE}
              hint="What customers notice, in a few words."
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
            <ServicesField value={services} onChange={setServices} />
            <div className="grid gap-5 sm:grid-cols-2">
              <ImpactField value={impact} onChange={setImpact} />
              <StateField states={OPEN_STATES} value={state} onChange={setState} />
            </div>
            <MessageField value={message} onChange={setMessage} />
          </div>
          <MailField mailing={mailing} said={{ title, services, state, message }} />
        </div>
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!isFilled} pending={create.pending}>
            Publish incident{mailing.words}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
