import { expect, test } from "vitest";
import type { ReportedActivity } from "#shared/activity/device.ts";
import { MINUTE } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import {
  browser,
  expectAccessible,
  expectFocus,
  expectNone,
  expectNoSidewaysScroll,
} from "../support/browser.ts";
import { activationOf, freeKeyOf } from "../support/devices.ts";
import { signUpPerson } from "../support/people.ts";
import { computer } from "../support/shop.ts";

const { visit } = browser();
/** Other stacks on the same machine slow every step by up to this factor. */
const SLOW_MACHINE = 10;

async function seated(name: string, computerName = name) {
  const person = await signUpPerson();
  const licenseKey = await freeKeyOf(person);
  const { body } = await call("licenses/activate", { licenseKey, ...computer(name), computerName });
  return { person, licenseKey, activation: activationOf(licenseKey, name, body) };
}

test.each([
  ["Latin", "x"],
  ["Cyrillic", "Щ"],
])("a computer's name of 63 %s letters without a space wraps", async (script, letter) => {
  const name = letter.repeat(63);
  const { person } = await seated(`long ${script}`, name);
  const { page } = await visit({ width: 360, as: person });
  for (const path of ["/dashboard/seats", "/dashboard"]) {
    await page.goto(path);
    await page.getByText(name).first().waitFor();
    await expectNoSidewaysScroll(page);
  }
});

test("a seat describes its computer and shows the swaps that are left, and a swap asks for confirmation", async () => {
  const { person, licenseKey } = await seated("Studio Mac");
  const { page } = await visit({ width: 360, dark: true, as: person });
  await page.goto("/dashboard/seats");
  const seat = page.getByRole("list", { name: "Assigned seats" }).getByRole("listitem").first();
  for (const words of ["macOS 15.1", "v0.3.0", "Last seen", "Works offline until", "IP Address"])
    await seat.getByText(words).first().waitFor();
  await seat.getByText("You can move this license once today (resets at midnight UTC).").waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const swap = page.getByRole("button", { name: "Swap Device" }).first();
  await swap.click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("Swap device for this license?").waitFor();
  await dialog
    .getByText("This clears current device info and counts toward your daily swap limit.")
    .waitFor();
  await dialog.getByText(/once today/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Swap Device" }).click();
  await page.getByText("Device cleared. You can now activate on a new computer.").waitFor();
  await page.getByText("Not activated yet").waitFor();

  await call("licenses/activate", { licenseKey, ...computer("Kitchen laptop") });
  await page.reload();
  await page.getByText("Kitchen laptop").first().waitFor();
  await seat.getByText(/cannot move this license again today/).waitFor();
  await swap.and(page.locator(":disabled")).waitFor();
  // A page that was loaded before the swap would still offer a swap.
  await page.route("**/api/seats*", async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll('"swap_count_today":1', '"swap_count_today":0');
    await route.fulfill({ response, body: text });
  });
  await page.reload();
  await swap.click();
  await dialog.getByRole("button", { name: "Swap Device" }).click();
  await page
    .getByText(
      /^Daily device change limit reached \(1\/1 used today\)\. Try again after the daily reset\. Next reset: \d{4}-\d\d-\d\d 00:00 UTC\.$/,
    )
    .waitFor();
});

test("a customer can name a seat by keyboard and remove the name", async () => {
  const { person } = await seated("Studio Mac");
  const { page } = await visit({ as: person });
  await page.goto("/dashboard/seats");
  await page.getByRole("button", { name: "Rename Studio Mac" }).press("Enter");
  await expectFocus(page.getByLabel("Name of this seat"));
  await page.keyboard.type("<b>Upstairs</b>");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "<b>Upstairs</b>" }).waitFor();
  await page.getByRole("button", { name: "Rename <b>Upstairs</b>" }).press("Enter");
  await page.getByLabel("Name of this seat").fill("");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Studio Mac" }).waitFor();
});

test("a long list of seats has pages", async () => {
  const { person } = await seated("Studio Mac");
  const { body } = await call("licenses/listSeats", {}, { token: person.accessToken });
  const [seat] = body.seats as Record<string, unknown>[];
  const copies = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...seat,
      id: `seat-${from + at}`,
      name: `Seat ${from + at}`,
    }));
  const { page } = await visit({ as: person });
  await page.route("**/api/seats*", (route) => {
    const second = new URL(route.request().url()).searchParams.get("cursor") === "second";
    return route.fulfill({
      json: {
        ...(second ? { seats: copies(25, 3), next: null } : { seats: copies(0, 25), next: "second" }),
        reset_at: null,
      },
    });
  });
  await page.goto("/dashboard/seats");
  const seats = page.getByRole("list", { name: "Assigned seats" }).locator("> li");
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByRole("heading", { name: "Seat 27" }).waitFor();
  await expect.poll(() => seats.count()).toBe(28);
  await expectNone(page.getByRole("button", { name: "Load more" }));
});

