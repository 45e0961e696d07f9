import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { SERVICE_NAMES, SERVICES, type ServiceState, type ServiceStates, worstOf } from "./service.ts";

/** The third-party services, and this shop. */
export const AFFECTED = [...SERVICES, "shop"] as const;
export const Affected = z.enum(AFFECTED, "must be chatgpt, suno, elevenlabs or shop");
export type Affected = z.output<typeof Affected>;

export const AFFECTED_NAMES: Readonly<Record<Affected, string>> = {
  ...SERVICE_NAMES,
  shop: "Website and licenses",
};

/**
 * The allowed transitions. An update may keep the state. An open incident may return to an earlier state, because a
 * cause can turn out to be wrong. A resolved incident stays resolved; a new problem is a new incident.
 */
export const INCIDENT_NEXT = {
  investigating: ["investigating", "identified", "monitoring", "resolved"],
  identified: ["identified", "investigating", "monitoring", "resolved"],
  monitoring: ["monitoring", "investigating", "identified", "resolved"],
  resolved: [],
} as const satisfies Record<string, readonly string[]>;

/** States in which an incident can open. */
export const OPEN_STATES = ["investigating", "identified", "monitoring"] as const;
export const INCIDENT_STATES = [...OPEN_STATES, "resolved"] as const;
export const IncidentState = z.enum(
  INCIDENT_STATES,
  "must be investigating, identified, monitoring or resolved",
);
export type IncidentState = z.output<typeof IncidentState>;

export const INCIDENT_STATE_NAMES: Readonly<Record<IncidentState, string>> = {
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
};

/** The state of the affected services while the incident is open. */
export const Impact = z.enum(["yellow", "red"], "must be yellow or red");
export type Impact = z.output<typeof Impact>;

export const MAX_INCIDENT_TITLE = 100;
export const MAX_INCIDENT_MESSAGE = 500;
export const MAX_POSTMORTEM_URL = 300;
/** How many incidents can be open. If there were more, several would probably be the same incident. */
export const MAX_OPEN_INCIDENTS = 10;
/** Keeps an incident's row small. */
export const MAX_INCIDENT_UPDATES = 100;

const HEAD = {
  id: z.string(),
  title: z.string(),
  state: IncidentState,
  impact: Impact,
  services: z.array(Affected),
  started_at: Instant,
  updated_at: Instant,
};
export const IncidentHead = z.object(HEAD);
export type IncidentHead = z.output<typeof IncidentHead>;

export const IncidentUpdate = z.object({ state: IncidentState, message: z.string(), at: Instant });
export type IncidentUpdate = z.output<typeof IncidentUpdate>;

export const Incident = z.object({
  ...HEAD,
  /** Newest first. */
  updates: z.array(IncidentUpdate),
  /** The operator's explanation; null or absent until it is published. */
  postmortem_url: z.optional(z.nullable(z.string())),
});
export type Incident = z.output<typeof Incident>;

type Open = Pick<IncidentHead, "services" | "impact">;

/** The public states: for each service the worse of the board and the open incidents. */
export function shownStates(services: ServiceStates, open: readonly Open[]): ServiceStates {
  const shown = (id: keyof ServiceStates): ServiceState => worstOf([services[id], impactOn(id, open)]);
  return { chatgpt: shown("chatgpt"), suno: shown("suno"), elevenlabs: shown("elevenlabs") };
}

export function impactOn(id: Affected, open: readonly Open[]): ServiceState {
  return worstOf(open.filter(({ services }) => services.includes(id)).map(({ impact }) => impact));
}

export const namesOf = (services: readonly Affected[]): string =>
  AFFECTED.filter((id) => services.includes(id))
    .map((id) => AFFECTED_NAMES[id])
    .join(", ");
