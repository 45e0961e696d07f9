import { type FormEvent, type ReactElement, useState } from "react";
import type { Audience } from "#shared/mail/mailing.ts";
import {
  type Affected,
  type Impact,
  INCIDENT_NEXT,
  type Incident,
  type IncidentState,
} from "#shared/status/incident.ts";
import { updateIncident } from "#shared/status/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { useChange } from "../data/useChange.ts";
import { customers } from "./customers.ts";
import { ImpactField, MessageField, ServicesField, StateField } from "./fields.tsx";
import { MailField } from "./MailField.tsx";
import { useRecipients } from "./useRecipients.ts";

type UpdateFormProps = { incident: Incident; onPosted: () => void };

/** Says something more about an open incident; choosing Resolved ends it. */
export function UpdateForm({ incident, onPosted }: UpdateFormProps): ReactElement {
  const { id: incidentId, updated_at: seen } = incident;
  const [state, setState] = useState<IncidentState>(incident.state);
  const [impact, setImpact] = useState<Impact>(incident.impact);
  const [services, setServices] = useState<Affected[]>(incident.services);
  const [message, setMessage] = useState("");
  const [mail, setMail] = useState<Audience | null>(null);
  const recipients = useRecipients(mail);
  const isEnd = state === "resolved";
  const post = useChange(updateIncident, {
    changes: () => [],
    ...(isEnd ? { success: "The incident is resolved." } : {}),
    quiet: true,
    onSuccess: onPosted,
  });
  const isCounted = mail === null || recipients.count !== null;
  const isFilled = message.trim() !== "" && services.length > 0 && isCounted;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isFilled) {
      const said = { incidentId, seen, services, impact, state, message };
      void post.run(mail === null ? said : { ...said, mail });
    }
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={`Update ${incident.title}`}
      className="mt-5 space-y-4 border-t border-line pt-5"
    >
      {post.error !== null && <Banner tone="bad">{messageOf(post.error)}</Banner>}
      <div className="grid gap-4 sm:grid-cols-2">
        <StateField states={INCIDENT_NEXT[incident.state]} value={state} onChange={setState} />
        <ImpactField value={impact} onChange={setImpact} />
      </div>
      <MessageField value={message} onChange={setMessage} />
      <ServicesField value={services} onChange={setServices} />
      <MailField value={mail} onChange={setMail} recipients={recipients} />
      <Button type="submit" variant="primary" disabled={!isFilled} pending={post.pending}>
        {isEnd ? "Resolve incident" : "Post update"}
        {recipients.count !== null && ` and mail ${customers(recipients.count)}`}
      </Button>
    </form>
  );
}
