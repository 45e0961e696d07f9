import {
  INCIDENT_STATE_NAMES,
  type Incident,
  type IncidentHead,
  type IncidentUpdate,
  namesOf,
} from "#shared/status/incident.ts";
import { STATE_NAMES } from "#shared/status/service.ts";
import { moment } from "../../ui/format.ts";
import { fill, make, timeOf } from "./fill.ts";

const EDGES = { yellow: "border-l-warn", red: "border-l-bad" } as const;

const impactOf = ({ impact, services }: Pick<IncidentHead, "impact" | "services">): string =>
  `${STATE_NAMES[impact]}: ${namesOf(services)}`;

export function fillOpenIncidents(open: readonly IncidentHead[], known: readonly Incident[]): void {
  const cards = open.map((incident) => {
    const state = make("span", "font-medium text-ink", INCIDENT_STATE_NAMES[incident.state]);
    return make(
      "li",
      `rounded-card border border-line border-l-4 bg-surface p-5 sm:p-6 ${EDGES[incident.impact]}`,
      make("h2", "text-base tracking-normal wrap-anywhere", incident.title),
      make("p", "mt-1 text-sm text-quiet", state, ` · ${impactOf(incident)}`),
      listOf(known.find(({ id }) => id === incident.id)?.updates ?? []),
    );
  });
  fill("open incidents", ...cards);
}

/** The resolved incidents of the last 90 days, newest first. */
export function fillPastIncidents(incidents: readonly Incident[]): void {
  const past = incidents.filter(({ state }) => state === "resolved").map(pastIncident);
  const none = `We reported no ${incidents.length === 0 ? "" : "other "}incident in the last 90 days.`;
  fill(
    "past incidents",
    past.length === 0
      ? make("p", "text-quiet", none)
      : make("ol", "divide-y divide-line border-y border-line text-sm", ...past),
  );
}

function pastIncident(incident: Incident): HTMLElement {
  const { title, postmortem_url: url, started_at: start, updated_at: end } = incident;
  const when = `${impactOf(incident)}. ${moment(start)} to ${moment(end)}`;
  const summary = make(
    "summary",
    "cursor-pointer rounded-small",
    make("span", "font-medium wrap-anywhere", title),
    make("span", "block text-quiet", when),
  );
  const entry = make("li", "py-3", make("details", "", summary, listOf(incident.updates)));
  if (!url) return entry;
  const link = make("a", "underline", `Post-mortem: ${title}`);
  link.setAttribute("href", url);
  entry.append(link);
  return entry;
}

function listOf(updates: readonly IncidentUpdate[]): HTMLElement {
  const entries = updates.map(({ state, message, at }) => {
    const name = make("span", "font-medium", INCIDENT_STATE_NAMES[state]);
    const text = make("p", "wrap-anywhere", name, `: ${message}`);
    return make("li", "", text, timeOf(at, "figures text-xs text-quiet"));
  });
  return make("ol", "mt-4 space-y-3 text-sm", ...entries);
}
