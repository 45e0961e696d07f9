import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PRERENDERED_PATHS } from "#shared/site.ts";
import { answerCalls } from "../support/answerCalls.ts";
import { answerBackOffice } from "../support/backOfficePage.ts";
import { browser, goWithin, type Visit } from "../support/browser.ts";
import { admittedOperator } from "../support/enter.ts";
import { signUpPerson } from "../support/people.ts";
import { translate, translateAll } from "../support/translate.ts";

const { visit } = browser();

/** Opens a visit whose pages `translate` can translate. */
async function visitTranslated(as?: Parameters<typeof visit>[0]): Promise<Visit> {
  const visited = await visit({ ...as, own: true });
  await translateAll(visited.page);
  return visited;
}

/** Runs `ask` again on the next document if a press has navigated away. */
const here = async <T>(page: Page, ask: () => Promise<T>): Promise<T> => {
  // The next document may redirect as well.
  for (let leaves = 0; leaves < MAX_LEAVES; leaves += 1)
    try {
      return await ask();
    } catch {
      await page.waitForLoadState();
    }
  return ask();
};
const MAX_LEAVES = 3;

/** Translates a page once its data has loaded. The last press may still navigate in the meantime. */
const openTranslated = (page: Page, open: () => Promise<unknown>): Promise<void> =>
  here(page, async () => {
    await open();
    await page.locator("h1, h2").first().waitFor();
    await page.waitForLoadState("networkidle");
    await translate(page);
  });

/**
 * Presses the next button of the open dialog, or of the page if no dialog is open. Skips names that were pressed
 * before. Names that differ only in figures count as one.
 */
const pressNext = (page: Page, pressed: readonly string[]): Promise<string | null> =>
  page.evaluate((before) => {
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    for (const button of (dialog ?? document).querySelectorAll<HTMLElement>("button, summary")) {
      const name = [dialog?.querySelector("h2")?.textContent, button.ariaLabel ?? button.textContent]
        .join(" ")
        .replaceAll(/[\d.,$]+/g, "0");
      // Later pages need the session and the account.
      if (before.includes(name) || /sign out|delete/i.test(name)) continue;
      if (button.matches(":disabled") || button.offsetParent === null) continue;
      button.click();
      return name;
    }
    return null;
  }, pressed);

/**
 * Presses every button of a page, and of the dialogs that these buttons open. `open` loads the page. If `open` follows
 * a link within the site, React has to remove nodes that the translator has replaced.
 */
async function pressAll(
  { page, problems }: Visit,
  path: string,
  open: (page: Page, path: string) => Promise<unknown> = (on, to) => on.goto(to),
): Promise<void> {
  await openTranslated(page, () => open(page, path));
  const pressed: string[] = [];
  for (let next: string | null = ""; ; ) {
    next = await here(page, () => pressNext(page, pressed));
    if (next === null) {
      if ((await here(page, () => page.locator("dialog[open]").count())) === 0) break;
      // The dialog has no button left to press.
      await page.keyboard.press("Escape");
      if (pressed.at(-1) === "Escape") break;
    }
    pressed.push(next ?? "Escape");
    await here(page, () =>
      page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))),
    );
    expect(problems, `${path}, after pressing ${pressed.join(", ")}`).toEqual([]);
    if (new URL(page.url()).pathname !== new URL(path, page.url()).pathname)
      await openTranslated(page, () => page.goto(path));
  }
  expect((await page.locator("body").innerText()).trim(), path).not.toBe("");
}

test("no button of a translated public page causes an error", async () => {
  const visited = await visitTranslated();
  for (const path of [...PRERENDERED_PATHS, "/login", "/signup", "/forgot-password"])
    await pressAll(visited, path);
});

test("no button of a customer's translated page causes an error", async () => {
  const visited = await visitTranslated({ as: await signUpPerson() });
  for (const path of [
    "/dashboard",
    "/dashboard/seats",
    "/dashboard/activity",
    "/dashboard/affiliate",
    "/dashboard/subscription",
    "/dashboard/account",
  ])
    await pressAll(visited, path, goWithin);
  for (const path of ["/checkout", "/checkout/subscription"]) await pressAll(visited, path);
});

test("no button of the translated back office causes an error", async () => {
  const visited = await visitTranslated({ as: await admittedOperator() });
  // Other test files share the stack's settings, so the test refuses every change.
  await answerCalls(visited.page, ["*/backend/api/admin/*", "*/backend/admin/*"], ({ method, url }) =>
    method === "GET" || url.pathname.includes("/admin/session")
      ? undefined
      : { status: 409, json: { error: "Changed meanwhile.", code: "CONFLICT", requestId: "r" } },
  );
  await answerBackOffice(visited.page);
  for (const path of [
    "/admin",
    "/admin/users?open=user-1",
    "/admin/keys?open=key-1-0000000000000000",
    "/admin/security?open=alert-2",
    "/admin/activity",
    "/admin/promotions",
    "/admin/affiliates",
    "/admin/destinations",
    "/admin/payouts?open=affiliate-1-1",
    "/admin/settings",
    "/admin/selling",
    "/admin/events?open=evt_1",
    "/admin/audit",
    "/admin/payments/pi_0",
    "/admin/customers/user-1",
  ])
    await pressAll(visited, path, goWithin);
});
