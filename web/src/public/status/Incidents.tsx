import type { ReactElement } from "react";
import {
  INCIDENT_STATE_NAMES,
  type Incident,
  type IncidentHead,
  type IncidentUpdate,
  namesOf,
} from "#shared/status/incident.ts";
import { STATE_NAMES } from "#shared/status/service.ts";
import { moment } from "../../ui/format.ts";

type OpenProps = {
  open: readonly IncidentHead[];
  known: readonly Incident[];
};

export function OpenIncidents({ open, known }: OpenProps): ReactElement | null {
  if (open.length === 0) return null;
  return (
    <ul aria-label="Open incidents" className="mt-4 grid gap-4">
      {open.map((incident) => (
        <li
          key={incident.id}
          className={`rounded-card border border-line border-l-4 bg-surface p-5 sm:p-6 ${EDGES[incident.impact]}`}
        >
          <h2 className="text-base tracking-normal wrap-anywhere">{incident.title}</h2>
          <p className="mt-1 text-sm text-quiet">
            <span className="font-medium text-ink">{INCIDENT_STATE_NAMES[incident.state]}</span> ·{" "}
            {STATE_NAMES[incident.impact]}: {namesOf(incident.services)}
          </p>
          <Updates updates={known.find(({ id }) => id === incident.id)?.updates ?? []} />
        </li>
      ))}
    </ul>
  );
}

const EDGES = { yellow: "border-l-warn", red: "border-l-bad" } as const;

/** The resolved incidents of the last 90 days, newest first. */
export function PastIncidents({ incidents }: { incidents: readonly Incident[] | null }): ReactElement {
  const past = incidents?.filter(({ state }) => state === "resolved");
  return (
    <section className="mt-12">
      <h2 className="text-lg">Past incidents</h2>
      {past &&
        (past.length === 0 ? (
          <p className="mt-3 text-quiet">
            We reported no {incidents?.length === 0 ? "" : "other "}incident in the last 90 days.
          </p>
        ) : (
          <ol className="mt-3 divide-y divide-line border-y border-line text-sm">
            {past.map((incident) => (
              <li key={incident.id} className="py-3">
                <details>
                  <summary className="cursor-pointer rounded-small">
                    <span className="font-medium wrap-anywhere">{incident.title}</span>
                    <span className="block text-quiet">
                      {STATE_NAMES[incident.impact]}: {namesOf(incident.services)}.{" "}
                      {moment(incident.started_at)} to {moment(incident.updated_at)}
                    </span>
                  </summary>
                  <Updates updates={incident.updates} />
                </details>
                {incident.postmortem_url && (
                  <a href={incident.postmortem_url} className="underline">
                    Post-mortem: {incident.title}
                  </a>
                )}
              </li>
            ))}
          </ol>
        ))}
    </section>
  );
}

function Updates({ updates }: { updates: readonly IncidentUpdate[] }): ReactElement {
  return (
    <ol className="mt-4 space-y-3 text-sm">
      {updates.map(({ state, message, at }) => (
        <li key={at}>
          <p className="wrap-anywhere">
            <span className="font-medium">{INCIDENT_STATE_NAMES[state]}</span>: {message}
          </p>
          <time dateTime={at} className="figures text-xs text-quiet">
            {moment(at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