test("the overview counts the videos that the application made, and the activity log lists its actions page by page", async () => {
  const { person, activation } = await seated("Studio Mac");
  const now = new Date();
  const entry = (at: number, type: ReportedActivity["type"]): ReportedActivity => ({
    id: `entry-${String(at).padStart(4, "0")}`,
    type,
    status: type === "error" ? "error" : "success",
    at: new Date(now.getTime() - at * MINUTE).toISOString(),
    title: `Article ${at}`,
  });
  const report = async (entries: ReportedActivity[]) =>
    call("activity/report", { ...activation, sentAt: now.toISOString(), entries });
  expect((await report(Array.from({ length: 25 }, (_, at) => entry(at, "video_created")))).status).toBe(200);
  await report([entry(25, "error"), entry(26, "video_published")]);

  const { page } = await visit({ as: person });
  await page.goto("/dashboard");
  await page.getByRole("list", { name: "Recent activity" }).getByText("Article 0").waitFor();
  await page.getByRole("paragraph").filter({ hasText: /^25$/ }).waitFor();
  await page.getByRole("link", { name: "Activity Log" }).click();
  const log = page.getByRole("list", { name: "Activity", exact: true });
  await log.getByText("Article 24").waitFor();
  await expect.poll(() => log.getByRole("listitem").count()).toBe(25);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Load more" }).click();
  await log.getByText("Article 26").waitFor();
  await log.getByText("Error", { exact: true }).waitFor();
  await expect.poll(() => log.getByRole("listitem").count()).toBe(27);
});

test("while switched off, Activity Log and Affiliate are placeholders, and Affiliate has no menu entry", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ as: person });
  await page.route("**/config.json", async (route) => {
    const config = await (await route.fetch()).json();
    await route.fulfill({ json: { ...config, features: { activityLog: false, affiliate: false } } });
  });
  await page.goto("/dashboard/activity");
  await page.getByRole("heading", { name: "Coming Soon" }).waitFor();
  await expectAccessible(page);
  await expectNone(page.getByRole("link", { name: "Affiliate" }));
  await page.goto("/dashboard/affiliate");
  await page.getByRole("heading", { name: "Coming Soon" }).waitFor();
});

test("after a customer has confirmed the replacement of a leaked key, the page no longer shows the old key", async () => {
  const { person, licenseKey } = await seated("Studio Mac");
  const { page } = await visit({ width: 360, as: person });
  await page.goto("/dashboard/seats");
  await page.getByRole("button", { name: "Replace license key" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("You can replace this key 3 more times.").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Replace license key" }).click();
  await page.getByText("License key replaced. Enter the new one on your computer.").waitFor();
  await page.getByText("The old key no longer activates a computer.").waitFor();
  await expectNone(page.getByText(licenseKey));
  await expectNoSidewaysScroll(page);
});

test("the activation page names the computer, asks whether the customer started the activation, and swaps a seat to that computer", async () => {
  const { person } = await seated("Studio Mac");
  const { body } = await call("licenses/startSignIn", computer("Kitchen laptop"));
  const { page } = await visit({ width: 360, dark: true, as: person });
  await page.goto("/activate");
  await page.getByLabel("Code").fill("BBBB-BBBB");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("This code is wrong or has expired.").waitFor();
  await page.getByLabel("Code").fill(String(body.userCode).toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Activate “Kitchen laptop”?" }).waitFor();
  await page.getByText("Did you start this yourself?").waitFor();
  await page.getByText("“Studio Mac” loses this seat. Uses 1 of 1 swap left today.").waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Swap and activate" }).click();
  await page.getByRole("heading", { name: "Go back to the application" }).waitFor();
  const polled = await call("licenses/pollSignIn", { deviceCode: String(body.deviceCode) });
  expect(polled.body).toMatchObject({ status: "approved" });
  await page.getByRole("link", { name: "Open your seats" }).click();
  await page.getByRole("heading", { name: "Kitchen laptop" }).waitFor();
});

test("an activation appears without a reload, and the page asks the owner about a suspected copy", async () => {
  const person = await signUpPerson();
  const licenseKey = await freeKeyOf(person);
  const { page } = await visit({ as: person });
  await page.goto("/dashboard/seats");
  await page.getByText("Not activated yet").waitFor();
  const { body } = await call("licenses/activate", { licenseKey, ...computer("Studio Mac") });
  const since = performance.now();
  await page.getByText("“Studio Mac” was just activated.").waitFor();
  // The page polls every four seconds. The factor allows for a slow machine.
  expect(performance.now() - since).toBeLessThan(5_000 * SLOW_MACHINE);
  await page.getByText(/ctivated on /).waitFor();

  const first = activationOf(licenseKey, "Studio Mac", body);
  const refreshed = (attemptId: string) => call("licenses/refresh", { ...first, attemptId });
  await refreshed("attempt-number-0001");
  expect((await refreshed("attempt-number-0002")).body.code).toBe("CLONE_SUSPECTED");
  await page.getByText("Was this you?").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Yes, it was me" }).click();
  await expectNone(page.getByText("Was this you?"));
});

test("for the request file of a computer without internet, the page gives an answer file, and the seat shows when the offline license expires", async () => {
  const person = await signUpPerson();
  await freeKeyOf(person);
  const { page } = await visit({ width: 360, dark: true, as: person });
  await page.goto("/dashboard/seats");
  await page.getByRole("button", { name: "Offline license" }).click();
  const dialog = page.getByRole("dialog", { name: "Offline license" });
  const choose = (text: string) =>
    dialog
      .getByLabel("Request file")
      .setInputFiles({ name: "request.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await choose("<html>");
  await dialog.getByText("This is not a request file.").waitFor();
  const request = {
    type: "license-request",
    version: 1,
    nonce: "browser-nonce-0001",
    fingerprint: computer("Cabin").fingerprint,
    computerName: "Cabin",
    os: "Linux 6.12",
    appVersion: "1.0.0",
  };
  await choose(JSON.stringify(request));
  await dialog.getByText("From “Cabin”, Linux 6.12").waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Get answer file" }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await saved).createReadStream()) chunks.push(Buffer.from(chunk));
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ type: "license-answer", version: 1 });
  await dialog.getByText(/Answer file saved\. The computer works without internet until .+\./).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByText(/“Cabin” has an offline license until .+\./).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
