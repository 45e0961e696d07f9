import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { call } from "../support/api.ts";
import { browser, expectNone } from "../support/browser.ts";
import { admittedOperator } from "../support/enter.ts";
import { PASSWORD, signInPerson, signUpPerson } from "../support/people.ts";

// The browser keeps a page in its back/forward cache, and Back shows it again. Playwright turns that cache off.

const { visit } = browser();

/** Runs `leave`, then simulates Back to the cached page. */
async function comeBack(page: Page, leave: () => Promise<unknown>): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).waitFor();
  await leave();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
}

test("after a sign-out, Back shows nothing of the account", async () => {
  const { page } = await visit({ as: await signUpPerson() });
  await page.goto("/dashboard/seats");
  await comeBack(page, () => page.evaluate(() => localStorage.clear()));
  await page.waitForURL("**/login");
  await expectNone(page.getByRole("button", { name: "Sign Out" }));
});

test("after another computer has ended the session, Back leads to the sign-in page", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ as: person });
  await page.goto("/dashboard/seats");
  await comeBack(page, async () => {
    const other = await signInPerson(person.email, PASSWORD);
    expect(await call("accounts/endAllSessions", {}, { token: other.accessToken })).toMatchObject({
      status: 200,
    });
  });
  await page.waitForURL("**/login?*");
});

test("after a sign-out, Back shows nothing of the back office", async () => {
  const { page } = await visit({ as: await admittedOperator() });
  await page.goto("/admin/users");
  await comeBack(page, () => page.evaluate(() => localStorage.clear()));
  await page.getByRole("heading", { name: "Admin Access" }).waitFor();
});
