import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { inMoney } from "#shared/words.ts";
import { HISTORY } from "../../../scripts/releases/history.ts";
import { Component as Account } from "../../../web/src/customer/account/AccountTab.tsx";
import { Component as Shell } from "../../../web/src/customer/dashboard/DashboardShell.tsx";
import { Component as Overview } from "../../../web/src/customer/dashboard/OverviewTab.tsx";
import { SideNav } from "../../../web/src/customer/dashboard/SideNav.tsx";
import { TopCards } from "../../../web/src/customer/dashboard/TopCards.tsx";
import { TABS } from "../../../web/src/customer/dashboard/tabs.ts";
import { Component as Seats } from "../../../web/src/customer/seats/SeatsTab.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";
import { SEAT, subscriptionOf } from "./situations.ts";

describe("the cards at the top", () => {
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

  test("show a video count of 0 before the first video, and say that there is no activity", async () => {
    const words = wordsOf(await shown({ videoCount: 0, activity: [] }));
    expect(words).toMatch(/^0\nYour Video Count\n/);
    expect(words).toContain("Recent Activity\nNo recent activity found.");
  });

  test("show Loading... until the activity has loaded", async () => {
    expect(wordsOf(await shown({ videoCount: pending, activity: pending }))).toContain(
      "Recent Activity\nLoading...",
    );
  });

  test("list each activity with its time, green or red, in a list that scrolls above a height of 56 units", async () => {
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

const ACCOUNT = { email: "you@example.com", emailConfirmed: true, suspended: false, mailStop: null };
const frame = (account: Partial<typeof ACCOUNT> = {}) => ({
  account: { ...ACCOUNT, ...account },
  videoCount: 0,
  activity: [],
});
describe("a suspended customer", () => {
  const account = { ...ACCOUNT, suspended: true, suspendedFor: "Your key was published." };
  const at = async (path: string): Promise<string> => {
    const shell = { email: ACCOUNT.email, account, videoCount: null, activity: null, tabs: TABS };
    return wordsOf(await htmlOf(createElement(Shell), shell, path));
  };

  test("sees the reason on every blocked tab, with links to the customer's payments and data", async () => {
    for (const path of ["/dashboard", "/dashboard/seats", "/dashboard/activity", "/dashboard/affiliate"]) {
      const words = await at(path);
      expect(words, path).toContain(
        "Your account is suspended\nReason: Your key was published. Your license keys won't work",
      );
      expect(words, path).toContain("See your payments\nYour data");
      expect(words, path).not.toContain("Your Video Count");
    }
    expect(await at("/dashboard/account")).not.toContain("See your payments");
  });

  test("can download their data on the account page", async () => {
    const words = wordsOf(await htmlOf(createElement(Account), null, "/", { ...frame(account), email: "" }));
    expect(words).toMatch(/^Your account is suspended\n/);
    expect(words).toContain("Download all your data");
    expect(words).toContain("Delete account");
    expect(words).not.toContain("Profile");
  });
});

const NOTHING = {
  billing: { subscription: null, lifetime: false },
  seats: [],
  owed: null,
  releases: { releases: [...HISTORY] },
};
const PAST_DUE = {
  billing: { subscription: subscriptionOf("past_due", "renews"), lifetime: false },
  seats: [],
  owed: { cents: 3000, currency: "usd", since: 1_793_707_200, payments: 1 },
  releases: null,
};
const OFFER = {
  lifetime_enabled: true,
  hero_text: "",
  subtitle: "",
  end_at: null,
  quantity_remaining: 3,
};

describe("the overview", () => {
  const shown = async (promotions: unknown, facts: unknown = NOTHING, account = {}) =>
    await htmlOf(createElement(Overview), { promotions, facts }, "/", frame(account));

  test("welcomes the customer, offers the free key, and has the heading “Need Your API Key?”", async () => {
    const words = wordsOf(await shown(null));
    expect(words).toMatch(new RegExp(`^Welcome to ${BRAND.name}`));
    expect(words).toMatch(
      new RegExp(
        String.raw`Try ${BRAND.name} Free\nOne free key per account[^\n]*paid plan[^\n]*\nGenerate Free Key`,
      ),
    );
    expect(words).toContain("Need Your API Key?");
  });

  test("shows the key of a seat instead of “Generate Free Key”", async () => {
    const words = wordsOf(await shown(null, { ...NOTHING, seats: [SEAT] })).replaceAll("\n", "");
    expect(words).toContain(SEAT.license_key);
    expect(words).not.toContain("Generate Free Key");
  });

  test("shows a problem first, and no advertisement with it", async () => {
    const words = wordsOf(await shown(OFFER, PAST_DUE));
    expect(words).toMatch(
      new RegExp(
        String.raw`^Welcome to ${BRAND.name}\nYour payment of \$30\.00 did not go through\n[^\n]+\nFix payment`,
      ),
    );
    for (const offer of ["Get Lifetime Access", "Generate Free Key", "See the plans"])
      expect(words).not.toContain(offer);
  });

  test("asks the customer to confirm the email address, above the offer", async () => {
    const words = wordsOf(await shown(OFFER, NOTHING, { emailConfirmed: false }));
    expect(words).toMatch(/Confirm your email address[\s\S]+Send code\nLater[\s\S]+Get Lifetime Access/);
  });

  test("links to the sites of the three AI services, and mentions the community chat", async () => {
    const html = await shown(null);
    for (const host of ["platform.openai.com", "elevenlabs.io", "suno.com"])
      expect(html).toMatch(new RegExp(`href="https://${host}/`));
    expect(wordsOf(html)).toContain("Ask in the public community chat");
  });

  test("lists the three releases with their dates, and both installers", async () => {
    const html = await shown(null);
    const words = wordsOf(html);
    for (const release of ["v0.3.0\n2025-09-08", "v0.2.0\n2025-09-01", "v0.1.0\n2025-08-25"])
      expect(words).toContain(release);
    for (const name of ["Windows", "macOS"]) expect(words).toContain(name);
    expect(html.match(/href="\/downloads\/[^"]+" download/g)).toHaveLength(2);
  });

  test("has at most six blocks for a customer with one license, and at most two buttons to download", async () => {
    const owner = { ...NOTHING, billing: { subscription: null, lifetime: true } };
    const html = await shown(OFFER, { ...owner, seats: [{ ...SEAT, source: "lifetime" }] });
    expect(
      html.match(/class="rounded-card border border-line|class="[^"]*rounded-card bg-/g)?.length,
    ).toBeLessThanOrEqual(6);
    expect(html.match(/<a [^>]*download=""[^>]*class="[^"]*rounded-control/g)?.length).toBeLessThanOrEqual(2);
  });

  test("offers both installers and shows an error if the releases could not be loaded", async () => {
    const html = await shown(null, { ...NOTHING, releases: null });
    expect(html.match(/href="\/downloads\/[^"]+" download/g)).toHaveLength(2);
    expect(wordsOf(html)).toContain("The release notes could not be loaded. Reload the page.");
  });

  test("shows an enabled offer with its price, and tells only a subscriber about credit for unused days", async () => {
    const price = inMoney(CATALOG.lifetime.price);
    expect(wordsOf(await shown(OFFER))).toContain(`${price}\nGet Lifetime Access`);
    const billing = { subscription: subscriptionOf("active", "renews"), lifetime: false };
    const seats = [{ ...SEAT, source: "subscription" }];
    const credit = "Any credit for unused days of your subscription is deducted at checkout.";
    expect(wordsOf(await shown(OFFER, { ...NOTHING, billing, seats }))).toContain(credit);
    expect(wordsOf(await shown(OFFER))).not.toContain(credit);
    expect(wordsOf(await shown({ ...OFFER, lifetime_enabled: false }))).not.toContain("Get Lifetime Access");
  });
});

test("the menu has the tabs Overview, Seats, Activity Log and Subscription, but no entry for Affiliate", async () => {
  const html = await htmlOf(createElement(SideNav, { tabs: TABS, onNavigate: () => undefined }));
  expect(wordsOf(html).split("\n")).toEqual(["Overview", "Seats", "Activity Log", "Subscription"]);
});

describe("the Seats page", () => {
  const shown = async (seats: unknown[], billing: unknown) =>
    await htmlOf(createElement(Seats), { page: { seats, next: null }, billing, owed: null }, "/", frame());

  test("explains what a seat is, and offers “Generate Free Key” and “Upgrade to Lifetime”, if there is no seat", async () => {
    const html = await shown([], NOTHING.billing);
    expect(wordsOf(html)).toMatch(/^No seats yet\nA seat is .*\nGenerate Free Key\nUpgrade to Lifetime/);
    expect(html).toMatch(/<a [^>]*href="\/checkout"[^>]*>Upgrade to Lifetime/);
  });

  test("shows a buyer without a seat the next step instead of the free key", async () => {
    const START = "Start with the free key";
    expect(wordsOf(await shown([], { ...NOTHING.billing, trial_days: 14 }))).toMatch(
      new RegExp(`${START}, or .* the first 14 days, without a card\\.`),
    );
    const missing = wordsOf(await shown([], { ...NOTHING.billing, lifetime: true, trial_days: 14 }));
    expect(missing).toMatch(
      /Your license key isn't here yet\. Reload the page in a minute\..*\nContact support$/,
    );
    const overdue = wordsOf(await shown([], PAST_DUE.billing));
    expect(overdue).toContain("Your payment did not go through");
    for (const words of [missing, overdue, wordsOf(await shown([], null))]) {
      expect(words).not.toContain(START);
      expect(words).not.toContain("without a card");
    }
  });

  test("links from a free key to the lifetime license only if the customer is known to have no plan", async () => {
    expect(wordsOf(await shown([SEAT], NOTHING.billing))).toContain("Upgrade to Lifetime");
    for (const billing of [{ ...NOTHING.billing, lifetime: true }, PAST_DUE.billing, null])
      expect(wordsOf(await shown([SEAT], billing))).not.toContain("Upgrade to Lifetime");
  });
});
