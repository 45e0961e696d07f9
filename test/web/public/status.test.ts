import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Output } from "#shared/endpoint.ts";
import type { Incident } from "#shared/status/incident.ts";
import type { getStatus } from "#shared/status/public.ts";
import type { ServiceState } from "#shared/status/service.ts";
import { summary } from "../../../web/src/public/status/HistoryBar.tsx";
import { PastIncidents } from "../../../web/src/public/status/Incidents.tsx";
import { Headline, LastAnswer } from "../../../web/src/public/status/StatusBoard.tsx";

const days = (...troubled: ServiceState[]): ServiceState[] => [
  ...Array.from({ length: 90 - troubled.length }, () => "green" as const),
  ...troubled,
];

test("ninety operational days are one sentence", () => {
  expect(summary("Voice synthesis", days())).toBe("Voice synthesis: operational on all of the last 90 days");
});

test("bad days are counted, with outages first", () => {
  expect(summary("Voice synthesis", days("yellow", "red", "yellow"))).toBe(
    "Voice synthesis, last 90 days: 1 with an outage, 2 degraded, otherwise operational",
  );
});

test("the history below an open incident says that there was no other incident", () => {
  const open: Incident = {
    id: "one",
    title: "Voices fail",
    services: ["elevenlabs"],
    impact: "red",
    state: "investigating",
    started_at: "2026-11-20T08:00:00.000Z",
    updated_at: "2026-11-20T08:00:00.000Z",
    updates: [],
    postmortem_url: null,
  };
  const shown = (incidents: Incident[]) => renderToStaticMarkup(PastIncidents({ incidents }));
  expect(shown([])).toContain("We reported no incident in the last 90 days.");
  expect(shown([open])).toContain("We reported no other incident in the last 90 days.");
});

describe("a failed check", () => {
  const status: Output<typeof getStatus> = {
    services: { chatgpt: "green", suno: "green", elevenlabs: "green" },
    updated_at: "2026-11-20T08:00:00.000Z",
    stale: false,
    site: "green",
    answered: true,
    incidents: [],
  };
  const shown = (props: Parameters<typeof LastAnswer>[0]) => renderToStaticMarkup(LastAnswer(props));

  test("makes the headline neutral", () => {
    const headline = (props: Parameters<typeof Headline>[0]) => renderToStaticMarkup(Headline(props));
    expect(headline({ overall: null, unreachable: true })).toContain("Status unconfirmed");
    expect(headline({ overall: "green", unreachable: false })).toContain("All systems operational");
  });

  test("is shown with the time of the last answer, if there was one", () => {
    expect(shown({ status: null, unreachable: true })).toContain("We could not check");
    expect(shown({ status, unreachable: true })).toMatch(/We could not check\..*2026-11-20T08:00:00/);
  });

  test("of this site has a notice, unless there was no check today", () => {
    expect(shown({ status: { ...status, answered: false }, unreachable: false })).toContain(
      "Our last check of this site got no answer.",
    );
    expect(shown({ status: { ...status, answered: null }, unreachable: false })).not.toContain("no answer");
  });

  test("is not mentioned while the API answers", () => {
    expect(shown({ status, unreachable: false })).not.toContain("We could not check");
    expect(shown({ status: null, unreachable: false })).toBe("");
  });
});
