import { type FormEvent, type ReactElement, useState } from "react";
import {
  type Affected,
  type Impact,
  INCIDENT_NEXT,
  type Incident,
  type IncidentState,
} from "#shared/status/incident.ts";
import { updateIncident } from "#shared/status/operator.ts";
import { ApiError, messageOf, reasonOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/toast.ts";
import { useChange } from "../data/useChange.ts";
import { ImpactField, MessageField, ServicesField, StateField } from "./fields.tsx";
import { MailField } from "./MailField.tsx";
import { useMailing } from "./useMailing.tsx";

type UpdateFormProps = { incident: Incident; onPosted: () => void };

/** The values that the operator chose. The others follow the incident, which another operator may update. */
type Chosen = { state?: IncidentState; impact?: Impact; services?: Affected[] };

/** Adds an update to an open incident, or resolves the incident. After a refusal, the form keeps the message. */
export function UpdateForm({ incident, onPosted }: UpdateFormProps): ReactElement {
  const { id: incidentId, updated_at: seen } = incident;
  const states: readonly IncidentState[] = INCIDENT_NEXT[incident.state];
  const [chosen, setChosen] = useState<Chosen>({});
  const [message, setMessage] = useState("");
  const mailing = useMailing();
  const { impact = incident.impact, services = incident.services } = chosen;
  const state = chosen.state !== undefined && states.includes(chosen.state) ? chosen.state : incident.state;
  const choose = (change: Chosen): void => setChosen({ ...chosen, ...change });
  const isEnd = state === "resolved";
  const post = useChange(updateIncident, {
    changes: () => [],
    ...(isEnd ? { success: "The incident is resolved." } : {}),
    quiet: true,
    onSuccess: () => {
      setChosen({});
      setMessage("");
      mailing.choose(null);
      onPosted();
    },
    onFailure: (error) => {
      // Another operator has resolved the incident, so this form disappears, and with it the error beside the fields.
      if (error instanceof ApiError && error.code === "NOT_FOUND") toast(messageOf(error), "bad");
    },
  });
  const [newest] = incident.updates;
  // Whether the update was posted although its answer was lost. Posting it again would mail everyone twice.
  const isSaid = post.error !== null && newest?.message === message.trim() && newest.state === state;
  const isFilled = message.trim() !== "" && services.length > 0 && mailing.isReady && !isSaid;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isFilled) {
      const said = { incidentId, seen, services, impact, state, message };
      void post.run(mailing.audience === null ? said : { ...said, mail: mailing.audience });
    }
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={`Update ${incident.title}`}
      className="mt-5 space-y-4 border-t border-line pt-5"
    >
      {isSaid ? (
        <Banner tone="neutral">The newest update says this already.</Banner>
      ) : (
        post.error !== null && <Banner tone="bad">{reasonOf(post.error)}</Banner>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <StateField states={states} value={state} onChange={(to) => choose({ state: to })} />
        <ImpactField value={impact} onChange={(to) => choose({ impact: to })} />
      </div>
      <MessageField value={message} onChange={setMessage} />
      <ServicesField value={services} onChange={(to) => choose({ services: to })} />
      <MailField mailing={mailing} said={{ title: incident.title, services, state, message }} />
      {/* At the right, because notifications cover the bottom left. */}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={!isFilled} pending={post.pending}>
          {isEnd ? "Resolve incident" : "Post update"}
          {mailing.words}
        </Button>
      </div>
    </form>
  );
}
