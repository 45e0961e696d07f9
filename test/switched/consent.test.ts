import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { AFFILIATE_COOKIE } from "#shared/affiliates/affiliate.ts";
import { join, viewOf } from "../support/affiliateLinks.ts";
import { call } from "../support/api.ts";
import { browser, expectAccessible, expectFocus, expectNoSidewaysScroll, show } from "../support/browser.ts";
import { signUp } from "../support/byHand.ts";
import { settle, setViewer } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { newEmail, type Person, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { priceOf } from "../support/shop.ts";

const chrome = browser();
let affiliate: Person & { code: string };
beforeAll(async () => {
  affiliate = await join();
  await setViewer({ country: "DE", address: null });
});

const cookieOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === AFFILIATE_COOKIE);
const storedIn = (page: Page) => page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
const bannerOn = (page: Page) => page.getByRole("region", { name: "Cookie" });
const attributionOf = async (userId: string) =>
  (await rowsOf("Affiliates")).find(({ pk, sk }) => pk === `user#${userId}` && sk === "attribution");
const clicksOf = async (): Promise<number> => {
  await settle();
  return (await viewOf(affiliate)).clicks;
};

test("without countries in the settings, a link sets its cookie and the page asks for no consent", async () => {
  const { page, context, problems, leave } = await chrome.visit();
  await page.goto(`/r/${affiliate.code}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  expect(await cookieOf(context)).toBeDefined();
  expect(await bannerOn(page).count()).toBe(0);
  expect(await clicksOf()).toBe(1);
  expect(problems).toEqual([]);
  await leave();
});

test("an operator adds the countries of Europe", async () => {
  const operator = await admittedOperator();
  const { page, problems, leave } = await chrome.visit({ as: operator });
  await page.goto("/admin/settings");
  await page.getByRole("button", { name: "Add EU, EEA, UK and Switzerland" }).click();
  await page.getByRole("button", { name: "Save countries" }).click();
  await page.getByText("Saved.").waitFor();
  await expectAccessible(page);
  await page.reload();
  const field = page.getByLabel("Countries, by their two-letter codes");
  expect(await field.inputValue()).toMatch(/^AT AX BE .*\bDE\b/);
  const { body } = await call("audit/listAudit", {}, { token: operator.accessToken });
  expect(JSON.stringify(body)).toContain("referrals/saveConsentCountries");
  expect(problems).toEqual([]);
  await leave();
  // A warm function caches a link for ten seconds, so the next tests use a new affiliate.
  affiliate = await join();
});

test("nothing is stored before a visitor has answered, and a visitor who accepts on any page is counted and attributed", async () => {
  const { page, context, problems, leave } = await chrome.visit({ width: 360 });
  await page.goto(`/r/${affiliate.code}`);
  const banner = bannerOn(page);
  await banner.waitFor();
  expect(new URL(page.url()).search).toBe("");
  for (const dark of [true, false])
    for (const width of [360, 1280]) {
      await show(page, { dark, width });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expectFocus(banner.getByRole("link", { name: "Privacy" }));
  await page.keyboard.press("Tab");
  await expectFocus(banner.getByRole("button", { name: "Accept" }));
  await page.keyboard.press("Tab");
  await expectFocus(banner.getByRole("button", { name: "Decline" }));
  const [accept, decline] = await Promise.all(
    ["Accept", "Decline"].map((name) => banner.getByRole("button", { name }).boundingBox()),
  );
  expect([accept?.width, accept?.height]).toEqual([decline?.width, decline?.height]);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect([await cookieOf(context), await storedIn(page)]).toEqual([undefined, []]);
  expect(await clicksOf()).toBe(0);

  await page.locator('a[href^="/signup"]:visible').first().click();
  await banner.waitFor();
  expect([await cookieOf(context), new URL(page.url()).searchParams.has("via")]).toEqual([undefined, false]);
  const counted = page.waitForResponse((response) => response.url().includes(`/r/${affiliate.code}`));
  await banner.getByRole("button", { name: "Accept" }).click();
  await counted;
  expect(await banner.count()).toBe(0);
  expect(await cookieOf(context)).toMatchObject({ httpOnly: true });
  expect(await clicksOf()).toBe(1);
  const email = newEmail();
  await signUp(page, email);
  await page.waitForURL("**/dashboard**");
  await settle();
  const user = (await rowsOf("Users")).find((row) => row.email === email);
  expect(await attributionOf(String(user?.userId ?? user?.pk).replace("user#", ""))).toMatchObject({
    affiliateId: affiliate.userId,
    via: "link",
  });
  expect(problems).toEqual([]);
  await leave();
});

test("a visitor who declines is not asked again, and a buyer who enters the creator code is attributed to the affiliate", async () => {
  const { page, context, problems, leave } = await chrome.visit();
  await page.goto(`/r/${affiliate.code}`);
  await bannerOn(page).getByRole("button", { name: "Decline" }).click();
  expect(await bannerOn(page).count()).toBe(0);
  await page.goto(`/r/${affiliate.code}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForURL((url) => url.search === "");
  expect(await bannerOn(page).count()).toBe(0);
  expect([await cookieOf(context), await clicksOf()]).toEqual([undefined, 1]);
  expect(await storedIn(page)).toEqual(["linkConsent"]);
  expect(problems).toEqual([]);
  await leave();

  const buyer = await signUpPerson();
  const { status } = await call(
    "checkout/startCheckout",
    {
      price_id: await priceOf("monthly"),
      mode: "subscription",
      success_url: `${stack().siteUrl}/success`,
      cancel_url: `${stack().siteUrl}/dashboard`,
      affiliateCode: affiliate.code,
    },
    { token: buyer.accessToken },
  );
  expect(status).toBe(200);
  expect(await attributionOf(buyer.userId)).toMatchObject({ affiliateId: affiliate.userId, via: "code" });
});
