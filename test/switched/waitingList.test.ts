import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { browser, expectToFit, goWithin } from "../support/browser.ts";
import { payWith } from "../support/byHand.ts";
import { runSchedule, settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { mailTo } from "../support/mail.ts";
import { unitsAreKept } from "../support/offer.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { proveAddress } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { codesOf } from "../support/shop.ts";

const chrome = browser();
let operator: Person;
beforeAll(async () => {
  operator = await admittedOperator();
});

const joins = ({ accessToken: token }: Person) => call("promotions/joinWaiting", {}, { token });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Saves the remaining quantity on the Promotions page. */
async function saves(page: Page, quantity: string, alsoDo?: () => Promise<void>): Promise<void> {
  await page.goto("/admin/promotions");
  await page.getByLabel("Quantity remaining").fill(quantity);
  await alsoDo?.();
  await button(page, "Save").click();
  await page.getByText("Saved.").waitFor();
}

test("customers join the waiting list, and the first in line gets a mail and buys the offered unit within the countdown", async () => {
  const desk = await chrome.visit({ as: operator });
  await saves(desk.page, "0", () =>
    desk.page.getByRole("switch", { name: "Waiting list while the offer is sold out" }).click(),
  );
  const [first, second, leaver] = [await signUpPerson(), await signUpPerson(), await signUpPerson()];
  // Only customers with a confirmed address can hold a unit.
  for (const person of [first, second, leaver]) await proveAddress(person);

  const { page, problems } = await chrome.visit({ as: first });
  await page.goto("/#pricing");
  await page.getByRole("link", { name: "See the waiting list" }).click();
  await page.getByRole("heading", { name: "Sold out for now" }).waitFor();
  await page.getByText("Nobody is waiting yet.").waitFor();
  await expectToFit(page);
  await button(page, "Join the waiting list").focus();
  await page.keyboard.press("Enter");
  await page.getByText("You are next.").waitFor();
  expect((await joins(second)).body).toMatchObject({ ahead: 1 });
  await joins(leaver);
  const other = await chrome.visit({ as: leaver });
  await other.page.goto("/dashboard");
  await other.page.getByRole("link", { name: "See the waiting list" }).click();
  await other.page.getByText("You are 3rd in line.").waitFor();
  await expectToFit(other.page);
  await button(other.page, "Leave the waiting list").click();
  await other.page.getByText("2 people are waiting.").waitFor();
  await other.leave();

  await saves(desk.page, "1");
  await runSchedule("reconciliation/sweepReservations");
  await settle();
  await desk.page.goto("/admin/promotions");
  await desk.page.getByRole("list", { name: "Offered a unit" }).getByText(first.email).waitFor();
  await desk.page.getByRole("list", { name: "In line" }).getByText(second.email).waitFor();
  await desk.page.getByText("Offered to the waiting list").waitFor();
  await expectToFit(desk.page);

  const [mail] = (await mailTo(first.email)).filter(({ subject }) =>
    /license is reserved until/.test(subject),
  );
  const link = /https?:\/\/\S+\/checkout\b/.exec(mail?.text ?? "")?.[0] ?? "none";
  await page.goto(link);
  await page.getByRole("region", { name: "Your unit" }).getByText("We hold a unit for you").waitFor();
  await page.getByText(/^2[34]:\d\d:\d\d$/).waitFor();
  await expectToFit(page);
  // The customer keeps the unit after leaving Stripe's page.
  await button(page, "Continue to payment").click();
  await page.waitForURL(`${stack().stripe.apiUrl}/**`);
  await page.goto("/dashboard?checkout=left");
  await page.getByText(/You were not charged\. We hold your unit until/).waitFor();
  await goWithin(page, "/checkout");
  await button(page, "Continue to payment").click();
  await payWith(page, "4242424242424242");
  await page
    .getByText(/Successful|Welcome|license/i)
    .first()
    .waitFor();
  await settle();
  expect(await codesOf(first)).toEqual(["VALID"]);
  expect(await unitsAreKept()).toBe(true);
  await desk.page.goto(`/admin/customers/${first.userId}`);
  await desk.page.getByText("Joined the waiting list").waitFor();
  await desk.page.getByText("Bought the unit that was held").waitFor();
  expect([...problems, ...desk.problems]).toEqual([]);
});
