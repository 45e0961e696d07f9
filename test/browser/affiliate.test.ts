import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { money } from "../../web/src/ui/format.ts";
import { newCode } from "../support/affiliateLinks.ts";
import { browser, expectAccessible, expectNone, expectToFit } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { openPayoutDesk } from "../support/payoutDesk.ts";
import { addStripeBalance } from "../support/payouts.ts";
import { signInPerson, signUpPerson } from "../support/people.ts";
import { proveAddress } from "../support/rows.ts";
import { stack } from "../support/running.ts";

const { visit } = browser();

test("the form for affiliates refuses unsupported countries and reserved codes, works by keyboard, and leads to links and files to share", async () => {
  const { page } = await visit({ as: await signUpPerson() });
  await page.goto("/dashboard/affiliate");
  // The page warns before the customer joins, not at the first payout.
  const country = page.getByLabel("Country of your bank account");
  await country.selectOption({ label: "Brazil" });
  await page.getByText("Stripe cannot pay affiliates in Brazil from our country").waitFor();
  await page.getByRole("checkbox").check();
  expect(await page.getByRole("button", { name: "Join the program" }).isDisabled()).toBe(true);
  await page.getByRole("checkbox").uncheck();
  await country.selectOption({ label: "Germany" });
  const code = newCode();
  await page.getByLabel("Your code (optional)").fill(BRAND.slug);
  await page.getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Join the program" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("This code is reserved. Please choose another one").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Your code (optional)").fill(code);
  await page.getByRole("button", { name: "Join the program" }).click();
  await page.getByRole("heading", { name: "Your links" }).waitFor();
  await page.getByText("No purchases through your link yet.", { exact: false }).waitFor();

  for (const picture of await page.getByRole("list", { name: "Pictures" }).getByRole("link").all()) {
    const file = new URL((await picture.getAttribute("href")) ?? "", stack().siteUrl);
    expect((await fetch(file)).headers.get("content-type"), file.pathname).toMatch(/^image\//);
  }
  await page.getByRole("list", { name: "Texts" }).getByText(`/r/${code}`).first().waitFor();
  await page.getByRole("button", { name: "Test my link" }).first().click();
  await page.getByRole("listitem").getByRole("status").filter({ hasText: /\w/ }).first().waitFor();
  await page
    .getByRole("button", { name: /^QR code/ })
    .first()
    .click();
  await page.getByRole("img", { name: /^QR code that leads to/ }).waitFor();
});

test("a creator code that does not exist is refused at the checkout", async () => {
  const person = await signUpPerson();
  // Other test files reserve units, and only a customer with a confirmed address can reserve the last units.
  await proveAddress(person);
  const { page } = await visit({ as: person, dark: true, width: 360 });
  await page.goto("/checkout");
  await page.getByRole("button", { name: "Have a creator code?" }).click();
  await page.getByLabel("Creator code").fill("NO-SUCH-CODE");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByText("This creator code does not exist or is not active.").waitFor();
  await expectAccessible(page);
});

test("the statement of a payout names the amount and the payee, and can be downloaded and printed", async () => {
  const cents = CATALOG.lifetime.price / 5;
  // Other test files refund from the same balance in the meantime.
  await addStripeBalance(100 * cents);
  const desk = await openPayoutDesk();
  const { person, id } = await desk.approved([cents], cents);
  expect((await desk.act("transfer", id)).status).toBe(200);
  await settle();
  const { page } = await visit({ as: await signInPerson(person.email) });
  await page.goto("/dashboard/affiliate");
  await page.getByText(/^Paid on/).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Statement of the payout .*CSV$/ }).click(),
  ]);
  const csv = { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  expect(csv.name).toMatch(/^payout-000001-\d{4}-\d\d-\d\d\.csv$/);
  const amount = (cents / 100).toFixed(2);
  expect(csv.text).toContain(`,20,,${amount}\r\n`);
  expect(csv.text).toMatch(new RegExp(`,Paid,,,,${amount.replace(".", "\\.")}\r\n$`));
  await page.getByRole("link", { name: /^Statement of the payout .*to print$/ }).click();
  await page.getByText(`Paid: ${money(cents)}`).waitFor();
  await page.getByText(`Paid to: ${person.email}`).waitFor();
  await page.emulateMedia({ media: "print" });
  await expectNone(page.getByRole("button"));
  await page.emulateMedia({ media: null });
  await expectToFit(page);
});
