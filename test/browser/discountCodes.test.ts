import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { browser, expectAccessible, expectNone } from "../support/browser.ts";
import { admittedOperator } from "../support/enter.ts";
import { signUpPerson } from "../support/people.ts";

const { visit } = browser();

test("the operator creates a code, and its link shows a buyer the reduced price before and at Stripe", async () => {
  const code = `SALE-${randomUUID().slice(0, 8)}`.toUpperCase();
  const desk = await visit({ as: await admittedOperator() });
  await desk.page.goto("/admin/codes");
  await desk.page.getByRole("button", { name: "New code" }).click();
  const dialog = desk.page.getByRole("dialog", { name: "New discount code" });
  await dialog.getByLabel("Code", { exact: true }).fill(code.toLowerCase());
  await dialog.getByLabel("Percent off").fill("20");
  await expectAccessible(desk.page);
  await dialog.getByRole("button", { name: "Create code" }).click();
  const row = desk.page.getByRole("row", { name: new RegExp(code) });
  await row.getByText("20% off").waitFor();

  const { page } = await visit({ as: await signUpPerson() });
  await page.goto(`/checkout/subscription?code=${code.toLowerCase()}`);
  await page.getByText(`Code ${code} applied`).waitFor();
  await page.getByText("$24.00").waitFor();
  await page.getByText("Then $30.00 each month until you cancel.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove code" }).click();
  await expectNone(page.getByText("$24.00"));
  await page.getByLabel("Discount code").fill("NO-SUCH-CODE");
  await page.getByRole("button", { name: "Apply code" }).click();
  await page.getByText("This discount code does not exist.").waitFor();
  await page.getByLabel("Discount code").fill(code);
  await page.getByRole("button", { name: "Apply code" }).click();
  await page.getByText("$24.00").waitFor();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.waitForURL(/\/c\/cs_test_/);
  expect(await page.locator(".amount").textContent()).toBe("$24.00 today");
  await page.getByText("Then $30.00 every month.").waitFor();

  await row.getByRole("button", { name: "End" }).click();
  await desk.page.getByRole("button", { name: "End code" }).click();
  await row.getByText("ended", { exact: true }).filter({ visible: true }).waitFor();
});
