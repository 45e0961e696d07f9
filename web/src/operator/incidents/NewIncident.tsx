import { type FormEvent, type ReactElement, useState } from "react";
import type { Audience } from "#shared/mail/mailing.ts";
import { type Affected, type Impact, MAX_INCIDENT_TITLE, OPEN_STATES } from "#shared/status/incident.ts";
import { openIncident } from "#shared/status/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { useChange } from "../data/useChange.ts";
import { customers } from "./customers.ts";
import { ImpactField, MessageField, ServicesField, StateField } from "./fields.tsx";
import { MailField } from "./MailField.tsx";
import { useRecipients } from "./useRecipients.ts";

export function NewIncident({ onClose }: { onClose: () => void }): ReactElement {
  // One a form: pressing the button again opens no second incident.
  const [requestId] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState("");
  const [services, setServices] = useState<Affected[]>([]);
  const [impact, setImpact] = useState<Impact>("yellow");
  const [state, setState] = useState<(typeof OPEN_STATES)[number]>("investigating");
  const [message, setMessage] = useState("");
  const [mail, setMail] = useState<Audience | null>(null);
  const recipients = useRecipients(mail);
  const create = useChange(openIncident, {
    changes: () => [],
    success: "The incident is on the status page.",
    quiet: true,
    onSuccess: onClose,
  });
  const isCounted = mail === null || recipients.count !== null;
  const isFilled = title.trim() !== "" && message.trim() !== "" && services.length > 0 && isCounted;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isFilled) {
      const said = { requestId, title, services, impact, state, message };
      void create.run(mail === null ? said : { ...said, mail });
    }
  };
  return (
    <Modal title="New incident" onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 space-y-5">
        {create.error !== null && <Banner tone="bad">{messageOf(create.error)}</Banner>}
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
        <MailField value={mail} onChange={setMail} recipients={recipients} />
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!isFilled} pending={create.pending}>
            Publish incident{recipients.count !== null && ` and mail ${customers(recipients.count)}`}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
