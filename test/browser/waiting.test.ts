import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ClientError } from "#shared/diagnostics/public.ts";
import { call } from "../support/api.ts";
import { BROKEN, browser, expectAccessible, expectFocus, expectNone } from "../support/browser.ts";
import { freeKeyOf } from "../support/devices.ts";
import { PASSWORD, signUpPerson } from "../support/people.ts";

const { visit } = browser();
const REFUSED = { error: "User not authenticated", code: "AUTH_ERROR", requestId: "r" };

test("a page says when the browser is offline, and reloads its data once the browser is online", async () => {
  const person = await signUpPerson();
  const { page, context } = await visit({ width: 360, as: person, allowed: BROKEN });
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await context.setOffline(true);
  await page.getByText("You are offline. What you have typed stays here.").waitFor();
  await expectAccessible(page);
  const again = page.waitForRequest("**/backend/api/overview");
  await context.setOffline(false);
  await again;
  await page.getByText("You are offline.").waitFor({ state: "detached" });
});

test("the overview sends one request to the API", async () => {
  const { page } = await visit({ as: await signUpPerson(), own: true });
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/backend/")) asked.push(pathname);
  });
  await page.goto("/dashboard");
  await page.getByText("No recent activity found.").waitFor();
  expect(asked).toEqual(["/backend/api/overview"]);
});

test("the sign-in page and the checkout warm their functions before they need them", async () => {
  const started = async (page: Page, act: () => Promise<unknown>, ...paths: string[]) => {
    const answers = paths.map((path) =>
      page.waitForResponse(
        (response) => response.request().method() === "OPTIONS" && response.url().endsWith(`/backend${path}`),
      ),
    );
    await act();
    expect(await Promise.all(answers.map(async (answer) => (await answer).status()))).toEqual(
      paths.map(() => 204),
    );
  };
  const { page } = await visit();
  await page.goto("/login");
  await started(page, () => page.getByLabel("Email").focus(), "/api/session", "/api/overview");
  const buyer = await visit({ as: await signUpPerson() });
  await started(buyer.page, () => buyer.page.goto("/checkout/subscription"), "/stripe-checkout");
});

test("a slow page shows that it is loading", async () => {
  const { page } = await visit({ as: await signUpPerson(), routed: true });
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "Seats" }).first().click();
  const onItsWay = page.getByRole("progressbar", { name: "Loading" });
  await onItsWay.waitFor({ state: "attached" });
  await expectAccessible(page);
  arrived.resolve();
  await page.getByRole("heading", { name: "Assigned Seats" }).waitFor();
  await expectNone(onItsWay);
});

test("a form keeps what the customer typed when the session ends", async () => {
  const person = await signUpPerson();
  await freeKeyOf(person);
  const { page } = await visit({ as: person, routed: true });
  await page.goto("/dashboard/seats");
  await page.getByRole("button", { name: /^Rename/ }).click();
  await page.getByLabel("Name of this seat").fill("Upstairs");
  await page.route("**/api/seat/name", (route) => route.fulfill({ status: 401, json: REFUSED }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.waitFor();
  await expectAccessible(page);
  await expectFocus(dialog.getByLabel("Password", { exact: true }));
  await page.keyboard.type("Wrong-password1");
  await page.keyboard.press("Enter");
  await dialog.getByText("Incorrect email or password.").waitFor();
  await page.unroute("**/api/seat/name");
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Upstairs" }).waitFor();
  // The previous token no longer works.
  const former = () => call("accounts/getAccount", {}, { token: person.accessToken });
  await expect.poll(async () => (await former()).body.code).toBe("SESSION_ENDED");
});

test("a customer who closes the sign-in dialog reaches the sign-in page, whose URL names the page to return to", async () => {
  const person = await signUpPerson();
  await freeKeyOf(person);
  const { page } = await visit({ as: person, routed: true });
  await page.goto("/dashboard/seats");
  await page.getByRole("button", { name: /^Rename/ }).click();
  await expectFocus(page.getByLabel("Name of this seat"));
  await page.waitForLoadState("networkidle");
  await page.route("**/backend/api/**", (route) => route.fulfill({ status: 401, json: REFUSED }));
  await page.getByLabel("Name of this seat").press("Enter");
  await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("**/login?next=%2Fdashboard%2Fseats");
});

test("an uncaught error is reported to the server as fatal, with the page's path and without its query", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ as: person, allowed: /planted/ });
  await page.goto("/dashboard/seats?secret=1");
  await page.getByRole("heading", { name: "No seats yet" }).waitFor();
  const told = page.waitForRequest("**/api/client-errors");
  const answered = page.waitForResponse("**/api/client-errors");
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError("planted");
    });
    void Promise.reject(new Error("planted as well"));
  });
  const [request, response] = await Promise.all([told, answered]);
  const { entries } = request.postDataJSON();
  const lines = entries.map(({ level, context, error }: ClientError) => [
    level,
    context.page,
    error?.message,
  ]);
  expect(lines.sort()).toEqual([
    ["FATAL", "/dashboard/seats", "planted"],
    ["FATAL", "/dashboard/seats", "planted as well"],
  ]);
  expect(JSON.stringify(entries)).not.toContain("secret=1");
  expect(response.status()).toBe(200);
});

test.each(["/dashboard", "/dashboard/seats", "/dashboard/subscription/manage"])(
  "%s loads without a layout shift",
  async (path) => {
    const person = await signUpPerson();
    const { page } = await visit({ as: person, own: true });
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { shift: Reflect.get(window, "shift") + Reflect.get(entry, "value") });
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => Reflect.get(window, "shift"))).toBeLessThan(0.05);
  },
);
