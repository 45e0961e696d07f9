import { type ReactElement, useEffect, useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { Audience, Mailing } from "#shared/mail/mailing.ts";
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
import { Form } from "../../ui/Form.tsx";
import { time } from "../../ui/format.ts";
import { toast } from "../../ui/toast.ts";
import { useChange } from "../data/useChange.ts";
import { AnyOf } from "../kit/AnyOf.tsx";
import { OneOf } from "../kit/OneOf.tsx";
import { choicesOf, IMPACTS, MessageField, SERVICES } from "./fields.tsx";
import { customers, MailField, useMailing, useRecipients } from "./MailField.tsx";

/** @property readAt when the incident and its mailings were requested, by `performance.now()` */
type UpdateFormProps = {
  incident: Incident;
  mailings: readonly Mailing[];
  readAt: number;
  onPosted: () => void;
};

/** The values that the operator chose. All other values follow the incident, which another operator may update. */
type Chosen = { state?: IncidentState; impact?: Impact; services?: Affected[] };

/** Adds an update to an open incident, or resolves the incident. After a refusal, the form keeps the message. */
export function UpdateForm({ incident, mailings, readAt, onPosted }: UpdateFormProps): ReactElement {
  const { id: incidentId, updated_at: seen } = incident;
  const states: readonly IncidentState[] = INCIDENT_NEXT[incident.state];
  const [chosen, setChosen] = useState<Chosen>({});
  const [message, setMessage] = useState("");
  const mailing = useMailing();
  const { impact = incident.impact, services = incident.services } = chosen;
  const state = chosen.state !== undefined && states.includes(chosen.state) ? chosen.state : incident.state;
  const choose = (change: Chosen): void => setChosen({ ...chosen, ...change });
  const isEnd = state === "resolved";
  const unsent = isEnd
    ? mailings.find(({ incident_id, finished_at }) => incident_id === incidentId && finished_at === null)
    : undefined;
  const post = useChange(updateIncident, {
    ...(isEnd && {
      success: `The incident is resolved.${unsent ? " Mail that was still waiting will not go out." : ""}`,
    }),
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
  const submit = (): void => {
    if (isFilled) void post.run({ incidentId, seen, services, impact, state, message, ...mailing.mail });
  };
  return (
    <Form
      onSubmit={submit}
      aria-label={`Update ${incident.title}`}
      className="mt-5 space-y-4 border-t border-line pt-5"
    >
      {isSaid ? (
        <Banner tone="neutral">The latest update already says this.</Banner>
      ) : (
        post.error !== null && <Banner tone="bad">{reasonOf(post.error)}</Banner>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <OneOf
          label="State"
          choices={choicesOf(states)}
          value={state}
          onChange={(to) => choose({ state: to })}
        />
        <OneOf label="Shown as" choices={IMPACTS} value={impact} onChange={(to) => choose({ impact: to })} />
      </div>
      <MessageField value={message} onChange={setMessage} />
      <AnyOf
        label="Affected"
        choices={SERVICES}
        value={services}
        onChange={(to) => choose({ services: to })}
      />
      {unsent && (
        <Unsent
          mailing={unsent}
          readAt={readAt}
          isTold={mailing.audience === unsent.audience}
          onTell={mailing.choose}
        />
      )}
      <MailField mailing={mailing} said={{ title: incident.title, services, state, message }} />
      {/* At the right, because notifications cover the bottom left. */}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={!isFilled} pending={post.pending}>
          {isEnd ? "Resolve incident" : "Post update"}
          {mailing.words}
        </Button>
      </div>
    </Form>
  );
}

type UnsentProps = {
  mailing: Mailing;
  readAt: number;
  isTold: boolean;
  onTell: (audience: Audience) => void;
};

/** Warns that resolving the incident cancels unsent mail. First reads again how many customers got it. */
function Unsent({ mailing, readAt, isTold, onTell }: UnsentProps): ReactElement | null {
  const { audience, recipients } = mailing;
  const { count, failure } = useRecipients(audience);
  const { revalidate } = useRevalidator();
  const [openedAt] = useState(() => performance.now());
  useEffect(() => void revalidate(), [revalidate]);
  if (readAt < openedAt || (count === null && failure === null))
    return <Banner tone="neutral">Checking how many customers the mail has reached…</Banner>;
  if (count !== null && count <= recipients) return null;
  const left = count === null ? "Some customers" : customers(count - recipients);
  const at = time(new Date(performance.timeOrigin + readAt).toISOString());
  return (
    <Banner tone="warn" title={`${left} had not been mailed about this incident at ${at}`}>
      <p>
        Resolving the incident stops the mail to them
        {isTold
          ? ". They will get this update instead."
          : ", so customers it has not reached by then will hear nothing."}
      </p>
      {!isTold && (
        <Button size="small" className="mt-2" onClick={() => onTell(audience)}>
          Tell them it is resolved
        </Button>
      )}
    </Banner>
  );
}
