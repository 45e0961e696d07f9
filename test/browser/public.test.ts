import { beforeAll, describe, expect, test } from "vitest";
import { PRERENDERED_PATHS } from "#shared/site.ts";
import {
  BROKEN,
  browser,
  expectColorsInTheDark,
  expectFocus,
  expectLargeLettersToFit,
  expectToFit,
  openSettled,
  type Visit,
} from "../support/browser.ts";
import { stack } from "../support/running.ts";

const { visit } = browser();

describe("every public page, in every view", () => {
  let guest: Visit;
  beforeAll(async () => {
    guest = await visit();
  });

  // /terms-and-conditions shows the same page as /terms, and /features the same as /automation.
  test.each(PRERENDERED_PATHS.filter((path) => !["/terms-and-conditions", "/features"].includes(path)))(
    "%s passes axe, without sideways scroll",
    async (path) => {
      await guest.page.goto(path);
      await expectToFit(guest.page);
      await expectLargeLettersToFit(guest.page);
      if (path === "/") await expectColorsInTheDark(guest.page);
    },
  );

  test("the tour passes axe, without sideways scroll", async () => {
    const { page } = guest;
    await page.goto("/");
    await page.getByRole("link", { name: "Watch Demo" }).click();
    await page.getByRole("dialog").getByText("Read it instead").click();
    await expectToFit(page);
  });
});

test("a printed page has its text and no navigation", async () => {
  const { page } = await visit();
  await page.goto("/terms");
  await page.emulateMedia({ media: "print" });
  for (const role of ["navigation", "contentinfo"] as const)
    expect(await page.getByRole(role).count(), role).toBe(0);
  await page.getByRole("heading", { name: "Refunds" }).waitFor();
});

describe("the tour", () => {
  test("can be opened, moved to another time and closed by keyboard, and returns the focus", async () => {
    const { page } = await visit();
    await page.goto("/");
    const link = page.getByRole("link", { name: "Watch Demo (2 min)" });
    await link.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    const pause = dialog.getByRole("button", { name: "Pause", exact: true });
    await expectFocus(pause);
    await page.keyboard.press("Space");
    await dialog.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("End");
    const slider = dialog.getByRole("slider");
    await expect.poll(() => slider.getAttribute("aria-valuetext")).toBe("2:00 of 2:00, Publish");
    await dialog.getByText("with the afternoon still free").first().waitFor();
    await page.keyboard.press("Home");
    await dialog.getByText("Start with an article").first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(link);
  });

  test("plays as soon as the visitor opens it", async () => {
    const { page } = await visit();
    await page.goto("/");
    await page.getByRole("link", { name: "Watch Demo" }).click();
    const slider = page.getByRole("dialog").getByRole("slider");
    await expect.poll(() => slider.inputValue()).not.toBe("0");
  });
});

