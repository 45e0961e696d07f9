import { beforeAll, expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { browser, expectAccessible, expectFocus, expectNone, expectToFit } from "../support/browser.ts";
import { payWith } from "../support/byHand.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { mailTo } from "../support/mail.ts";
import { button, MANAGE, subscriptionOf } from "../support/manage.ts";
import { PASSWORD, type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { buy, codesOf, stripeClient } from "../support/shop.ts";

const chrome = browser();
let operator: Person;
beforeAll(async () => {
  operator = await admittedOperator();
});

const SHOWN = "/dashboard/subscription";

test("the operator switches on the yearly plan, and a buyer chooses it at the checkout", async () => {
  const desk = await chrome.visit({ as: operator });
  await desk.page.goto("/admin/selling");
  await desk.page.getByRole("switch", { name: "Sell the yearly plan" }).click();
  await desk.page.getByRole("button", { name: "Save plan" }).click();
  await desk.page.getByText("Saved.").waitFor();
  await expectAccessible(desk.page);
  await desk.leave();

  const buyer = await signUpPerson();
  const { page, problems } = await chrome.visit({ as: buyer });
  await page.goto("/pricing");
  const link = page.getByRole("link", { name: "Or $300.00 per year, which saves $60.00" });
  await link.waitFor();
  await page.getByText(/You save \$60\.00 per year\./).waitFor();
  await expectToFit(page);
  await link.click();
  await page.getByRole("radio", { name: /Yearly/, checked: true }).waitFor();
  await page.getByText("Saves $60.00").waitFor();
  await page.getByText("Then the same amount each year until you cancel.").waitFor();
  await expectToFit(page);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await payWith(page, "4242424242424242");
  await page
    .getByText(/Successful|subscription is active/i)
    .first()
    .waitFor();
  await settle();
  await page.goto(SHOWN);
  await page.getByText("$300.00 per year").waitFor();
  const [mail] = (await mailTo(buyer.email)).filter(({ subject }) => /license key and receipt/.test(subject));
  expect(mail?.text).toContain(`We received $300.00 for ${CATALOG.yearly.name}.`);
  expect(problems).toEqual([]);
});

test("a subscriber changes to yearly at the shown amount, schedules a change to monthly, cancels it, and gets a refund", async () => {
  const person = await signUpPerson();
  await buy(person, "monthly");
  const { page, problems } = await chrome.visit({ as: person });
  await page.goto(SHOWN);
  await button(page, "Switch to yearly").click();
  const up = page.getByRole("alertdialog", { name: "Switch to yearly?" });
  await up.getByText("Due now").waitFor();
  await expectFocus(up.getByRole("button", { name: "Keep monthly" }));
  await expectToFit(page);
  const pay = up.getByRole("button", { name: /^Pay \$270\.\d\d and switch$/ });
  const amount = /\$270\.\d\d/.exec((await pay.textContent()) ?? "")?.[0] ?? "none";
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Your subscription is yearly now.").waitFor();
  await page.getByText("$300.00 per year").waitFor();
  await settle();
  const { subscription_id } = await subscriptionOf(person);
  const { data } = await stripeClient().invoices.list({ subscription: subscription_id, status: "paid" });
  expect(`$${((data[0]?.amount_paid ?? 0) / 100).toFixed(2)}`).toBe(amount);
  const receipts = (await mailTo(person.email)).filter(({ subject }) => /receipt/.test(subject));
  expect(receipts.map(({ text }) => text)).toContainEqual(
    expect.stringContaining(`We received ${amount} for ${CATALOG.yearly.name}.`),
  );
  expect(await codesOf(person)).toEqual(["VALID"]);

  await page.goto(MANAGE);
  await button(page, "Switch to monthly").click();
  const down = page.getByRole("alertdialog", { name: "Switch to monthly?" });
  await down.getByText(/Nothing is charged now\. Your period is paid until/).waitFor();
  await expectToFit(page);
  await down.getByRole("button", { name: "Switch to monthly" }).click();
  await page.getByText(/changes to monthly on .* Then you pay \$30\.00 each month\./).waitFor();
  await expectToFit(page);
  await settle();
  const planned = (await mailTo(person.email)).filter(({ subject }) => /plan changes on/.test(subject));
  expect(planned.map(({ text }) => text)).toEqual([
    expect.stringContaining("It then changes to monthly, and you pay $30.00 each month."),
  ]);
  await page.reload();
  await button(page, "Keep yearly").click();
  await page.getByText("Your subscription stays yearly.").waitFor();
  await expectNone(page.getByText(/changes to monthly/));
  const kept = await stripeClient().subscriptions.retrieve(subscription_id);
  expect(kept.schedule).toBeNull();

  await button(page, "Get a refund").click();
  const refund = page.getByRole("alertdialog", { name: /^Get \$300\.\d\d back\?$/ });
  await refund.getByLabel("Confirm with your password", { exact: true }).fill(PASSWORD);
  await refund.getByRole("button", { name: "Get a refund" }).click();
  await page.getByText(/on its way back/).waitFor();
  await settle();
  // The dialog's sign-in has started a session, so the API refuses the earlier token.
  expect(await codesOf(await signInPerson(person.email))).toEqual(["REVOKED"]);
  expect(problems).toEqual([]);

  const desk = await chrome.visit({ as: operator });
  await desk.page.goto("/admin/growth?plan=yearly");
  await desk.page.getByRole("navigation", { name: "Plan" }).getByText("Yearly").waitFor();
  await desk.page.goto(`/admin/customers/${person.userId}`);
  await desk.page.getByText(amount).first().waitFor();
  await desk.page.getByText(person.email).first().waitFor();
  await desk.page
    .getByText(/yearly plan/)
    .first()
    .waitFor();
});
