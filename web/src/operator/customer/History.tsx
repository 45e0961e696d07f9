import type { ReactElement, ReactNode } from "react";
import type { getCustomer } from "#shared/accounts/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { Chip } from "../../ui/Chip.tsx";
import { moment, words } from "../kit/format.ts";
import { Severity } from "../security/columns.tsx";
import { Section } from "./Section.tsx";

/** What happened, by whom: the application's doings, the alerts, and what operators changed. */
export function History({ customer }: { customer: Output<typeof getCustomer> }): ReactElement {
  const { activity, alerts, audit } = customer;
  return (
    <>
      <Section title="Alerts" empty={alerts.length === 0 && "None."}>
        <ul className="divide-y divide-line">
          {alerts.map((alert) => (
            <li key={alert.id} className="py-2">
              <p className="flex items-center gap-2.5">
                <span className="font-medium">{words(alert.alert_type)}</span>
                <span className="ml-auto flex gap-1.5">
                  {alert.resolved && <Chip tone="good">resolved</Chip>}
                  <Severity severity={alert.severity} />
                </span>
              </p>
              <p className="text-xs break-words text-quiet">
                {alert.description} · {moment(alert.last_seen_at)}
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Activity" empty={activity.length === 0 && "The application has not reported anything."}>
        <ul className="divide-y divide-line">
          {activity.map((entry) => (
            <Line key={entry.id} at={entry.created_at}>
              {words(entry.activity_type)}
              {entry.title !== null && <span className="text-quiet"> “{entry.title}”</span>}
            </Line>
          ))}
        </ul>
      </Section>
      <Section title="Changes by operators" empty={audit.length === 0 && "None."}>
        <ul className="divide-y divide-line">
          {audit.map((entry) => (
            <Line key={entry.id} at={entry.at}>
              {entry.action}
              {entry.note !== null && <span className="text-quiet"> “{entry.note}”</span>}
            </Line>
          ))}
        </ul>
      </Section>
    </>
  );
}

function Line({ at, children }: { at: string; children: ReactNode }): ReactElement {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-1.5">
      <span className="min-w-0 flex-1 break-words">{children}</span>
      <time dateTime={at} className="text-xs text-quiet">
        {moment(at)}
      </time>
    </li>
  );
}
