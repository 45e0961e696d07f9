import type { Download, Page } from "playwright-core";
import { expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import { raiseAlert } from "../support/alerts.ts";
import { call } from "../support/api.ts";
import { browser, expectToFit } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { button } from "../support/manage.ts";
import { failedEventsOf } from "../support/openEvents.ts";
import { openPayoutDesk } from "../support/payoutDesk.ts";
import { asking, ownOf } from "../support/payoutRequests.ts";
import { addStripeBalance } from "../support/payouts.ts";
import { signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { buy } from "../support/shop.ts";

// An operator selects rows of a list by keyboard and acts on all of them at once.

const { visit } = browser();

const box = (page: Page, of: string | RegExp) => page.getByRole("checkbox", { name: of });

async function mark(page: Page, of: string | RegExp): Promise<void> {
  await box(page, of).focus();
  await page.keyboard.press("Space");
  expect(await box(page, of).isChecked()).toBe(true);
}

async function confirm(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole("alertdialog").getByRole("button", { name }).click();
}

test("an operator resolves selected alerts, and the page names the alert that was resolved in the meantime", async () => {
  const people = [await signUpPerson(), await signUpPerson(), await signUpPerson()] as const;
  const ids: string[] = [];
  for (const { userId } of people) ids.push(await raiseAlert(userId));
  const operator = await admittedOperator();
  const { page } = await visit({ as: operator });
  await page.goto("/admin/security");
  await mark(page, people[0].email);
  await mark(page, people[1].email);
  await page.getByText("2 selected").waitFor();
  await expectToFit(page);
  await call("security/resolveAlert", { id: ids[1] ?? "" }, { token: operator.accessToken });
  await confirm(page, "Resolve 2 alerts");

  const said = page.getByRole("status").filter({ hasText: "Resolved 1 alert. 1 failed:" });
  await said.getByText(new RegExp(`${people[1].email}: .*resolved`)).waitFor();
  await box(page, people[0].email).waitFor({ state: "detached" });
  await box(page, people[2].email).waitFor();
  const states = (await rowsOf("Alerts")).filter(({ id }) => ids.includes(String(id)));
  expect(states.filter(({ state }) => state === "open").map(({ id }) => id)).toEqual([ids[2]]);
});

test("an operator approves all payouts of a page, each once", async () => {
  const desk = await openPayoutDesk();
  const asked = [await asking([3000], 3000), await asking([4500], 4500)];
  await desk.run("Calc");
  const { page } = await visit({ as: await admittedOperator() });
  await page.goto("/admin/payouts");
  const payouts = page.getByRole("table", { name: "Payouts" });
  await payouts.getByRole("link", { name: asked[0]?.person.email ?? "" }).waitFor();
  await mark(page, "Select all on this page");
  await page.getByText("2 selected").waitFor();
  await expectToFit(page);
  await confirm(page, "Approve 2 payouts");
  await page.getByText("Approved 2 payouts.").waitFor();
  await expect.poll(() => box(page, "Select all on this page").isDisabled()).toBe(true);
  expect(await payouts.getByText("approved", { exact: true }).count()).toBe(2);
  for (const { person } of asked) expect((await ownOf(person))[0]?.payout?.status).toBe("approved");
  // Pays the payouts here, so that no other file's run pays them.
  await addStripeBalance(75_00);
  await desk.run("Distribute");
});

test("an operator replays one of two events, and the other event stays in the list", async () => {
  const person = await signUpPerson();
  await buy(person, "monthly");
  await failedEventsOf([person], ["invoice.paid", "checkout.session.completed"]);
  const { page } = await visit({ as: await admittedOperator() });
  await page.goto("/admin/events");
  await mark(page, "Select invoice.paid");
  await confirm(page, "Replay 1 event");
  await page.getByText("Handled 1 event.").waitFor();
  await box(page, "Select invoice.paid").waitFor({ state: "detached" });
  await box(page, "Select checkout.session.completed").waitFor();
  await expectToFit(page);
  await mark(page, "Select all on this page");
  await confirm(page, "Replay 1 event");
  await page.getByText("No failed events.").waitFor();
});

test("an operator exports selected users, and suspends them after a question that states their number", async () => {
  const people = [await signUpPerson(), await signUpPerson(), await signUpPerson()] as const;
  await settle();
  const operator = await admittedOperator();
  const { page } = await visit({ as: operator });
  await page.goto("/admin/users");
  for (const { email } of people.slice(0, 2)) await mark(page, `Select ${email}`);
  const download = page.waitForEvent("download");
  await button(page, "Export 2 users").click();
  const [head = "", ...rows] = (await textOf(await download)).trimEnd().split("\r\n");
  expect(head).toMatch(/^\uFEFFid,email,/);
  expect(rows.map((row) => row.split(",")[1]).sort()).toEqual(
    people
      .slice(0, 2)
      .map(({ email }) => email)
      .sort(),
  );

  await button(page, "Suspend 2 users").click();
  const dialog = page.getByRole("alertdialog", { name: "Suspend 2 users?" });
  await dialog.getByText("stop all their keys").waitFor();
  await expectToFit(page);
  await dialog.getByRole("button", { name: "Suspend 2 users" }).click();
  await page.getByText("Suspended 2 users.").waitFor();
  for (const { email } of people.slice(0, 2))
    await page
      .getByRole("row", { name: new RegExp(email) })
      .getByText("suspended")
      .waitFor();
  const suspended = (await rowsOf("Users")).filter((row) => row.suspended === true).map(({ email }) => email);
  expect(people.map(({ email }) => suspended.includes(email))).toEqual([true, true, false]);

  // Suspended users can still be selected, and the page says that they stay unchanged.
  await mark(page, `Select ${people[0].email}`);
  await mark(page, `Select ${people[2].email}`);
  await button(page, "Suspend 1 user").click();
  await page.getByText("1 selected row stays unchanged: already suspended.").waitFor();
});

test("an operator extends selected keys, and the page names the key that was replaced in the meantime", async () => {
  const people = [await signUpPerson(), await signUpPerson()] as const;
  const operator = await admittedOperator();
  const as = { token: operator.accessToken };
  const keys = [];
  for (const { userId } of people)
    keys.push(
      (await call("licenses/createLicenseKey", { userId, duration: "monthly" }, as)).body.key as KeyRow,
    );
  await settle();
  const { page } = await visit({ as: operator });
  await page.goto("/admin/keys");
  for (const { email } of people) await mark(page, new RegExp(`Select .*${email}`));
  const [first, second] = keys;
  await call("licenses/replaceCustomerKey", { keyId: second?.id ?? "" }, as);
  await button(page, "Extend 2 keys").click();
  const dialog = page.getByRole("alertdialog", { name: "Extend 2 keys?" });
  await dialog.getByLabel("7 days").check();
  await expectToFit(page);
  await dialog.getByRole("button", { name: "Extend 2 keys" }).click();
  const said = page.getByRole("status").filter({ hasText: "Extended 1 key. 1 failed:" });
  await said.getByText(new RegExp(`${people[1].email}: `)).waitFor();
  const { body } = await call("licenses/listKeys", { id: first?.id ?? "" }, as);
  const ends = Date.parse(String((body.keys as KeyRow[])[0]?.expires_at));
  expect(ends - Date.parse(String(first?.expires_at))).toBe(7 * DAY);
});

async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
