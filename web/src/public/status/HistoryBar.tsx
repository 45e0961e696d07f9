import type { ReactElement } from "react";
import { DAY } from "#shared/instant.ts";
import { HISTORY_DAYS, type ServiceState, STATE_NAMES } from "#shared/status/service.ts";
import { utcDay } from "../../ui/format.ts";

type HistoryBarProps = { name: string; since: string | null; days: readonly ServiceState[] | null };

const STEP = 8;
/** Degraded days and outages have shorter bars, so that color is not the only cue. */
const BARS: Record<ServiceState, string> = { green: "v24h6v-24", yellow: "v18h6v-18", red: "v12h6v-12" };
const TOPS: Record<ServiceState, number> = { green: 4, yellow: 10, red: 16 };

const barAt = (at: number, state: ServiceState): string => `M${at * STEP} ${TOPS[state]}${BARS[state]}z`;
const ALL_DAYS = Array.from({ length: HISTORY_DAYS }, (_, at) => barAt(at, "green")).join("");

/** A service's last 90 days as bars, with a summary for screen readers. */
export function HistoryBar({ name, since, days }: HistoryBarProps): ReactElement {
  return (
    <figure className="mt-4">
      <svg
        role="img"
        aria-label={days ? summary(name, days) : `${name}: no history yet`}
        viewBox={`0 0 ${HISTORY_DAYS * STEP - 2} 28`}
        preserveAspectRatio="none"
        className="status-days h-8 w-full"
      >
        {days === null || since === null ? (
          <path className="status-none" d={ALL_DAYS} />
        ) : (
          <>
            {/* One path for all operational days, because ninety elements per service are slow on a phone. */}
            <path
              className="status-green"
              d={days.map((state, at) => (state === "green" ? barAt(at, state) : "")).join("")}
            />
            {days.map(
              (state, at) =>
                state !== "green" && (
                  <path key={dayOf(since, at)} className={`status-${state}`} d={barAt(at, state)}>
                    <title>{`${dayOf(since, at)}: ${STATE_NAMES[state]}`}</title>
                  </path>
                ),
            )}
          </>
        )}
      </svg>
      <figcaption className="mt-2 flex justify-between gap-4 text-xs text-faint">
        <span>{HISTORY_DAYS} days ago</span>
        <span>Today</span>
      </figcaption>
    </figure>
  );
}

function dayOf(since: string, at: number): string {
  return utcDay(new Date(Date.parse(since) + at * DAY).toISOString());
}

export function summary(name: string, days: readonly ServiceState[]): string {
  const troubled = (wanted: ServiceState): number => days.filter((state) => state === wanted).length;
  const parts = [
    [troubled("red"), "with an outage"],
    [troubled("yellow"), "degraded"],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (told.length === 0) return `${name}: operational on all of the last ${days.length} days`;
  return `${name}, last ${days.length} days: ${told.join(", ")}, otherwise operational`;
}
