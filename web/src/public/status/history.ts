import type { Output } from "#shared/endpoint.ts";
import { DAY, MINUTE } from "#shared/instant.ts";
import type { getHistory } from "#shared/status/public.ts";
import { SERVICE_NAMES, SERVICES, type ServiceState, STATE_NAMES } from "#shared/status/service.ts";
import { type DayOfChecks, shareAnswered, type Uptime } from "#shared/status/uptime.ts";
import { inPercent } from "#shared/words.ts";
import { utcDay } from "../../ui/format.ts";
import { barAt, type DayState } from "./bars.ts";
import { fill, make, notice, timeOf } from "./fill.ts";

type History = Output<typeof getHistory>;

type Bar = { state: DayState; words: string };

const SVG = "http://www.w3.org/2000/svg";
const MAX_CHANGES = 10;
/** Three missed runs of the probe, which runs every five minutes. */
const SILENT_AFTER = 15 * MINUTE;

export function fillDays({ since, days }: History): void {
  for (const service of SERVICES) {
    const bars = days[service].map((state) => ({ state, words: STATE_NAMES[state] }));
    const label = summary(SERVICE_NAMES[service], days[service]);
    fill(`days of ${service}`, ...pathsOf(since, bars))?.setAttribute("aria-label", label);
  }
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

/** The latest changes, newest first. The RSS feed lists the same changes. */
export function fillChanges({ changes }: History): void {
  const entries = changes.slice(0, MAX_CHANGES).map(({ service, from, to, at, note }) => {
    const name = make("span", "font-medium", SERVICE_NAMES[service]);
    const explained = note && make("span", "block text-quiet", note);
    return make(
      "li",
      "flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-3",
      timeOf(at, "figures w-48 text-quiet"),
      make("span", "", name, `: ${STATE_NAMES[from]} to ${STATE_NAMES[to]}`, explained),
    );
  });
  fill(
    "recent changes",
    entries.length === 0
      ? make("p", "text-quiet", "No changes in the last 90 days.")
      : make("ol", "divide-y divide-line border-y border-line text-sm", ...entries),
  );
}

/** @param unreachable whether the last request failed */
export function fillUptime(history: History | null, unreachable: boolean): void {
  if (history) fillChecks(history);
  const uptime = history?.uptime;
  const answered = uptime?.last_answer_at;
  fill(
    "last check",
    (unreachable || (uptime && isSilent(uptime))) && notice("We could not check."),
    ...(answered ? ["Last answer ", timeOf(answered)] : []),
  );
}

const isSilent = ({ last_check_at: last }: Uptime): boolean =>
  last === null || Date.now() - Date.parse(last) > SILENT_AFTER;

function fillChecks({ since, uptime: { days } }: History): void {
  const share = shareAnswered(days);
  fill("measured", share === null ? "None yet" : inPercent(share));
  fill("days of checks", ...pathsOf(since, days.map(barOf)));
  const rows = days.flatMap((one, at) => {
    if (!one) return [];
    const { checks, answered } = one;
    const figures = [`${checks}`, `${answered}`, inPercent(answered / checks)];
    const cells = figures.map((figure) => make("td", "py-1 text-right", figure));
    return [make("tr", "border-t border-line", make("td", "py-1", dayOf(since, at)), ...cells)];
  });
  fill("checks", ...rows.reverse());
  document.querySelector("[data-measured]")?.toggleAttribute("hidden", share === null);
}

function barOf(one: DayOfChecks | null): Bar {
  if (!one) return { state: "none", words: "No check" };
  const share = one.answered / one.checks;
  return { state: share === 1 ? "green" : share >= 0.99 ? "yellow" : "red", words: inPercent(share) };
}

const dayOf = (since: string, at: number): string =>
  utcDay(new Date(Date.parse(since) + at * DAY).toISOString());

/** One path for all operational days, because ninety elements per service are slow on a phone. */
function pathsOf(since: string, bars: readonly Bar[]): SVGElement[] {
  const path = (state: DayState, shape: string, words?: string): SVGElement => {
    const made = document.createElementNS(SVG, "path");
    made.setAttribute("class", `status-${state}`);
    made.setAttribute("d", shape);
    if (words) made.appendChild(document.createElementNS(SVG, "title")).textContent = words;
    return made;
  };
  const good = bars.map(({ state }, at) => (state === "green" ? barAt(state, at) : "")).join("");
  const others = bars.flatMap(({ state, words }, at) =>
    state === "green" ? [] : [path(state, barAt(state, at), `${dayOf(since, at)}: ${words}`)],
  );
  return [path("green", good), ...others];
}
