import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { money } from "../../web/src/ui/format.ts";
import { browser, expectAccessible, expectNoSidewaysScroll, show } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { mailTo } from "../support/mail.ts";
import { button, link, MANAGE, subscriber } from "../support/manage.ts";
import { codesOf } from "../support/shop.ts";

const { visit } = browser();
const PRICE = money(CATALOG.monthly.price);

test("a visitor who withdraws without signing in gets a mail, and the operator refunds the payment from Needs you", async () => {
  const person = await subscriber();
  const { page, problems } = await visit();
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Withdraw from a contract" }).click();
  await page.getByRole("heading", { name: "Withdraw from a contract" }).waitFor();
  await expectAccessible(page);
  await show(page, { dark: true, width: 360 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await show(page, { dark: false, width: 1280 });
  await page.getByLabel("Name", { exact: true }).fill("Ann Example");
  await page.getByLabel("Email of your order").fill(person.email);
  await page.getByLabel("Order or license key").fill("The monthly plan");
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Confirm your withdrawal" }).waitFor();
  await expectAccessible(page);
  await button(page, "Confirm withdrawal").click();
  await page.getByRole("heading", { name: "We received your withdrawal" }).waitFor();
  await expectAccessible(page);
  const reference = /Reference: (\S+)/.exec(await page.getByText(/^Reference: /).innerText())?.[1];
  const saved = page.waitForEvent("download");
  await button(page, "Save a copy").click();
  expect((await saved).suggestedFilename()).toBe(`withdrawal-${reference}.txt`);
  await settle();
  const [mail] = (await mailTo(person.email)).filter(({ subject }) =>
    /received your withdrawal/.test(subject),
  );
  for (const part of ["Ann Example", person.email, "The monthly plan", "UTC", String(reference)])
    expect(mail?.text).toContain(part);

  const desk = await visit({ as: await admittedOperator() });
  await desk.page.goto("/admin");
  const needs = desk.page.getByRole("list", { name: "Needs you" });
  const row = needs.getByRole("listitem").filter({ hasText: /withdrawals? to answer/ });
  await row.getByText(/answer by/).waitFor();
  await row.getByRole("link").click();
  const asked = desk.page.getByRole("row").filter({ hasText: person.email });
  await expectAccessible(desk.page);
  await asked.getByRole("button", { name: `Refund ${PRICE}` }).click();
  await desk.page
    .getByRole("alertdialog")
    .getByRole("button", { name: `Refund ${PRICE}` })
    .click();
  await desk.page.getByText("Answered.").waitFor();
  await asked.waitFor({ state: "detached" });
  await settle();
  expect(await codesOf(person)).toEqual(["REVOKED"]);
  const refunds = (await mailTo(person.email)).filter(({ subject }) =>
    subject.includes(`refund of ${PRICE}`),
  );
  expect(refunds).toHaveLength(1);
  expect([...problems, ...desk.problems]).toEqual([]);
});

test("the management page links to the withdrawal form, which shows the server's refusal", async () => {
  const { page, problems } = await visit({ as: await subscriber() });
  await page.goto(MANAGE);
  await link(page, "withdraw from a contract").click();
  await page.getByLabel("Name", { exact: true }).fill("   ");
  await page.getByLabel("Email of your order").fill("ann@example.com");
  await page.getByLabel("Order or license key").fill("The monthly plan");
  await button(page, "Continue").click();
  await button(page, "Confirm withdrawal").click();
  await page.getByText("Name is required").waitFor();
  expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);
});
