import { type ReactElement, useState } from "react";
import { useLoaderData, useRevalidator, useSearchParams } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import type { Instant } from "#shared/instant.ts";
import type { Mailing } from "#shared/mail/mailing.ts";
import { listMailings, stopMailing } from "#shared/mail/operator.ts";
import { INCIDENT_STATE_NAMES, type Incident, namesOf } from "#shared/status/incident.ts";
import { getHistory } from "#shared/status/public.ts";
import { HISTORY_DAYS, STATE_NAMES } from "#shared/status/service.ts";
import { call } from "../../api/call.ts";
import { paths } from "../../app/paths.ts";
import { useLive } from "../../app/useLive.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { count, moment } from "../../ui/format.ts";
import { clockSkew } from "../../ui/serverClock.ts";
import { Changes } from "../../ui/ViewOnly.ts";
import { useChange } from "../data/useChange.ts";
import { type Read, read } from "../kit/read.ts";
import { customers } from "./MailField.tsx";
import { NewIncident } from "./NewIncident.tsx";
import { PostmortemForm } from "./PostmortemForm.tsx";
import { UpdateForm } from "./UpdateForm.tsx";

type Said = Output<typeof getHistory> & Output<typeof listMailings>;

/** A parameter of the address, so that the palette can link to the form. */
const NEW = "new";
const TONES = { yellow: "warn", red: "bad" } as const;

export function loader({ request: { signal } }: { request: Request }): Promise<Read<Said>> {
  return read(async () => {
    const [history, mailed] = await Promise.all([
      call(getHistory, {}, { signal }),
      call(listMailings, {}, { signal }),
    ]);
    return { ...history, ...mailed };
  });
}

