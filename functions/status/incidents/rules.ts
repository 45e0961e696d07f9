import { AppError } from "#shared/errors.ts";
import {
  INCIDENT_NEXT,
  type IncidentHead,
  type IncidentState,
  MAX_INCIDENT_UPDATES,
  MAX_OPEN_INCIDENTS,
} from "#shared/status/incident.ts";

/** An open incident on the board's row. `count` is its number of updates, which is limited. */
export type OpenIncident = IncidentHead & { count: number };

type Opened = Pick<IncidentHead, "title" | "services" | "impact" | "state"> & { requestId: string };

/** @throws CONFLICT if too many incidents are open */
export function openingOf(open: readonly OpenIncident[], asked: Opened, at: string): OpenIncident {
  if (open.length >= MAX_OPEN_INCIDENTS)
    throw new AppError("CONFLICT", `${MAX_OPEN_INCIDENTS} incidents are open. Resolve one first.`);
  const { requestId: id, ...what } = asked;
  return { id, ...what, started_at: at, updated_at: at, count: 1 };
}

type Updated = Pick<IncidentHead, "services" | "impact" | "state"> & { seen: string };

/**
 * @throws CONFLICT if the operator has not seen the latest update, if the state cannot follow the current one, or if
 * the incident has too many updates
 */
export function updateOf(before: OpenIncident, { seen, ...what }: Updated, at: string): OpenIncident {
  if (seen !== before.updated_at)
    throw new AppError("CONFLICT", "This incident was updated in the meantime. Read the update first.");
  if (!mayBecome(before.state, what.state))
    throw new AppError("CONFLICT", `An incident that is ${before.state} cannot become ${what.state}.`);
  // The last update is reserved for the resolution.
  if (before.count >= MAX_INCIDENT_UPDATES - (what.state === "resolved" ? 0 : 1))
    throw new AppError("CONFLICT", "This incident has too many updates. Resolve it and open another one.");
  return { ...before, ...what, updated_at: at, count: before.count + 1 };
}

export function mayBecome(from: IncidentState, to: IncidentState): boolean {
  const next: readonly string[] = INCIDENT_NEXT[from];
  return next.includes(to);
}

/** Adds, replaces or removes an incident; newest first. */
export function withIncident(open: readonly OpenIncident[], one: OpenIncident): OpenIncident[] {
  const others = open.filter(({ id }) => id !== one.id);
  return (one.state === "resolved" ? others : [...others, one]).sort((a, b) =>
    b.started_at.localeCompare(a.started_at),
  );
}
