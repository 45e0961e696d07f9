import { act, createElement } from "react";
import { expect, test, vi } from "vitest";
import { MINUTE } from "#shared/instant.ts";
import { MISSING } from "#shared/material/missing.ts";
import { BarChart } from "../../../web/src/operator/kit/BarChart.tsx";
import { BeforeOpening, Component as Overview } from "../../../web/src/operator/overview/OverviewTab.tsx";
import { Component as Settings } from "../../../web/src/operator/settings/SettingsTab.tsx";
import { STATS } from "../../support/backOfficeAnswers.ts";
import { mounted } from "../../support/mounted.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const days = Array.from({ length: 30 }, (_, at) => ({
  date: `2026-11-${at + 1}`,
  count: at,
  amount_cents: at,
}));
const trends = {
  clicks: days,
  conversions: days,
  commissions: days,
  totals: { clicks: 18_204, conversions: 312, commission_cents: 187_400 },
};
const latest = { value: { events: [] }, failure: null };
const shown = (value: unknown) => htmlOf(createElement(Overview), { stats: STATS, trends: value, latest });

test("three tiles show the totals, each with a sparkline of 120 by 36", async () => {
  const html = await shown(trends);
  expect(wordsOf(html)).toMatch(/Clicks\n18,204\n[\s\S]*Conversions\n312\n[\s\S]*Commissions\n\$1,874\.00\n/);
  expect(html.match(/<svg[^>]*viewBox="0 0 120 36"/g)).toHaveLength(3);
});

test("an open overview reloads the waiting items every minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  const needs = vi.fn(() => null);
  const loader = () => ({ stats: STATS, trends, latest });
  const overview = { path: "/", element: createElement(Overview), loader };
  await mounted([{ loader: needs, children: [overview] }], "/");
  const before = needs.mock.calls.length;
  await act(() => vi.advanceTimersByTimeAsync(MINUTE));
  expect(needs).toHaveBeenCalledTimes(before + 1);
  vi.useRealTimers();
});

test("the tiles show zeros if the trends could not be loaded", async () => {
  expect(wordsOf(await shown(null))).toMatch(
    /Clicks\n0\n[\s\S]*Conversions\n0\n[\s\S]*Commissions\n\$0\.00\n/,
  );
});

test("the overview has eight figures, including the users who came and left in the last 30 days", async () => {
  const words = wordsOf(await shown(trends));
  for (const figure of [
    "Active users\n3,911",
    "Active subscriptions\n3,207",
    "Total revenue\n$128,210",
    "Monthly revenue\n$41,905\nPayments of the last 30 days, lifetime licenses included, minus their tax, refunds and lost disputes",
    "Active seats\n3,911\nof 4,402 seats",
    "Affiliate members\n112",
    "Security alerts\n3",
    "Users, last 30 days\n+418\n37 lost their last license",
  ])
    expect(words).toContain(figure);
});

test("the settings have three selectors, each green, yellow or red, and a status panel", async () => {
  const services = { chatgpt: "green", suno: "yellow", elevenlabs: "red" };
  const board = { value: { services, updated_at: null, incidents: [] }, failure: null };
  const html = await htmlOf(createElement(Settings), {
    board,
    history: { value: { changes: [] } },
    consent: { value: null },
    people: { value: null },
    credit: { value: null },
  });
  const selected = [...html.matchAll(/<option value="(\w+)" selected="">/g)].map(([, state]) => state);
  expect(selected).toEqual(["green", "red", "yellow"]);
  expect(html.match(/<option value="(green|yellow|red)"/g)).toHaveLength(9);
  expect(wordsOf(html)).toMatch(
    /Text generation\n[\s\S]*Voice synthesis\n[\s\S]*Music generation\n[\s\S]*Status now\nOutage/,
  );
});

test("a foldable card lists what is missing before the shop opens, and disappears once nothing is missing", async () => {
  const card = (...missing: string[]) => htmlOf(createElement(BeforeOpening, { missing }));
  const html = await card("A demo film");
  expect(html).toMatch(/<details class="group"><summary/);
  expect(wordsOf(html)).toContain("Before the shop opens\n1 missing\nA demo film");
  expect(await card()).toBe("");
  expect(wordsOf(await shown(trends)).includes("Before the shop opens")).toBe(MISSING.length > 0);
});

test("a chart is one control, which names the chosen bar and its value", async () => {
  const bars = ["Nov 1", "Nov 2", "Nov 3"].map((name, at) => ({ name, cents: 1_000 * (at + 1) }));
  const element = createElement(BarChart, { label: "Revenue", bars });
  const page = await mounted([{ path: "/", element }], "/");
  const read = () =>
    [...document.querySelectorAll("input, button, a")].map((one) => one.getAttribute("aria-valuetext"));
  expect(read()).toEqual(["Nov 3: $30.00"]);
  await page.type("Revenue", "0");
  expect(read()).toEqual(["Nov 1: $10.00"]);
  expect(page.words()).toMatch(/^Nov 1:\s*\$10\.00/);
});

test("the value of a tapped bar stays, but the value under a mouse disappears when the mouse leaves", async () => {
  const bars = ["Nov 1", "Nov 2"].map((name, at) => ({ name, cents: at + 1 }));
  const element = createElement(BarChart, { label: "Revenue", bars });
  const page = await mounted([{ path: "/", element }], "/");
  const point = (pointerType: string) =>
    act(async () => {
      for (const type of ["pointerover", "pointerout"])
        document
          .querySelector("input + div")
          ?.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { pointerType }));
    });
  await point("touch");
  expect(page.words()).toMatch(/^Nov 1:/);
  await point("mouse");
  expect(page.words()).not.toMatch(/^Nov 1:/);
});
