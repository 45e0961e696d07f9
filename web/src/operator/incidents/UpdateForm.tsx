import { type FormEvent, type ReactElement, useState } from "react";
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
import { ImpactField, MessageField, ServicesField, StateField } from "./fields.tsx";

type UpdateFormProps = { incident: Incident; onPosted: () => void };

/** Says something more about an open incident; choosing Resolved ends it. */
export function UpdateForm({ incident, onPosted }: UpdateFormProps): ReactElement {
  const { id: incidentId, updated_at: seen } = incident;
  const [state, setState] = useState<IncidentState>(incident.state);
  const [impact, setImpact] = useState<Impact>(incident.impact);
  const [services, setServices] = useState<Affected[]>(incident.services);
  const [message, setMessage] = useState("");
  const isEnd = state === "resolved";
  const post = useChange(updateIncident, {
    changes: () => [],
    ...(isEnd ? { success: "The incident is resolved." } : {}),
    quiet: true,
    onSuccess: onPosted,
  });
  const isFilled = message.trim() !== "" && services.length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isFilled) void post.run({ incidentId, seen, services, impact, state, message });
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
      <Button type="submit" variant="primary" disabled={!isFilled} pending={post.pending}>
        {isEnd ? "Resolve incident" : "Post update"}
      </Button>
    </form>
  );
}
