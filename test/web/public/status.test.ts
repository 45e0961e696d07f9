import { Window } from "happy-dom";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Output } from "#shared/endpoint.ts";
import { DAY, MINUTE, SECOND } from "#shared/instant.ts";
import type { Incident } from "#shared/status/incident.ts";
import type { getHistory, getStatus } from "#shared/status/public.ts";
import { HISTORY_DAYS, type ServiceState } from "#shared/status/service.ts";
import { enlivenStatusBoard } from "../../../web/src/public/status/enlivenStatusBoard.ts";
import { summary } from "../../../web/src/public/status/history.ts";
import { StatusBoard } from "../../../web/src/public/status/StatusBoard.tsx";

const NOW = Date.parse("2026-11-20T08:00:00.000Z");
const ago = (milliseconds: number): string => new Date(NOW - milliseconds).toISOString();

const days = (...troubled: ServiceState[]): ServiceState[] => [
  ...Array.from({ length: HISTORY_DAYS - troubled.length }, () => "green" as const),
  ...troubled,
];
const status: Output<typeof getStatus> = {
  services: { chatgpt: "green", suno: "yellow", elevenlabs: "green" },
  updated_at: ago(60 * MINUTE),
  stale: false,
  site: "green",
  answered: true,
  incidents: [],
};
const history: Output<typeof getHistory> = {
  since: "2026-08-23",
  days: { chatgpt: days(), suno: days("yellow"), elevenlabs: days() },
  changes: [{ service: "suno", from: "green", to: "yellow", at: ago(60 * MINUTE), note: "Songs are late." }],
  incidents: [],
  uptime: {
    days: days().map((_, at) => (at < HISTORY_DAYS - 2 ? null : { checks: 288, answered: 287 })),
    last_check_at: ago(MINUTE),
    last_answer_at: ago(MINUTE),
  },
};
const incident: Incident = {
  id: "one",
  title: "Voices fail",
  services: ["elevenlabs"],
  impact: "red",
  state: "resolved",
  started_at: ago(3 * DAY),
  updated_at: ago(2 * DAY),
  updates: [{ state: "resolved", message: "Voices work again.", at: ago(2 * DAY) }],
  postmortem_url: "https://example.com/why",
};

/** What the API answers from now on: null is a failure. */
let answers: { status: unknown; history: unknown };
let asked = 0;
let browser: Window;

