import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { inMoney } from "#shared/words.ts";
import { browser, expectAccessible, expectNoSidewaysScroll, show } from "../support/browser.ts";
import { payWith } from "../support/byHand.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { button, MANAGE, subscriber } from "../support/manage.ts";
import { PASSWORD, type Person } from "../support/people.ts";
import { stripeClient } from "../support/shop.ts";

const chrome = browser();
let operator: Person;
beforeAll(async () => {
  operator = await admittedOperator();
});

async function totalOn(page: Page): Promise<string> {
  const summary = await page.getByRole("term").filter({ hasText: "Total" }).locator("..").innerText();
  return /\$[\d,]+\.\d\d/.exec(summary)?.[0] ?? "none";
}

test("a subscriber pays the exact total that the checkout shows after the credit, and the operator finds this payment", async () => {
  const desk = await chrome.visit({ as: operator });
  await desk.page.goto("/admin/selling");
  await desk.page.getByRole("switch", { name: "Credit unused days" }).click();
  await desk.page.getByRole("button", { name: "Save credit" }).click();
  await desk.page.getByText("Saved.").waitFor();
  await expectAccessible(desk.page);

  const person = await subscriber();
  const { page, problems } = await chrome.visit({ as: person });
  await page.goto("/checkout");
  await page.getByText("Unused days of your subscription").waitFor();
  for (const dark of [true, false])
    for (const width of [360, 1280]) {
      await show(page, { dark, width });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  const total = await totalOn(page);
  expect(total).toMatch(/^\$3,97\d\.\d\d$/);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByText(total).first().waitFor();
  // Uses a new card, because the guarantee works once per person.
  await payWith(page, "5555555555554444");
  await page.getByText("Payment Successful!").waitFor();
  await settle();
  await page.goto("/dashboard/subscription");
  await page
    .getByText(/lifetime/i)
    .first()
    .waitFor();
  expect(problems).toEqual([]);

  await desk.page.goto(`/admin/customers/${person.userId}`);
  await desk.page.getByText(total).first().waitFor();
  const { data } = await stripeClient().paymentIntents.list({ limit: 100 });
  const payment = data.find(
    ({ metadata }) => metadata.product === "lifetime" && metadata.userId === person.userId,
  );
  expect(inMoney(payment?.amount ?? 0, "usd")).toBe(total);

  // The guarantee also refunds the credited month.
  const back = inMoney(Number(payment?.amount) + CATALOG.monthly.price);
  await page.goto(MANAGE);
  await button(page, "Get a refund").click();
  const dialog = page.getByRole("alertdialog", { name: `Get ${back} back?` });
  await dialog.getByLabel("Confirm with your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Get a refund" }).click();
  await page.getByText(`${back} is on its way back`).waitFor();
  await settle();
  const charges = await stripeClient().charges.list({ customer: String(payment?.customer) });
  expect(charges.data.map(({ refunded }) => refunded)).toEqual([true, true]);
});
