import type { ReactElement } from "react";
import type { Output } from "#shared/endpoint.ts";
import { impactOn, shownStates } from "#shared/status/incident.ts";
import type { getBoard } from "#shared/status/operator.ts";
import type { getHistory } from "#shared/status/public.ts";
import {
  HISTORY_DAYS,
  SERVICE_NAMES,
  type ServiceState,
  STATE_NAMES,
  worstOf,
} from "#shared/status/service.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { moment } from "../../ui/format.ts";

const TONES = { green: "good", yellow: "warn", red: "bad" } as const;
const SHOWN = 8;

type StatusPanelProps = {
  board: Output<typeof getBoard> | null;
  changes: Output<typeof getHistory>["changes"];
};

export function StatusPanel({ board, changes }: StatusPanelProps): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CardTitle>Status now</CardTitle>
        {board !== null && <State state={shownTo(board)} />}
      </div>
      <p className="mt-1 text-sm text-quiet">
        {board?.updated_at == null ? "No updates yet." : `Last confirmed ${moment(board.updated_at)}.`}
      </p>
      <h3 className="mt-5 text-sm">Latest changes</h3>
      <ul className="mt-1 divide-y divide-line text-sm">
        {changes.length === 0 && (
          <li className="py-2 text-quiet">No changes in the last {HISTORY_DAYS} days.</li>
        )}
        {changes.slice(0, SHOWN).map(({ service, from, to, at, note }) => (
          <li key={`${service}${at}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="mr-auto">
              <span className="block font-medium">{SERVICE_NAMES[service]}</span>
              <time dateTime={at} className="figures text-xs text-quiet">
                {moment(at)}
              </time>
            </span>
            <span className="flex items-center gap-1.5">
              <State state={from} />
              <span className="text-faint">to</span>
              <State state={to} />
            </span>
            {note !== null && <p className="w-full text-quiet">{note}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The overall state as customers see it, incidents included. */
function shownTo({ services, incidents }: Output<typeof getBoard>): ServiceState {
  return worstOf([...Object.values(shownStates(services, incidents)), impactOn("shop", incidents)]);
}

function State({ state }: { state: ServiceState }): ReactElement {
  return (
    <Chip dot tone={TONES[state]}>
      {STATE_NAMES[state]}
    </Chip>
  );
}
