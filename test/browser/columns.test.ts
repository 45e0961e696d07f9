import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ApiKey } from "#shared/apiKeys/operator.ts";
import type { DiscountCode } from "#shared/discounts/operator.ts";
import { DAY, HOUR } from "#shared/instant.ts";
import type { OpenWithdrawal } from "#shared/refunds/withdrawals.ts";
import { answerBackOffice } from "../support/backOfficePage.ts";
import { ago } from "../support/backOfficeRows.ts";
import { browser, expectNoSidewaysScroll, goWithin } from "../support/browser.ts";
import { admittedOperator } from "../support/enter.ts";
import { signInPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";

const { visit } = browser();

/** A window of 1280 px at 400 % zoom. */
const NARROWEST = 320;
const WIDTHS = [360, 640, 768, 1024, 1280, 1440, 1536];

const apiKey = (at: number): ApiKey => ({
  id: `key000000${at}`,
  name: at === 1 ? "W".repeat(40) : "Nightly export of the bookkeeping",
  scopes: { accounts: "read", licenses: "write", billing: "critical", payouts: "read", insights: "critical" },
  created_by: "operator-1",
  created_at: ago(at * DAY),
  expires_at: at === 0 ? null : ago(-at * DAY),
  revoked_at: at === 2 ? ago(HOUR) : null,
  last_used_on: at === 0 ? null : "2026-11-19",
});

const code = (at: number): DiscountCode => ({
  id: `promo_${at}`,
  code: at === 1 ? "W".repeat(40) : `LAUNCH${at}`,
  percent_off: 20,
  amount_off_cents: null,
  plans: ["monthly", "yearly", "lifetime"],
  first_purchase_only: at === 0,
  once_per_customer: at < 2,
  affiliate_id: at === 2 ? "user-2" : null,
  redemptions: 12,
  max_redemptions: 100,
  expires_at: ago(-10 * DAY),
  state: at === 3 ? "used_up" : "active",
  link: `/checkout?code=LAUNCH${at}`,
  created_at: ago(at * DAY),
});

const withdrawal = (at: number): OpenWithdrawal => ({
  id: `withdrawal-${at}`,
  name: at === 1 ? "W".repeat(100) : "Ann Example",
  email: `${"w".repeat(at * 12)}ann@customers.example.com`,
  contract:
    at === 2 ? "The monthly plan, bought in spring. ".repeat(3).slice(0, 100) : "W".repeat(at * 19 + 2),
  received_at: ago(at * DAY),
  due_by: ago(-at * DAY),
  user_id: at === 3 ? null : `user-${at}`,
  refund: at === 4 ? null : { product: "lifetime", amount_cents: 4000_00, currency: "usd" },
});

const some = <T>(of: (at: number) => T): T[] => [0, 1, 2, 3, 4, 5].map(of);

const REPLIES = {
  "GET /api/admin/api-keys": () => ({ json: { keys: some(apiKey) } }),
  "GET /api/admin/discount-codes": () => ({ json: { codes: some(code), next: null } }),
  "GET /api/admin/withdrawals": () => ({ json: { withdrawals: some(withdrawal) } }),
};

/**
 * Finds tables that cover the edge of their card, words of up to 20 letters that a column breaks, and cells that show
 * only a few letters of a cut text.
 */
const tooNarrow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    for (const { ariaLabel, offsetWidth, parentElement } of document.querySelectorAll("table")) {
      if (parentElement === null || getComputedStyle(parentElement).overflowX !== "visible") continue;
      if (offsetWidth > parentElement.clientWidth) found.add(`${ariaLabel} is wider than its card`);
    }
    const range = document.createRange();
    const headOf = (cell: HTMLTableCellElement): string => {
      const table = cell.closest("table");
      const head = table?.tHead?.rows[0]?.cells[cell.cellIndex]?.textContent ?? "";
      return `${table?.ariaLabel ?? "table"}, ${head}`;
    };
    for (const cell of document.querySelectorAll<HTMLTableCellElement>("th, td")) {
      if (cell.offsetParent === null || cell.matches(".sr-only, .sr-only *")) continue;
      const cut = [cell, ...cell.querySelectorAll<HTMLElement>("*")].find(
        (element) => getComputedStyle(element).textOverflow === "ellipsis",
      );
      if (cut) {
        const { paddingLeft, paddingRight } = getComputedStyle(cut);
        const room = cut.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        if (cut.scrollWidth > cut.clientWidth && room < (innerWidth < 640 ? 60 : 80))
          found.add(`${headOf(cell)}: shows ${Math.round(room)} px of "${cell.textContent}"`);
        continue;
      }
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[−\p{L}\d.,$%@]+/gu)) {
          if (word.length > 20) continue;
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.add(`${headOf(cell)}: breaks "${word}"`);
        }
    }
    return [...found];
  });

