import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { Component as Overview } from "../../../web/src/customer/dashboard/OverviewTab.tsx";
import { SideNav } from "../../../web/src/customer/dashboard/SideNav.tsx";
import { TopCards } from "../../../web/src/customer/dashboard/TopCards.tsx";
import { TABS } from "../../../web/src/customer/dashboard/tabs.ts";
import { Component as Seats } from "../../../web/src/customer/seats/SeatsTab.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

describe("the cards on top", () => {
  type Data = Parameters<typeof TopCards>[0];
  const shown = (data: { videoCount: unknown; activity: unknown }) =>
    htmlOf(createElement(TopCards, data as unknown as Data));
  const pending = new Promise(() => undefined);
  const entry = {
    id: "a1",
    activity_type: "video_created",
    created_at: "2026-11-20T09:00:00.000Z",
    title: null,
  };

  test("Your Video Count is 0 before the first video, and no activity is said in words", async () => {
    const words = wordsOf(await shown({ videoCount: 0, activity: [] }));
    expect(words).toMatch(/^0\nYour Video Count\n/);
    expect(words).toContain("Recent Activity\nNo recent activity found.");
  });

  test("Loading... stands until the activity has come", async () => {
    expect(wordsOf(await shown({ videoCount: pending, activity: pending }))).toContain(
      "Recent Activity\nLoading...",
    );
  });

  test("each activity has its time, green for success and red otherwise, in a list that scrolls at 56 units", async () => {
    const activity = [
      { ...entry, status: "success" },
      { ...entry, id: "a2", status: "error" },
    ];
    const html = await shown({ videoCount: 2, activity });
    expect(html).toMatch(/<ul[^>]*class="[^"]*max-h-56[^"]*overflow-y-auto/);
    const [first = "", second = ""] = html.split("<li").slice(1);
    expect(first).toContain(`dateTime="${entry.created_at}"`);
    expect(first).toMatch(/\bbg-good\b|text-good/);
    expect(second).toMatch(/\bbg-bad\b|text-bad/);
  });
});

describe("the overview", () => {
  const manifest = null;
  const billing = { subscription: null, lifetime: false };
  const shown = async (promotions: unknown) =>
    await htmlOf(createElement(Overview), { promotions, billing, downloads: manifest });

  test("welcomes, offers the free key, and names the keys to bring", async () => {
    const words = wordsOf(await shown(null));
    expect(words).toContain("Welcome to Articlip");
    expect(words).toMatch(
      /Try Articlip Free\nOne free key per account[^\n]*paid plan[^\n]*\nGenerate Free Key/,
    );
    expect(words).toContain("Need Your API Key?");
  });

  test("links to the three portals and the support chat", async () => {
    const html = await shown(null);
    for (const host of ["platform.openai.com", "elevenlabs.io", "suno.com"])
      expect(html).toMatch(new RegExp(`href="https://${host}/`));
    expect(wordsOf(html)).toContain("Ask in the support chat");
  });

  test("lists the three releases with their days, and both installers", async () => {
    const html = await shown(null);
    const words = wordsOf(html);
    for (const release of ["v0.3.0\n2025-09-08", "v0.2.0\n2025-09-01", "v0.1.0\n2025-08-25"])
      expect(words).toContain(release);
    for (const name of ["Windows", "macOS"]) expect(words).toContain(name);
    expect(html.match(/href="\/downloads\/[^"]+" download/g)).toHaveLength(2);
  });

  test("shows the promotion with its way to buy", async () => {
    const offer = {
      lifetime_enabled: true,
      hero_text: "",
      subtitle: "",
      end_at: null,
      quantity_remaining: 3,
    };
    expect(wordsOf(await shown(offer))).toContain("Get Lifetime Access");
    expect(wordsOf(await shown({ ...offer, lifetime_enabled: false }))).not.toContain("Get Lifetime Access");
  });
});

test("the tabs are Overview, Seats, Activity Log and Subscription, and Affiliate has no entry", async () => {
  const html = await htmlOf(createElement(SideNav, { tabs: TABS, onNavigate: () => undefined }));
  expect(wordsOf(html).split("\n")).toEqual(["Overview", "Seats", "Activity Log", "Subscription"]);
});

test("without a seat the page explains seats, with Generate Free Key and Upgrade to Lifetime", async () => {
  const html = await htmlOf(createElement(Seats), { seats: [], next: null });
  expect(wordsOf(html)).toMatch(/^No seats yet\nA seat is .*\nGenerate Free Key\nUpgrade to Lifetime/);
  expect(html).toMatch(/<a [^>]*href="\/checkout"[^>]*>Upgrade to Lifetime/);
});
