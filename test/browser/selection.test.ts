import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOperator } from "../../local/seed/operator.ts";
import { raiseAlert } from "../support/alerts.ts";
import { call } from "../support/api.ts";
import { browser, expectToFit } from "../support/browser.ts";
import { admittedOperator } from "../support/enter.ts";
import { button } from "../support/manage.ts";
import { failedEventsOf } from "../support/openEvents.ts";
import { openPayoutDesk } from "../support/payoutDesk.ts";
import { asking, ownOf } from "../support/payoutRequests.ts";
import { signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { buy } from "../support/shop.ts";

// An operator selects rows of a list by keyboard, and acts on all of them.

const { visit } = browser();
let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startOwnStack("selection", 5240));
  await makeOperator(stack(), stack().operator);
});
afterAll(() => close());

const box = (page: Page, of: string) => page.getByRole("checkbox", { name: of });

async function mark(page: Page, of: string): Promise<void> {
  await box(page, of).focus();
  await page.keyboard.press("Space");
  expect(await box(page, of).isChecked()).toBe(true);
}

async function confirm(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole("alertdialog").getByRole("button", { name }).click();
}

test("alerts: those selected are resolved, and the one that was resolved meanwhile is named with the reason", async () => {
  const people = [await signUpPerson(), await signUpPerson(), await signUpPerson()] as const;
  const ids: string[] = [];
  for (const { userId } of people) ids.push(await raiseAlert(userId));
  const operator = await admittedOperator();
  const { page, problems } = await visit({ as: operator });
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
  await expectToFit(page);
  const states = (await rowsOf("Alerts")).filter(({ id }) => ids.includes(String(id)));
  expect(states.filter(({ state }) => state === "open").map(({ id }) => id)).toEqual([ids[2]]);
  expect(problems.filter((problem) => !problem.includes("409"))).toEqual([]);
});

test("payouts: all of the page are approved, each once", async () => {
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
});

test("events: one of two is replayed, and the other stays", async () => {
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
});
