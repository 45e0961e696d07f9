import { readFile } from "node:fs/promises";
import { beforeEach, expect, test } from "vitest";
import { answerCalls } from "../support/answerCalls.ts";
import { answerBackOffice } from "../support/backOfficePage.ts";
import { user } from "../support/backOfficeRows.ts";
import { BROKEN, browser, expectNone } from "../support/browser.ts";
import { admittedOperator } from "../support/enter.ts";
import type { Person } from "../support/people.ts";

/** The URL has an id in place of the search text. */
const NAMED_SEARCH = /^\?search=[\da-f]{8}$/;

const { visit } = browser();
let operator: Person;
beforeEach(async () => {
  operator = await admittedOperator();
});

test("an operator can use a list by keyboard, and the URL names the open row and the page", async () => {
  const { page } = await visit({ as: operator, allowed: BROKEN });
  const away = { error: "The search is away.", code: "DATABASE_ERROR", requestId: "r" };
  const asked = await answerBackOffice(page, {
    "POST /api/admin/search": ({ body }) => (body.q === "never" ? { status: 500, json: away } : undefined),
  });
  await page.goto("/admin/users");
  const row = (at: number) => page.locator(`[data-row="user-${at}"]`);
  await row(0).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await expect.poll(() => row(1).evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: user(1).email });
  await panel.waitFor();
  expect(new URL(page.url()).search).toBe("?open=user-1");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await expect.poll(() => row(1).evaluate((link) => link === document.activeElement)).toBe(true);

  await page.keyboard.press("/");
  // Inserts all letters at once: on a busy machine, a pause between two letters would start a search.
  await page.keyboard.insertText("crea");
  await expect.poll(() => new URL(page.url()).search).toMatch(NAMED_SEARCH);
  await page.getByRole("link", { name: "trial" }).click();
  await page.getByRole("link", { name: "Next" }).click();
  await page.waitForURL("**/admin/users?search=*&status=trial&cursor=c2&page=2");
  await page.getByText("Page 2").waitFor();
  const searches = asked.filter(({ path }) => path === "/api/admin/users/search").map(({ body }) => body);
  expect(searches.at(-1)).toEqual({ limit: 25, cursor: "c2", status: "trial", search: "crea" });
  // Opening a row sends no request.
  expect(asked.filter(({ path }) => path.startsWith("/api/admin/users")).length).toBeLessThanOrEqual(5);
  await page.getByRole("link", { name: "Previous" }).click();
  await page.getByText(/^1–\d+$/).waitFor();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("chan");
  await page.getByRole("dialog").getByRole("option").first().waitFor();
  // The list still shows the results of the previous text.
  await page.getByRole("combobox").fill("never");
  await page.keyboard.press("Enter");
  await page.getByText("The search is away.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/users");
  await page.getByRole("combobox").fill("chan");
  await page.getByRole("dialog").getByRole("option").first().waitFor();
  await expectNone(page.getByText("The search is away."));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/customers/user-1");
});

/** Opens Users with a stopped clock. Holds back the answers to paths that contain `held`, until `release` is called. */
async function stoppedUsers(held: string) {
  const { page } = await visit({ as: operator, clock: true });
  const asked = await answerBackOffice(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await answerCalls(page, [`*${held}*`], async () => {
    arrive();
    await released;
    return undefined;
  });
  await page.goto("/admin/users");
  await page.locator('[data-row="user-0"]').waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  const searches = (): unknown[] =>
    asked.filter(({ path }) => path === "/api/admin/users/search").map(({ body }) => body);
  return { page, arrived, release, searches, box: page.getByRole("searchbox", { name: "Search by email" }) };
}

test("a search waits for a pause in the typing, and keeps a filter that was chosen in the meantime", async () => {
  const { page, arrived, release, searches, box } = await stoppedUsers("status=trial");
  await box.focus();
  for (const letter of "crea") {
    await page.keyboard.type(letter);
    await page.clock.runFor(200);
  }
  expect(searches()).toEqual([]);
  await page.getByRole("link", { name: "trial" }).click();
  await arrived;
  await page.getByRole("progressbar", { name: "Loading" }).waitFor({ state: "attached" });
  await page.clock.runFor(300);
  await expect.poll(searches).toEqual([{ limit: 25, status: "trial", search: "crea" }]);
  release();
  await page.clock.resume();
  await page.waitForURL("**/admin/users?status=trial&search=*");
});

test("a row that opens while the operator types a search stays open", async () => {
  const { page, arrived, release, box } = await stoppedUsers("/api/admin/users/search");
  await box.fill("crea");
  await page.locator('[data-row="user-0"]').click();
  await page.clock.runFor(300);
  await arrived;
  release();
  await page.clock.resume();
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?search=\w+&open=user-0$/);
});

