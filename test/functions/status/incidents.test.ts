import { describe, expect, test } from "vitest";
import {
  INCIDENT_STATES,
  type Incident,
  impactOn,
  MAX_INCIDENT_UPDATES,
  MAX_OPEN_INCIDENTS,
  shownStates,
} from "#shared/status/incident.ts";
import { feedOf } from "../../../functions/status/feedOf.ts";
import {
  mayBecome,
  type OpenIncident,
  openingOf,
  updateOf,
  withIncident,
} from "../../../functions/status/incidents/rules.ts";
import { lastSince } from "../../../functions/status/incidents/table.ts";
import { ALL_GREEN, nextTouch, siteState, withOpen } from "../../../functions/status/rules.ts";

const AT = "2026-11-20T12:00:00.000Z";
const LATER = "2026-11-20T12:05:00.000Z";
const OPEN: OpenIncident = {
  id: "incident-1",
  title: "Voices fail",
  state: "investigating",
  impact: "red",
  services: ["elevenlabs", "shop"],
  started_at: AT,
  updated_at: AT,
  count: 1,
};
const next = { seen: AT, services: OPEN.services, impact: OPEN.impact, state: OPEN.state };

describe("the public state", () => {
  test("is the worst of the board and of the open incidents", () => {
    const yellow = { ...OPEN, impact: "yellow" as const };
    expect(shownStates(ALL_GREEN, [OPEN, yellow])).toEqual({ ...ALL_GREEN, elevenlabs: "red" });
    expect(shownStates({ ...ALL_GREEN, elevenlabs: "red" }, [yellow])).toMatchObject({ elevenlabs: "red" });
    expect(shownStates({ ...ALL_GREEN, suno: "yellow" }, [])).toEqual({ ...ALL_GREEN, suno: "yellow" });
    expect(impactOn("shop", [OPEN])).toBe("red");
    expect(impactOn("suno", [OPEN])).toBe("green");
  });

  test("changes with an incident, gives the incident's title as the reason, and changes back at its end", () => {
    const before = { services: ALL_GREEN, updatedAt: AT, open: [] };
    const opened = withOpen(before, [OPEN], OPEN.title, LATER);
    expect(opened.changes).toEqual([
      { service: "elevenlabs", from: "green", to: "red", at: LATER, note: "Voices fail" },
    ]);
    expect(opened.board).toEqual({ services: ALL_GREEN, updatedAt: LATER, open: [OPEN] });
    expect(withOpen(opened.board, [], OPEN.title, LATER).changes).toMatchObject([
      { service: "elevenlabs", from: "red", to: "green" },
    ]);
  });

  test("of this shop is never better than the result of its own check", () => {
    const board = { services: ALL_GREEN, updatedAt: AT, open: [] };
    const answered = { lastCheckAt: AT, lastAnswerAt: AT };
    const silent = { lastCheckAt: LATER, lastAnswerAt: AT };
    expect(siteState(board, null)).toBe("green");
    expect(siteState(board, answered)).toBe("green");
    expect(siteState(board, silent)).toBe("yellow");
    expect(siteState({ ...board, open: [OPEN] }, answered)).toBe("red");
  });
});

describe("an incident", () => {
  test("opens as requested, and at most ten incidents can be open", () => {
    const { id: requestId, title, services, impact, state } = OPEN;
    const asked = { requestId, title, services, impact, state };
    expect(openingOf([], asked, AT)).toEqual(OPEN);
    const full = Array.from({ length: MAX_OPEN_INCIDENTS }, () => OPEN);
    expect(() => openingOf(full, asked, AT)).toThrow("Resolve one first");
  });

  test("is not updated if another update came first", () => {
    expect(updateOf(OPEN, { ...next, state: "identified" }, LATER)).toEqual({
      ...OPEN,
      state: "identified",
      updated_at: LATER,
      count: 2,
    });
    expect(() => updateOf(OPEN, { ...next, seen: LATER }, LATER)).toThrow("updated in the meantime");
  });

  test("always has room for the update that resolves it", () => {
    const long = { ...OPEN, count: MAX_INCIDENT_UPDATES - 1 };
    expect(() => updateOf(long, next, LATER)).toThrow("too many updates");
    expect(updateOf(long, { ...next, state: "resolved" }, LATER).count).toBe(MAX_INCIDENT_UPDATES);
  });

  test.each(INCIDENT_STATES.filter((state) => state !== "resolved"))(
    "that is %s can change to any state",
    (from) => {
      for (const to of INCIDENT_STATES) expect(mayBecome(from, to)).toBe(true);
    },
  );

  test("that is resolved cannot change to any state", () => {
    for (const to of INCIDENT_STATES) expect(mayBecome("resolved", to)).toBe(false);
    const resolved = { ...OPEN, state: "resolved" as const };
    expect(() => updateOf(resolved, next, LATER)).toThrow("cannot become investigating");
  });

  test("leaves the board when it is resolved, and the newest incidents come first", () => {
    const newer = { ...OPEN, id: "incident-2", started_at: LATER };
    expect(withIncident([OPEN], newer)).toEqual([newer, OPEN]);
    expect(withIncident([newer, OPEN], { ...OPEN, state: "monitoring" })[1]?.state).toBe("monitoring");
    expect(withIncident([newer, OPEN], { ...OPEN, state: "resolved" })).toEqual([newer]);
  });
});

test("two changes of the board never have the same time", () => {
  const board = { services: ALL_GREEN, updatedAt: AT, open: [] };
  expect(nextTouch(board, new Date(LATER))).toBe(LATER);
  expect(nextTouch(board, new Date(AT))).toBe("2026-11-20T12:00:00.001Z");
  expect(nextTouch({ ...board, updatedAt: null }, new Date(AT))).toBe(AT);
});

test("the sort key for incidents since a later time is smaller than the sort key for incidents since an earlier time", () => {
  expect(lastSince(new Date(LATER)) < lastSince(new Date(AT))).toBe(true);
});

test("the feed contains each update with its time and the affected services", () => {
  const incident: Incident = {
    ...OPEN,
    title: "Voices & music <fail>\ufffe",
    updated_at: LATER,
    postmortem_url: null,
    updates: [
      { state: "identified", message: "A supplier is down.", at: LATER },
      { state: "investigating", message: "We look.", at: AT },
    ],
  };
  const between = "2026-11-20T12:01:00.000Z";
  const change = { service: "suno", from: "green", to: "red", at: between, note: null } as const;
  const xml = feedOf([change], [incident], "https://site.example");
  expect(xml).toContain("<title>Voices &amp; music &lt;fail&gt;: Identified</title>");
  expect(xml).toContain("A supplier is down. Affected: Voice synthesis, Website and licenses.");
  expect([...xml.matchAll(/<guid[^>]*>([^<]*)</g)].map(([, guid]) => guid)).toEqual([
    `incident-incident-1-${LATER}`,
    `suno-${between}`,
    `incident-incident-1-${AT}`,
  ]);
});
