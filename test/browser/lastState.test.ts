import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { DAY } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { browser, expectAccessible } from "../support/browser.ts";
import { button } from "../support/manage.ts";
import { signUpPerson } from "../support/people.ts";

// The overview shows its last state until the API answers, and then shows the answer.
const { visit } = browser();
type Page = Awaited<ReturnType<typeof visit>>["page"];

const OVERVIEW = "**/api/overview";
const mark = (page: Page) => page.getByRole("status").filter({ hasText: "As of" });
/** Holds the API's answers back. @returns a function that releases them */
async function holdBack(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(OVERVIEW, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("the overview opens with its last state, marked and inert, and then shows the answer without a layout shift", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ as: person, width: 360 });
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Recent Activity" }).waitFor();
  expect(await mark(page).count()).toBe(0);
  const heading = await page.locator("main h2").nth(1).textContent();

  const letThrough = await holdBack(page);
  await page.reload();
  await mark(page).waitFor();
  expect(await page.locator("main h2").nth(1).textContent()).toBe(heading);
  expect(await page.locator("main [inert] h2").first().textContent()).toBe(heading);
  await expectAccessible(page);
  const places = () =>
    page
      .locator("main h2")
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  const before = await places();
  letThrough();
  await expect.poll(() => mark(page).count()).toBe(0);
  expect(await page.locator("main [inert]").count()).toBe(0);
  expect(await places()).toEqual(before);
});

test("the overview shows changes that were made elsewhere, and a change in this browser deletes the stored state", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ as: person });
  const start = page.getByRole("heading", { name: `Try ${BRAND.name} Free` });
  const kept = () => page.evaluate(() => localStorage.getItem("lastState"));
  await page.goto("/dashboard");
  await start.waitFor();
  await call("licenses/createFreeKey", {}, { token: person.accessToken });
  const letThrough = await holdBack(page);
  await page.reload();
  await mark(page).waitFor();
  expect(await start.isVisible()).toBe(true);
  letThrough();
  await start.waitFor({ state: "detached" });
  expect(await mark(page).count()).toBe(0);

  expect(await kept()).not.toBeNull();
  await page.goto("/dashboard/account");
  await button(page, "Add name").click();
  await page.getByLabel("Name", { exact: true }).fill("Alex");
  await button(page, "Save name").click();
  await expect.poll(kept).toBeNull();
});

test("the browser stores neither license keys nor the state of a suspended account", async () => {
  const person = await signUpPerson();
  const created = await call("licenses/createFreeKey", {}, { token: person.accessToken });
  const licenseKey = String(created.body.licenseKey);
  const { page } = await visit({ as: person });
  const kept = () => page.evaluate(() => localStorage.getItem("lastState"));
  await page.goto("/dashboard");
  await button(page, "Copy the license key").waitFor();
  expect(await kept()).toContain("•-");
  expect(await kept()).not.toContain(licenseKey);

  await page.route(OVERVIEW, async (route) => {
    const response = await route.fetch();
    const overview = await response.json();
    await route.fulfill({
      response,
      json: { ...overview, account: { ...overview.account, suspended: true } },
    });
  });
  await page.reload();
  await page.getByText("Your account is suspended").waitFor();
  await expect.poll(kept).toBeNull();
});

test("the overview ignores a stored state that belongs to another person, is too old or cannot be read", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ as: person });
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Recent Activity" }).waitFor();
  const kept = await page.evaluate(() => localStorage.getItem("lastState"));
  const last = JSON.parse(kept ?? "");
  expect(last.userId).toBe(person.userId);
  const eightDaysAgo = new Date(Date.now() - 8 * DAY).toISOString();
  for (const other of [
    { ...last, userId: "another" },
    { ...last, at: eightDaysAgo },
    { ...last, overview: {} },
  ]) {
    await page.evaluate((state) => localStorage.setItem("lastState", state), JSON.stringify(other));
    const asked = page.waitForRequest(OVERVIEW);
    const letThrough = await holdBack(page);
    await page.reload();
    await asked;
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await mark(page).count()).toBe(0);
    letThrough();
    await page.getByRole("heading", { name: "Recent Activity" }).waitFor();
    await page.unroute(OVERVIEW);
  }
});