test("choosing a tab after typing a search opens the tab", async () => {
  const { page, arrived, release, searches, box } = await stoppedUsers("/api/admin/security/alerts");
  await box.fill("crea");
  await page.getByRole("link", { name: "Security" }).click();
  await arrived;
  await page.getByRole("progressbar", { name: "Loading" }).waitFor({ state: "attached" });
  await page.clock.runFor(300);
  release();
  await page.clock.resume();
  await page.waitForURL("**/admin/security");
  expect(searches()).toEqual([]);
});

test("a tab opens even if a typed search becomes due before React has rendered the click", async () => {
  const { page, release, searches, box } = await stoppedUsers("/api/admin/security/alerts");
  await page.evaluate(() => {
    const later = window.setTimeout;
    window.setTimeout = ((due: () => void, ms: number) => {
      if (ms !== 300) return later(due, ms);
      // The search becomes due in the same task as the click. React renders in a later task.
      window.addEventListener("search-is-due", due, { once: true });
      return 0;
    }) as typeof window.setTimeout;
  });
  await box.fill("crea");
  await page.getByRole("link", { name: "Security" }).evaluate((link: HTMLElement) => {
    link.click();
    window.dispatchEvent(new Event("search-is-due"));
  });
  release();
  await page.clock.resume();
  await page.waitForURL("**/admin/security");
  expect(searches()).toEqual([]);
});

test("Enter opens the result of a search over the back office, for each kind of result", async () => {
  const { page } = await visit({ as: operator });
  let found = {};
  await answerBackOffice(page, { "POST /api/admin/search": () => ({ json: { results: [found] } }) });
  await page.goto("/admin/users");
  await page.locator('[data-row="user-0"]').waitFor();
  for (const [kind, opens, payment_id] of [
    ["customer", "/admin/customers/user-1"],
    ["invoice", "/admin/payments/pi_1", "pi_1"],
    ["affiliate", "/admin/customers/thing-1#affiliate"],
    ["payout", "/admin/payouts?open=thing-1"],
    ["alert", "/admin/security?open=thing-1"],
  ]) {
    const whose = { detail: "creator1@example.com", user_id: "user-1", payment_id };
    found = { kind, id: "thing-1", title: "A thing", ...whose };
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Search users/ }).fill(`the ${kind}`);
    await page.getByRole("dialog").getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${opens}`);
  }
});

test("a link opens a row that is on another page of the list, and opens nothing if the row no longer exists", async () => {
  const { page } = await visit({ as: operator });
  const asked = await answerBackOffice(page, {
    "GET /api/admin/users": ({ query }) => {
      const id = query.get("id");
      const users = id === null ? [user(0)] : id === "user-77" ? [user(77)] : [];
      return { json: { users, total: null, next: null } };
    },
  });
  await page.goto("/admin/users?open=user-77");
  await page.getByRole("complementary", { name: user(77).email }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-panel]").waitFor({ state: "detached" });
  await page.goto("/admin/users?open=user-78");
  await page.locator('[data-row="user-0"]').waitFor();
  await expect.poll(() => asked.at(-1)?.query.get("id")).toBe("user-78");
  await expect.poll(() => page.locator("[data-panel]").count()).toBe(0);
});

test.each([
  ["GET /api/admin/security/alerts", "/admin/security", "Failed to fetch alerts"],
  ["GET /admin/affiliates", "/admin/affiliates", "Failed to fetch affiliates"],
  ["GET /api/promotions", "/admin/promotions", "Failed to load promotions"],
])("if %s fails, %s says '%s'", async (asked, path, sentence) => {
  const { page } = await visit({ as: operator, allowed: BROKEN });
  const away = { error: "Database is away.", code: "DATABASE_ERROR", requestId: "r" };
  await answerBackOffice(page, { [asked]: () => ({ status: 500, json: away }) });
  await page.goto(path);
  await page.getByText(sentence).waitFor();
});

test("if the search for an affiliate fails, Activity says 'Failed to fetch activity'", async () => {
  const { page } = await visit({ as: operator, allowed: BROKEN });
  const away = { error: "Database is away.", code: "DATABASE_ERROR", requestId: "r" };
  await answerBackOffice(page, { "POST /admin/affiliates/search": () => ({ status: 500, json: away }) });
  await page.goto("/admin/activity");
  await page.getByRole("searchbox", { name: "Search for an affiliate" }).fill("maker");
  await page.getByText("Failed to fetch activity").waitFor();
});

test("an exported CSV file has the whole list", async () => {
  const { page } = await visit({ as: operator });
  await answerBackOffice(page);
  await page.goto("/admin/affiliates");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, "utf8")).trim().split("\r\n");
  expect(lines[0]).toContain("email,referral_code,total_referrals");
  expect(lines).toHaveLength(13);
});

test("a search for an affiliate replaces the affiliate whose activity is shown", async () => {
  const { page } = await visit({ as: operator });
  await answerBackOffice(page);
  await page.goto("/admin/activity?affiliate=affiliate-1");
  await page.getByText("Activity of").waitFor();
  await page.getByRole("searchbox", { name: "Search for an affiliate" }).fill("maker");
  await expect.poll(() => new URL(page.url()).search).toMatch(NAMED_SEARCH);
});