test("clicking through the public pages shows no error", async () => {
  const { page } = await visit();
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  for (const [label, path] of [
    ["Plans and prices", "/pricing"],
    ["Automation", "/automation"],
    ["API integrations", "/api"],
    ["System status", "/status"],
    ["About", "/about"],
    ["Affiliates", "/affiliates"],
    ["Privacy", "/privacy"],
    ["Terms", "/terms"],
  ] as const) {
    await footer.getByRole("link", { name: label, exact: true }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  await page.goBack();
  await page.waitForURL("**/privacy");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Pricing" }).click();
  await page.waitForURL("**/#pricing");
  await expect
    .poll(() => page.locator("#pricing").evaluate((section) => Math.abs(section.getBoundingClientRect().top)))
    .toBeLessThan(200);
});

describe("a missing page", () => {
  test("has status 404, names the path and shows the landing page", async () => {
    const { page } = await visit();
    const answer = await page.goto("/no/such/page");
    expect(answer?.status()).toBe(404);
    await page.getByText("There is no page at this address").waitFor();
    await page.getByText("/no/such/page", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Start Free Trial" }).waitFor();
    await expectToFit(page);
  });

  test("answers 404, and 304 to a browser that has cached it", async () => {
    const first = await fetch(`${stack().siteUrl}/no-such-page`);
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    const again = await fetch(`${stack().siteUrl}/no-such-page`, { headers });
    expect([first.status, again.status]).toEqual([404, 304]);
  });

  test.each(["/none.js", "/wp-login.php", "/assets/none.js"])("is a plain text 404 at %s", async (path) => {
    const answer = await fetch(stack().siteUrl + path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"]);
  });

  test.each(["/assets/gone-1a2b3c4d.js", "/downloads/none.exe"])("is a 404 at %s", async (path) => {
    expect((await fetch(stack().siteUrl + path)).status).toBe(404);
  });
});

describe("the scripts of a public page", () => {
  test("load only after the page has been painted", async () => {
    const { page } = await visit();
    await page.goto("/");
    const started = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
          .map(({ startTime }) => startTime),
      );
    await expect.poll(async () => (await started()).length).toBeGreaterThan(2);
    const painted = await page.evaluate(() => performance.getEntriesByType("paint")[0]?.startTime);
    expect(painted).toBeGreaterThan(0);
    expect(Math.min(...(await started()))).toBeGreaterThanOrEqual(painted ?? 0);
  });

  test("act on a click that came before they loaded", async () => {
    const { page } = await visit();
    let arrive = (): void => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto("/");
    await page.getByRole("link", { name: "Get Lifetime Access" }).first().click();
    arrive();
    await page.waitForURL("**/signup?next=%2Fcheckout");
    const chosen = () => page.evaluate(() => sessionStorage.getItem("checkoutType"));
    await expect.poll(chosen).toBe("payment");
    await openSettled(page, "/");
    await page.getByRole("link", { name: "Start Subscription" }).click();
    await page.waitForURL("**/signup?next=%2Fcheckout%2Fsubscription");
    await expect.poll(chosen).toBe("subscription");
  });

  test("leave the links working if they fail to load", async () => {
    const { page } = await visit({ allowed: BROKEN });
    await page.route(/\/assets\/enter.*\.js$/, (route) => route.abort());
    await openSettled(page, "/");
    await page.getByRole("link", { name: "Start Subscription" }).click();
    await page.waitForURL("**/signup?next=%2Fcheckout%2Fsubscription");
  });
});

describe("the form of a sign-in page", () => {
  test("accepts input and the Enter key before its script has loaded, and never puts the password into the URL", async () => {
    const { page } = await visit();
    const arrived = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto("/login?next=%2Fdashboard%2Fseats");
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("Wrong-Horse-9");
    await page.keyboard.press("Enter");
    expect(page.url()).not.toContain("Wrong");
    arrived.resolve();
    await page.getByText("Incorrect email or password.").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("nobody@example.com");
    const create = page.getByRole("link", { name: "Create an account" });
    expect(await create.getAttribute("href")).toBe("/signup?next=%2Fdashboard%2Fseats");
  });
});

test.each(["/", "/login"])(
  "%s follows a change of the system theme that came before the scripts loaded",
  async (path) => {
    const { page } = await visit();
    const arrived = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto(path);
    await page.emulateMedia({ colorScheme: "dark" });
    arrived.resolve();
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
    await expect.poll(isDark).toBe(true);
  },
);

describe("the status page", () => {
  test("shows the three services, the time of the last check, and each day in words", async () => {
    const { page } = await visit();
    await page.goto("/status");
    await page.getByText("Last updated").waitFor();
    for (const name of ["Text generation", "Music generation", "Voice synthesis"])
      await page.getByRole("img", { name: new RegExp(`^${name}`) }).waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("Recent changes").waitFor();
  });

  test("keeps its services and says that they are unconfirmed if the API is unreachable", async () => {
    const { page } = await visit({ allowed: BROKEN });
    await page.route("**/backend/**", (route) => route.abort());
    await page.goto("/status");
    await page.getByText("Status unconfirmed").waitFor();
    await page.getByRole("heading", { name: "Voice synthesis" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("opens from the landing page's link, which names the current state", async () => {
    const { page } = await visit();
    await page.goto("/");
    await page.getByRole("link", { name: /All systems operational|Some systems/ }).click();
    await page.waitForURL("**/status");
  });
});

test.each([
  "/sitemap.xml",
  "/robots.txt",
  "/.well-known/security.txt",
  "/site.webmanifest",
  "/favicon.svg",
  "/favicon.png",
  "/favicon.ico",
  "/icons/192.png",
  "/icons/512.png",
  "/apple-touch-icon.png",
  "/pictures/home.png",
])("the site has %s", async (path) => {
  expect((await fetch(stack().siteUrl + path)).status).toBe(200);
});