export function Component(): ReactElement {
  const latest = useLoaderData<Read<Said>>();
  // A failed read must not remove a form with typed text.
  const [good, setGood] = useState(latest);
  if (latest.value !== null && latest !== good) setGood(latest);
  const { value, at: readAt } = good;
  const { failure } = latest;
  const [asked, setAsked] = useSearchParams();
  const setCreating = (on: boolean): void => setAsked(on ? { [NEW]: "" } : {}, { replace: true });
  const open = value?.incidents.filter(({ state }) => state !== "resolved") ?? [];
  const mailings = value?.mailings ?? [];
  const past = value?.incidents.filter(({ state }) => state === "resolved") ?? [];
  return (
    <div className="max-w-3xl space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-quiet">
          Incidents appear on the{" "}
          <a href={paths.status.href()} className="text-ink underline">
            status page
          </a>{" "}
          and in its feed. The landing page shows the overall state.
        </p>
        <Button variant="primary" size="small" onClick={() => setCreating(true)}>
          New incident
        </Button>
      </div>
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      {value !== null && open.length === 0 && (
        <Card className="p-5 text-sm text-quiet">
          No open incidents. If customers notice a problem, open an incident to tell them what you know.
        </Card>
      )}
      {open.map((incident) => (
        <OpenCard key={incident.id} incident={incident} mailings={mailings} readAt={readAt} />
      ))}
      {past.length > 0 && (
        <Card className="p-5 sm:p-6">
          <CardTitle>Resolved in the last {HISTORY_DAYS} days</CardTitle>
          <ul className="mt-2 divide-y divide-line text-sm">
            {past.map((incident) => (
              <li key={incident.id} className="py-3">
                <details>
                  <summary className="cursor-pointer rounded-small">
                    <span className="font-medium wrap-anywhere">{incident.title}</span>
                    <span className="mt-0.5 block text-quiet">
                      {STATE_NAMES[incident.impact]}: {namesOf(incident.services)}.{" "}
                      {moment(incident.started_at)} to {moment(incident.updated_at)}.{" "}
                      {messagesOf(incident, mailings)}
                    </span>
                  </summary>
                  <Updates incident={incident} mailings={mailings} />
                  <Changes>
                    <PostmortemForm key={incident.postmortem_url} incident={incident} />
                  </Changes>
                </details>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Changes>{asked.has(NEW) && <NewIncident onClose={() => setCreating(false)} />}</Changes>
    </div>
  );
}

type Shown = { incident: Incident; mailings: readonly Mailing[] };

function OpenCard({ incident, mailings, readAt }: Shown & { readAt: number }): ReactElement {
  const [announced, setAnnounced] = useState("");
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 flex-1 basis-48 text-[1.0625rem] leading-6 wrap-anywhere">{incident.title}</h2>
        <span className="flex flex-wrap gap-1.5">
          <Chip>{INCIDENT_STATE_NAMES[incident.state]}</Chip>
          <Chip dot tone={TONES[incident.impact]}>
            {STATE_NAMES[incident.impact]}
          </Chip>
        </span>
      </div>
      <p className="mt-1 text-sm text-quiet">
        {namesOf(incident.services)}. Since {moment(incident.started_at)}.
      </p>
      <Updates incident={incident} mailings={mailings} />
      <Changes>
        <UpdateForm
          incident={incident}
          mailings={mailings}
          readAt={readAt}
          onPosted={() => setAnnounced("The update is on the status page.")}
        />
      </Changes>
      <p role="status" className="text-sm text-good-ink not-empty:mt-3">
        {announced}
      </p>
    </Card>
  );
}

function Updates({ incident, mailings }: Shown): ReactElement {
  const mailingAt = (at: string) =>
    mailings.find(({ incident_id, update_at }) => incident_id === incident.id && update_at === at);
  const resolvedAt = incident.updates.find(({ state }) => state === "resolved")?.at ?? null;
  return (
    <ol aria-label={`Updates of ${incident.title}`} className="mt-4 space-y-3 text-sm">
      {incident.updates.map(({ state, message, at }) => (
        <li key={at}>
          <p className="wrap-anywhere">
            <span className="font-medium">{INCIDENT_STATE_NAMES[state]}</span>: {message}
          </p>
          <time dateTime={at} className="figures mt-0.5 block text-xs text-quiet">
            {moment(at)}
          </time>
          <Mailed mailing={mailingAt(at)} endedAt={state === "resolved" ? null : resolvedAt} />
        </li>
      ))}
    </ol>
  );
}

/** @property endedAt when a later update resolved the incident, which stops mail that is not finished; null if none did */
type MailedProps = { mailing: Mailing | undefined; endedAt: Instant | null };

function Mailed({ mailing, endedAt }: MailedProps): ReactElement | null {
  if (mailing === undefined) return null;
  const { finished_at, recipients, stopped } = mailing;
  const isCut = endedAt !== null && !stopped && (finished_at === null || finished_at > endedAt);
  const cut =
    recipients === 0
      ? "Not mailed, because the incident was resolved first"
      : `Mailed to ${customers(recipients)} before the incident was resolved`;
  return (
    <p className="figures mt-0.5 text-xs text-quiet">
      {isCut ? cut : finished_at === null ? <Sending begun={mailing} /> : sentence(mailing)}
    </p>
  );
}

function Sending({ begun }: { begun: Mailing }): ReactElement {
  const [mailing, setMailing] = useState(begun);
  const { revalidate } = useRevalidator();
  const follow = async (): Promise<void> => {
    const { mailings } = await call(listMailings, {});
    const now = mailings.find(({ id }) => id === begun.id) ?? mailing;
    setMailing(now);
    // The update form says how many customers an unfinished mailing has not reached.
    if (now.finished_at !== null || now.recipients !== begun.recipients) await revalidate();
  };
  useLive(async () => {
    if (mailing.finished_at === null) await follow();
  });
  const stop = useChange(stopMailing, {
    failure: "The mail could not be stopped",
    onSuccess: () => void follow(),
    revalidate: false,
  });
  const isWaiting = Date.now() + clockSkew() < Date.parse(mailing.starts_at);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        {isWaiting && mailing.finished_at === null ? (
          <>
            The first mail goes out in <Countdown endAt={mailing.starts_at} />.
          </>
        ) : (
          sentence(mailing)
        )}
      </span>
      {mailing.finished_at === null && (
        <Button
          size="small"
          changes
          pending={stop.pending}
          onClick={() => void stop.run({ mailingId: mailing.id })}
        >
          {isWaiting ? "Undo mail" : "Stop mail"}
        </Button>
      )}
    </span>
  );
}

/** `3 messages, 12 mails` */
function messagesOf({ id, updates }: Incident, mailings: readonly Mailing[]): string {
  const mails = mailings
    .filter(({ incident_id }) => incident_id === id)
    .reduce((sum, { recipients }) => sum + recipients, 0);
  const messages = `${count(updates.length)} ${updates.length === 1 ? "message" : "messages"}`;
  return `${messages}, ${mails === 0 ? "no mail" : `${count(mails)} ${mails === 1 ? "mail" : "mails"}`}`;
}

function sentence({ recipients, finished_at, stopped }: Mailing): string {
  if (finished_at === null) return `Sending mail: ${customers(recipients)} so far`;
  const what = stopped ? "Mail stopped: sent to at most" : "Mailed to";
  return `${what} ${customers(recipients)}, ${moment(finished_at)}`;
}