beforeEach(() => {
  browser = new Window({ url: "http://localhost/status" });
  vi.stubGlobal("document", browser.document);
  vi.useFakeTimers({ now: NOW, toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.stubGlobal("fetch", async (address: string) => {
    asked += 1;
    const answer = address.endsWith("/history") ? answers.history : answers.status;
    return answer === null ? new Response("Bad gateway", { status: 502 }) : Response.json(answer);
  });
  answers = { status, history };
  document.body.innerHTML = renderToStaticMarkup(createElement(StatusBoard));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await browser.happyDOM.close();
});

const words = (selector = "body"): string => document.querySelector(selector)?.textContent ?? "";
const board = (): Element => document.querySelector("[data-status-board]") ?? document.body;
const refresh = async (): Promise<void> => {
  document.querySelector("button")?.click();
  expect(document.querySelector("button")?.getAttribute("aria-busy")).toBe("true");
  await vi.waitUntil(() => !document.querySelector("[aria-busy]"));
};

test("ninety operational days are one sentence", () => {
  expect(summary("Voice synthesis", days())).toBe("Voice synthesis: operational on all of the last 90 days");
});

test("bad days are counted, with outages first", () => {
  expect(summary("Voice synthesis", days("yellow", "red", "yellow"))).toBe(
    "Voice synthesis, last 90 days: 1 with an outage, 2 degraded, otherwise operational",
  );
});

describe("the status page", () => {
  test("claims no state before the first answer", () => {
    expect(words("[role=status]")).toBe("Checking the status");
    for (const part of ["chatgpt", "suno", "elevenlabs"]) expect(words(`[data-fill=${part}]`)).toBe("");
    expect(words("[data-fill=measured]")).toBe("–");
    expect(document.querySelector("[hidden] table")).not.toBeNull();
  });

  test("shows the worst state, each service with its days, the changes and the uptime", async () => {
    await enlivenStatusBoard(board());
    expect(words("[role=status]")).toMatch(/^Some systems degradedLast updated Nov 20, 2026/);
    expect(words("[data-fill=suno]")).toBe("Degraded");
    expect(words("[data-fill=chatgpt]")).toBe("Operational");
    const labels = [...document.querySelectorAll("[role=img]")].map((svg) => svg.getAttribute("aria-label"));
    expect(labels[1]).toBe("Music generation, last 90 days: 1 degraded, otherwise operational");
    expect(words("title")).toBe("Nov 20, 2026: Degraded");
    expect(words("[data-fill='recent changes']")).toContain(
      "Music generation: Operational to DegradedSongs are late.",
    );
    expect(words("[data-fill=measured]")).toBe("99.65%");
    expect(document.querySelector("[hidden] table")).toBeNull();
    expect(words("tbody tr")).toBe("Nov 20, 202628828799.65%");
    expect(words("[data-fill='last check']")).toMatch(/^Last answer/);
  });

  test.each([
    [{ answered: false }, "Our last check of this site got no answer."],
    [{ stale: true }, "stale: not checked for over a day"],
    [{ updated_at: null }, "Not updated yet"],
    [{ site: "red" }, "Some systems are out"],
  ])("with %o says: %s", async (change, sentence) => {
    await enlivenStatusBoard(board());
    expect(words()).not.toContain(sentence);
    answers.status = { ...status, ...change };
    await refresh();
    expect(words("[role=status]")).toContain(sentence);
  });
});

describe("without a current answer, the status page", () => {
  test.each([
    ["is unreachable", null],
    ["does not follow its contract", { ...status, services: {} }],
  ])("says so if the API %s, and shows the next answer", async (_how, failure) => {
    answers = { status: failure, history: null };
    await enlivenStatusBoard(board());
    expect(words("[role=status]")).toBe("Status unconfirmedWe could not check.");
    expect(words("[data-fill='last check']")).toBe("We could not check.");
    expect(words("[data-fill=suno]")).toBe("");
    answers = { status, history };
    await refresh();
    expect(words()).not.toContain("We could not check");
    expect(words("[data-fill=suno]")).toBe("Degraded");
  });

  test("keeps the states of the last answer, and says that they are unconfirmed", async () => {
    await enlivenStatusBoard(board());
    answers = { status: null, history: null };
    await refresh();
    expect(words("[role=status]")).toMatch(
      /^Status unconfirmedWe could not check\. The states below are unconfirmed\.Last updated/,
    );
    expect(words("[data-fill=suno]")).toBe("Degraded");
    expect(words("[data-fill='last check']")).toMatch(/^We could not check\.Last answer/);
  });

  test("asks again after pauses that double up to five minutes, until both answers have come", async () => {
    answers = { status, history: null };
    await enlivenStatusBoard(board());
    for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
      asked = 0;
      await vi.advanceTimersByTimeAsync(seconds * SECOND - 1);
      expect(asked).toBe(0);
      await vi.advanceTimersByTimeAsync(1);
      expect(asked).toBe(2);
    }
    answers = { status, history };
    await refresh();
    expect(vi.getTimerCount()).toBe(0);
    answers = { status: null, history };
    await refresh();
    asked = 0;
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(asked).toBe(2);
  });

  test("asks nothing while the page is hidden, and asks when it is shown", async () => {
    answers = { status: null, history: null };
    await enlivenStatusBoard(board());
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    asked = 0;
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(asked).toBe(0);
    hidden.mockReturnValue(false);
    answers = { status, history };
    document.dispatchEvent(new (browser.Event as unknown as typeof Event)("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(words("[data-fill=suno]")).toBe("Degraded");
  });

  test("says so if the last check of this site was 16 minutes ago", async () => {
    answers.history = { ...history, uptime: { ...history.uptime, last_check_at: ago(16 * MINUTE) } };
    await enlivenStatusBoard(board());
    expect(words("[data-fill='last check']")).toMatch(/^We could not check\.Last answer/);
  });
});

describe("an incident", () => {
  test("is on top while it is open, with its messages", async () => {
    const open: Incident = { ...incident, state: "identified" };
    answers = { status: { ...status, incidents: [open] }, history: { ...history, incidents: [open] } };
    await enlivenStatusBoard(board());
    expect(words("[aria-label='Open incidents'] li")).toContain(
      "Voices failIdentified · Outage: Voice synthesisResolved: Voices work again.",
    );
    expect(words()).toContain("We reported no other incident in the last 90 days.");
  });

  test("links to its post-mortem once it is resolved, and stays unfolded after a refresh", async () => {
    answers.history = { ...history, incidents: [incident] };
    await enlivenStatusBoard(board());
    const past = document.querySelector("[data-fill='past incidents'] details");
    past?.setAttribute("open", "");
    await refresh();
    expect(words("[data-fill='past incidents'] details[open]")).toContain("Voices work again.");
    expect(document.querySelector("a[href='https://example.com/why']")?.textContent).toBe(
      "Post-mortem: Voices fail",
    );
  });

  test("is not claimed if there was none", async () => {
    await enlivenStatusBoard(board());
    expect(words()).toContain("We reported no incident in the last 90 days.");
    expect(words("[aria-label='Open incidents']")).toBe("");
  });
});
