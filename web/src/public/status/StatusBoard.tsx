import { type ReactElement, useCallback, useEffect, useState } from "react";
import type { Output } from "#shared/endpoint.ts";
import { getHistory, getStatus } from "#shared/status/public.ts";
import {
  SERVICE_NAMES,
  SERVICE_STATES,
  SERVICES,
  type ServiceState,
  STATE_NAMES,
  worstOf,
} from "#shared/status/service.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { moment } from "../../ui/format.ts";
import { HistoryBar } from "./HistoryBar.tsx";
import { OpenIncidents, PastIncidents } from "./Incidents.tsx";
import { RecentChanges } from "./RecentChanges.tsx";
import { UptimeCard } from "./UptimeCard.tsx";
import { OVERALL_WORDS, STATE_DOTS } from "./words.ts";

type Status = Output<typeof getStatus>;
type History = Output<typeof getHistory>;

/**
 * Services, open incidents, history and recent changes. A state that is missing in the answer shows as Operational. If the
 * API does not answer, the board says so and keeps the states of the last answer.
 */
export function StatusBoard(): ReactElement {
  const [status, setStatus] = useState<Status | null>(null);
  const [history, setHistory] = useState<History | null>(null);
  const [busy, setBusy] = useState(false);
  const [unreachable, setUnreachable] = useState(false);
  const [unread, setUnread] = useState(false);

  const refresh = useCallback(async () => {
    setBusy(true);
    const failed = () => null;
    const [now, past] = await Promise.all([
      call(getStatus, {}).catch(failed),
      call(getHistory, {}).catch(failed),
    ]);
    if (now) setStatus(now);
    setUnreachable(!now);
    if (past) setHistory(past);
    setUnread(!past);
    setBusy(false);
  }, []);
  useEffect(() => void refresh(), [refresh]);

  const overall = worstOf([...Object.values(status?.services ?? {}), status?.site ?? "green"]);
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-xl sm:text-2xl">System Status</h1>
        <Button pending={busy} onClick={() => void refresh()}>
          Refresh
        </Button>
      </div>

      <div role="status" className="mt-8 rounded-card border border-line bg-surface p-5 sm:p-6">
        <Headline overall={status === null || unreachable ? null : overall} unreachable={unreachable} />
        <p className="mt-1 min-h-5 pl-6 text-sm text-quiet">
          <LastAnswer status={status} unreachable={unreachable} />
        </p>
      </div>
      <OpenIncidents open={status?.incidents ?? []} known={history?.incidents ?? []} />

      <ul className="mt-4 grid gap-4">
        {SERVICES.map((service) => {
          const state = status && (status.services[service] ?? "green");
          return (
            <li key={service} className="rounded-card border border-line bg-surface p-5 sm:p-6">
              <div className="flex items-center justify-between gap-4">
                <h2 className="text-base tracking-normal">{SERVICE_NAMES[service]}</h2>
                {state && (
                  <p className="flex items-center gap-2 text-sm font-medium">
                    <Dot state={state} />
                    {STATE_NAMES[state]}
                  </p>
                )}
              </div>
              <HistoryBar
                name={SERVICE_NAMES[service]}
                since={history?.since ?? null}
                days={history?.days[service] ?? null}
              />
            </li>
          );
        })}
      </ul>

      <ul aria-label="Legend" className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm text-quiet">
        {SERVICE_STATES.map((state) => (
          <li key={state} className="flex items-center gap-2">
            <Dot state={state} />
            {STATE_NAMES[state]}
          </li>
        ))}
      </ul>

      <UptimeCard
        since={history?.since ?? null}
        uptime={history?.uptime ?? null}
        unreachable={unread}
        now={new Date()}
      />
      <PastIncidents incidents={history?.incidents ?? null} />
      <RecentChanges changes={history?.changes ?? null} />
    </>
  );
}

/** A circle, a diamond and a square, so that color is not the only cue. */
const SHAPES: Record<ServiceState, string> = {
  green: "rounded-full",
  yellow: "rotate-45 scale-90 rounded-[1px]",
  red: "rounded-[1px]",
};

function Dot({ state, className = "size-2" }: { state: ServiceState; className?: string }): ReactElement {
  return (
    <span
      aria-hidden="true"
      className={cx("inline-block shrink-0", SHAPES[state], STATE_DOTS[state], className)}
    />
  );
}

/** @param overall null before the first answer and while the API does not answer */
export function Headline(props: { overall: ServiceState | null; unreachable: boolean }): ReactElement {
  const { overall, unreachable } = props;
  return (
    <p className="flex items-center gap-3 text-lg font-semibold tracking-tight">
      {overall === null ? (
        <span aria-hidden="true" className="inline-block size-3 shrink-0 rounded-full bg-edge" />
      ) : (
        <Dot state={overall} className="size-3" />
      )}
      {overall !== null ? OVERALL_WORDS[overall] : unreachable ? "Status unconfirmed" : "Checking the status"}
    </p>
  );
}

type LastAnswerProps = { status: Status | null; unreachable: boolean };

export function LastAnswer({ status, unreachable }: LastAnswerProps): ReactElement {
  return (
    <>
      {unreachable && (
        <span className="mr-2 font-medium text-warn-ink">
          We could not check.{status && " The states below are unconfirmed."}
        </span>
      )}
      {status?.answered === false && (
        <span className="mr-2 font-medium text-warn-ink">Our last check of this site got no answer.</span>
      )}
      {status && <LastUpdate {...status} />}
    </>
  );
}

function LastUpdate({ updated_at: updatedAt, stale }: Status): ReactElement {
  if (!updatedAt) return <>Not updated yet</>;
  return (
    <>
      Last updated <time dateTime={updatedAt}>{moment(updatedAt)}</time>
      {stale && <span className="ml-2 font-medium text-warn-ink">stale: not checked for over a day</span>}
    </>
  );
}
