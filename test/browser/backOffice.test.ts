import { beforeEach, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { call } from "../support/api.ts";
import { answerBackOffice } from "../support/backOfficePage.ts";
import { key, user, WHOLE_KEY } from "../support/backOfficeRows.ts";
import {
  BROKEN,
  browser,
  expectAccessible,
  expectColorsInTheDark,
  expectFocus,
  expectNoSidewaysScroll,
  goWithin,
  show,
} from "../support/browser.ts";
import { admittedOperator } from "../support/enter.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { openCheckout } from "../support/shop.ts";

const { visit } = browser();
let operator: Person;
beforeEach(async () => {
  operator = await admittedOperator();
});

const PAGES = [
  "/admin",
  "/admin/users?open=user-1",
  "/admin/keys",
  "/admin/security?open=alert-2",
  "/admin/activity",
  "/admin/promotions",
  "/admin/affiliates",
  "/admin/destinations",
  "/admin/payouts?open=affiliate-1-1",
  "/admin/settings",
  "/admin/selling",
  "/admin/events",
  "/admin/incidents?new",
  "/admin/audit?open=2026-11-20T12%3A00%3A00.000Z_entry-0",
  "/admin/payments/pi_0",
  "/admin/customers/user-1",
];

test("the back-office pages pass axe in both themes, without sideways scroll", async () => {
  const { page } = await visit({ as: operator });
  await answerBackOffice(page);
  for (const path of PAGES) {
    await goWithin(page, path);
    await page.locator("main table, main form, main dl").first().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await show(page, { dark: true, width: 360 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await show(page, { dark: false, width: 1280 });
  }
  await expectColorsInTheDark(page);
});

test("an action on a user or a key names its target before it runs, runs once, and says which action failed and why", async () => {
  const { page } = await visit({ as: operator });
  const wrong = () => ({
    status: 409,
    json: { error: "It is so already.", code: "CONFLICT", requestId: "r" },
  });
  const row = key(3);
  const asked = await answerBackOffice(page, {
    "POST /api/admin/users/password-reset": () => ({ json: { sentTo: user(0).email } }),
    "POST /api/assignLicenseKey": wrong,
    "POST /api/admin/license-keys/extend": wrong,
    "POST /api/admin/license-keys/revoke": () => ({ json: { key: { ...key(0), is_active: false } } }),
    "POST /api/createLicenseKey": ({ body }) =>
      body.userId === "user-6" ? { json: { licenseKey: WHOLE_KEY, key: row } } : wrong(),
  });
  await page.goto("/admin/users?open=user-0");
  await page.getByRole("button", { name: "Send password reset" }).click();
  const ask = page.getByRole("alertdialog");
  await ask.getByText(`We mail a code to ${user(0).email}.`).waitFor();
  await ask.getByRole("button", { name: "Send password reset" }).click();
  await page.getByText("Password reset email sent!").waitFor();

  await page.goto(`/admin/keys?open=${key(2).id}`);
  await page.locator("[data-panel]").waitFor();
  await expect
    .poll(() => page.getByRole("button", { name: "Deactivate", exact: true }).isDisabled())
    .toBe(true);
  await page.goto(`/admin/keys?open=${row.id}`);
  await page.getByRole("button", { name: "Show key" }).click();
  await page.locator("[data-panel]").getByRole("button", { name: "Copy the key" }).waitFor();
  await page.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("radio", { name: user(5).email }).click();
  await page.getByRole("button", { name: `Assign to ${user(5).email}` }).click();
  const why = page.getByRole("dialog").getByRole("alert");
  await why.getByText("Failed to assign license key: It is so already.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Extend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Extend" }).click();
  await why.getByText("Failed to extend license key: It is so already.").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Generate Key" }).click();
  await page.getByLabel("Max Daily Swaps").fill("11");
  await page.getByText("Enter a whole number from 1 to 10").waitFor();
  await page.getByLabel("Max Daily Swaps").fill("3");
  await page.getByLabel("Duration").selectOption("yearly");
  await page.getByRole("button", { name: "Next" }).click();
  const make = page.getByRole("dialog").getByRole("button", { name: "Generate Key" });
  await expect.poll(() => make.isDisabled()).toBe(true);
  await page.getByRole("radio", { name: user(5).email }).click();
  await make.click();
  await page.getByText("Failed to generate license key: It is so already.").waitFor();
  await page.getByRole("radio", { name: user(6).email }).click();
  await make.click();
  await page.getByRole("heading", { name: "Key created" }).waitFor();
  await page.getByRole("button", { name: "Copy the key" }).last().waitFor();
  const requestId = expect.any(String);
  expect(asked.filter(({ path }) => path === "/api/createLicenseKey").map(({ body }) => body)).toEqual([
    { userId: "user-5", duration: "yearly", maxDailySwaps: 3, requestId, note: "" },
    { userId: "user-6", duration: "yearly", maxDailySwaps: 3, requestId, note: "" },
  ]);
});

test("a failed action on an alert, an affiliate or a destination says what failed and why", async () => {
  const { page } = await visit({ as: operator, allowed: BROKEN });
  const wrong = () => ({
    status: 500,
    json: { error: "Database is away.", code: "DATABASE_ERROR", requestId: "r" },
  });
  await answerBackOffice(page, {
    "POST /api/admin/security/resolve": wrong,
    "POST /admin/halt": wrong,
    "POST /admin/destinations": wrong,
    "PATCH /admin/destinations/pricing": wrong,
    "GET /api/admin/activity": wrong,
  });
  await page.goto("/admin/security?open=alert-0");
  await page.getByRole("button", { name: "Resolve" }).click();
  await page.getByText("Failed to resolve alert: Database is away.").waitFor();
  await page.goto("/admin/customers/user-1#affiliate");
  await page.getByRole("button", { name: "Suspend affiliate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend affiliate" }).click();
  await page.getByText("Failed to update affiliate status: Database is away.").waitFor();
  await page.goto("/admin/destinations");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Name is required").waitFor();
  await page.getByText("URL is required").waitFor();
  await page.getByLabel("Name").fill("Tour");
  await page.getByLabel("URL").fill(`${BRAND.siteUrl}/tour`);
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Failed to create: Database is away.").waitFor();
  await page.getByRole("button", { name: "Edit Pricing" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Pricing" });
  await edit.getByLabel("URL").fill("https://elsewhere.example");
  await edit.getByText("elsewhere.example is another site.").waitFor();
  expect(await edit.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.keyboard.press("Escape");
  await edit.waitFor({ state: "detached" });
  await page.getByRole("switch", { name: "Pricing is active" }).click();
  await page.getByText("Failed to update: Database is away.").waitFor();
  expect(await page.getByRole("switch", { name: "Pricing is active" }).getAttribute("aria-checked")).toBe(
    "true",
  );
  await page.goto("/admin/activity?type=conversion");
  await page.getByRole("cell").getByText("Failed to fetch activity").waitFor();
});

test("saving one card of the settings keeps the focus and the unsaved changes in the other cards", async () => {
  const { page } = await visit({ as: operator });
  let plans: Record<string, unknown> = { version: 3 };
  const asked = await answerBackOffice(page, {
    "GET /api/admin/plans": () => ({ json: plans }),
    "POST /api/admin/plans": ({ body }) => {
      plans = { ...plans, ...body, version: Number(plans.version) + 1 };
      return { json: plans };
    },
  });
  await page.goto("/admin/selling");
  const teams = page.getByRole("switch", { name: "Sell seats to teams" });
  const days = page.getByLabel("Days of the trial");
  const stateOf = (name: string) => page.getByRole("switch", { name }).getAttribute("aria-checked");
  await teams.click();
  await days.fill("14");
  await page.getByRole("switch", { name: "Sell the yearly plan" }).focus();
  await page.keyboard.press("Space");
  const savePlan = page.getByRole("button", { name: "Save plan" });
  await expect.poll(() => savePlan.isEnabled()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Saved.").waitFor();
  await expectFocus(savePlan);
  expect(await stateOf("Sell the yearly plan")).toBe("true");
  expect(await stateOf("Sell seats to teams")).toBe("true");
  expect(await days.inputValue()).toBe("14");

  // A save keeps what earlier saves changed. Another operator's change appears after the next save.
  plans = { ...plans, trial_days: 30 };
  await page.getByRole("button", { name: "Save trial" }).click();
  await expect
    .poll(() => asked.filter(({ path, body }) => path === "/api/admin/plans" && "version" in body).length)
    .toBe(2);
  expect(plans).toMatchObject({ plans: ["yearly"], trial_days: 14, version: 5 });
  await expect.poll(() => days.inputValue()).toBe("14");
  plans = { ...plans, trial_days: 21, version: 6 };
  await page.getByRole("button", { name: "Save teams" }).click();
  await expect.poll(() => days.inputValue()).toBe("21");
  expect(plans).toMatchObject({ plans: ["yearly"], teams: true, trial_days: 21 });
});

test("the real server saves the status board, merges edits of different fields of an offer, and refuses to overwrite another operator's edit", async () => {
  const { page } = await visit({ as: operator, routed: true, allowed: BROKEN });
  await page.goto("/admin/settings");
  const save = page.getByRole("button", { name: "Save Settings" });
  const note = page.getByLabel("Public note");
  expect(await note.isDisabled()).toBe(true);
  await page.getByLabel("Music generation").selectOption("yellow");
  await note.fill("Songs take <b>longer</b> today.");
  await save.click();
  await page.getByText("Status updated").waitFor();
  expect(await page.getByText("Songs take <b>longer</b> today.").count()).toBeGreaterThan(0);
  await page.getByLabel("Music generation").selectOption("green");
  await page.route("**/backend/api/admin/status", (route) => route.abort());
  await save.click();
  await page.getByText("Failed to save status").waitFor();
  await page.unroute("**/backend/api/admin/status");

  await page.goto("/admin/promotions");
  const text = page.getByLabel("Hero text");
  await text.fill("For a week");
  // A customer reserves a unit, and another operator edits the subtitle. Neither conflicts with the new hero text.
  await openCheckout(await signUpPerson(), "lifetime");
  const token = operator.accessToken;
  const { body } = await call("promotions/getPromotions", {});
  const offer = body as never as Parameters<typeof call<"promotions/savePromotions">>[1];
  // A sale in the meantime makes the server refuse the save.
  const saveNow = (change: object) =>
    expect
      .poll(async () => {
        const { body: now } = await call("promotions/getPromotions", {});
        const saved = { ...(now as never as typeof offer), ...change };
        return (await call("promotions/savePromotions", saved, { token })).status;
      })
      .toBe(200);
  await saveNow({ subtitle: "Another operator's" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.").waitFor();
  expect((await call("promotions/getPromotions", {})).body).toMatchObject({
    hero_text: "For a week",
    subtitle: "Another operator's",
  });

  await text.fill("For two weeks");
  await saveNow({ hero_text: "Another operator's" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Save failed").waitFor();
  const why = page.getByRole("button", { name: "What has changed?" });
  await why.click();
  // Another test may buy a unit at the same time.
  await page.getByText(/^Changed since you loaded this form: the hero text(, the quantity)?\.$/).waitFor();
  const saved = page.getByText("Saved.");
  const failed = page.getByText("Save failed");
  const loadAndSave = async (theirs: string, meanwhile: object | null): Promise<void> => {
    await page.getByRole("button", { name: "Load the latest" }).click();
    await failed.waitFor({ state: "detached" });
    expect(await text.inputValue()).toBe(theirs);
    await text.fill(String(offer.hero_text));
    await page.getByLabel("Subtitle").fill(String(offer.subtitle));
    if (meanwhile !== null) await saveNow(meanwhile);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved.or(failed).first().waitFor();
  };
  await loadAndSave("Another operator's", { hero_text: "Theirs" });
  await why.click();
  await loadAndSave("Theirs", null);
  expect(await saved.isVisible()).toBe(true);
});