async function expectWideEnough(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: NARROWEST, height: 900 });
  await expectNoSidewaysScroll(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await tooNarrow(page), `${path} at ${width} px`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
}

const LISTS = [
  "/admin/users",
  "/admin/users?open=user-1",
  "/admin/keys",
  "/admin/keys?open=key-1-0000000000000000",
  "/admin/security",
  "/admin/security?open=alert-2",
  "/admin/activity",
  "/admin/activity?type=click",
  "/admin/activity?type=conversion",
  "/admin/affiliates",
  "/admin/customers/user-1",
  "/admin/destinations",
  "/admin/payouts",
  "/admin/payouts?open=affiliate-1-1",
  "/admin/growth",
  "/admin/growth/rows?group=money",
  "/admin/codes",
  "/admin/disputes",
  "/admin/withdrawals",
  "/admin/events",
  "/admin/events?open=evt_1",
  "/admin/api-keys",
  "/admin/audit",
  "/admin/audit?open=2026-11-20T12%3A00%3A00.000Z_entry-0",
];

test("the lists of the back office fit into 320 px, and from 360 px their columns break no word", async () => {
  const { page } = await visit({ as: await admittedOperator() });
  await answerBackOffice(page, REPLIES);
  for (const path of LISTS) {
    await goWithin(page, path);
    // An error message would span the columns.
    await page.locator("main tbody td:not([colspan])").first().waitFor({ state: "attached" });
    if (path.includes("?open=")) await page.locator("[data-panel]").waitFor();
    await expectWideEnough(page, path);
  }
});

test("a dialog that opens from a right-aligned cell aligns its text to the left", async () => {
  const { page } = await visit({ as: await admittedOperator() });
  await answerBackOffice(page, REPLIES);
  await page.goto("/admin/withdrawals");
  await page.getByRole("button", { name: "Close", exact: true }).first().click();
  const question = page.getByRole("alertdialog", { name: /^Close the withdrawal of/ });
  expect(await question.evaluate((dialog) => getComputedStyle(dialog).textAlign)).toBe("left");
});

test("on a phone, no column of a customer's page in the back office is too narrow", async () => {
  const { page } = await visit({ as: await admittedOperator(), width: 360 });
  await answerBackOffice(page, REPLIES);
  await page.goto("/admin/customers/user-1");
  await page.locator("main table tbody tr").first().waitFor();
  expect(await tooNarrow(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
});

test("no column of the pages for a subscription, an affiliate, the status and the prices breaks a word", async () => {
  const { page } = await visit({
    as: await signInPerson(stack().customer.email, stack().customer.password),
  });
  for (const path of ["/dashboard/subscription", "/dashboard/affiliate", "/status", "/pricing"]) {
    await page.goto(path);
    await page.locator("table, main h2, h1").first().waitFor();
    for (const closed of await page.locator("details:not([open]) summary").all())
      if (await closed.isVisible()) await closed.click();
    await expectWideEnough(page, path);
  }
});

test("on a phone, the number of videos stays on one line", async () => {
  const { page } = await visit({
    as: await signInPerson(stack().customer.email, stack().customer.password),
    width: 360,
  });
  await page.route("**/backend/api/overview", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), videoCount: 12_345 } });
  });
  await page.goto("/dashboard");
  const lines = await page.getByText("12,345").evaluate((count) => {
    const { lineHeight } = getComputedStyle(count);
    return count.getBoundingClientRect().height / Number.parseFloat(lineHeight);
  });
  expect(lines).toBeCloseTo(1);
});
