import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { browser, expectAccessible, expectNoSidewaysScroll } from "../support/browser.ts";
import { payWith, signUp } from "../support/byHand.ts";
import { advanceClock, settle } from "../support/control.ts";
import { addStripeBalance, transfersTo } from "../support/payouts.ts";
import {
  newEmail,
  type Person,
  signInAsOperator,
  signInPerson,
  signUpOperator,
  signUpPerson,
} from "../support/people.ts";
import { patchRow } from "../support/rows.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { stripeClient } from "../support/shop.ts";

// On a separate stack: it moves the clock past the hold.
let close: () => Promise<void>;
let operator: Person;
beforeAll(async () => {
  ({ close } = await startOwnStack("affiliate", 4920));
  operator = await signUpOperator();
  await addStripeBalance(1_000_000);
});
afterAll(() => close());

const { visit } = browser();
const CODE = "ADA-FILMS";
const asOperator = () => ({ token: operator.accessToken });

/** A fifth of a lifetime license. */
const EARNED = "$800.00";

test("from joining to money in the affiliate's account", async () => {
  const creator = newEmail("creator");
  const { page, problems } = await visit({ as: await signUpPerson(creator) });

  // Joining, by keyboard where it is pressed.
  await page.goto("/dashboard/affiliate");
  // Told before joining, and not at the first payout.
  const country = page.getByLabel("Country of your bank account");
  await country.selectOption({ label: "Brazil" });
  await page.getByText("Stripe cannot pay affiliates in Brazil from our country").waitFor();
  await page.getByRole("checkbox").check();
  expect(await page.getByRole("button", { name: "Join the program" }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.getByRole("checkbox").uncheck();
  await country.selectOption({ label: "Germany" });
  await page.getByLabel("Your code (optional)").fill("articlip");
  const accept = page.getByRole("checkbox");
  await accept.focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Join the program" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("This code is reserved. Please choose another one").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Your code (optional)").fill(CODE);
  await page.getByRole("button", { name: "Join the program" }).click();
  const links = page.getByRole("heading", { name: "Your links" });
  await links.waitFor();
  await page.getByText("No purchases through your link yet.", { exact: false }).waitFor();
  await expectAccessible(page);

  // What it is recommended with: files that are there, and texts with the affiliate's own link.
  for (const picture of await page.getByRole("list", { name: "Pictures" }).getByRole("link").all()) {
    const file = new URL((await picture.getAttribute("href")) ?? "", stack().siteUrl);
    expect((await fetch(file)).headers.get("content-type"), file.pathname).toMatch(/^image\//);
  }
  await page.getByRole("list", { name: "Texts" }).getByText(`/r/${CODE}`).first().waitFor();

  // Sharing.
  const url = await page.getByText(`/r/${CODE}`).first().innerText();
  await page.getByRole("button", { name: "Test my link" }).first().click();
  await page.getByRole("listitem").getByRole("status").filter({ hasText: /\w/ }).first().waitFor();
  await page
    .getByRole("button", { name: /^QR code/ })
    .first()
    .click();
  await page.getByRole("img", { name: /^QR code that leads to/ }).waitFor();
  await page.keyboard.press("Escape");

  // A visitor follows the link, signs up and buys.
  const { page: other } = await visit({ dark: true, width: 360 });
  await other.goto(url);
  await other.getByRole("link", { name: "Sign up" }).first().waitFor({ state: "attached" });
  await other.goto("/signup?next=/checkout");
  await signUp(other, newEmail("buyer"));
  await other.waitForURL("**/checkout");
  await other.getByRole("button", { name: "Have a creator code?" }).click();
  await other.getByLabel("Creator code").fill("NO-SUCH-CODE");
  await other.getByRole("button", { name: /continue to payment/i }).click();
  await other.getByText("This affiliate code does not exist.").waitFor();
  await expectAccessible(other);
  await other.getByLabel("Creator code").fill("");
  await other.getByRole("button", { name: /continue to payment/i }).click();
  await payWith(other, "4242424242424242");
  await other.waitForURL("**/success?session_id=**");
  await other.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  await settle();

  await page.reload();
  await page.getByText(/^On hold until/).waitFor();
  await page.getByText(EARNED).first().waitFor();
  await page.getByText(/^Minimum payout:/).waitFor();

  // The hold passes; what is available needs an address that is confirmed, and an account at Stripe.
  await advanceClock((61 * DAY) / SECOND);
  await settle();
  const { userId } = await signInPerson(creator);
  await patchRow("Users", { pk: userId, sk: "account" }, "emailConfirmed", true);
  await page.reload();
  await page.getByText("Set up your payout account at Stripe first.").waitFor();
  await page.getByRole("button", { name: "Connect with Stripe" }).click();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Example");
  await page.getByLabel("Date of birth").fill("1990-01-02");
  await page.getByLabel("Account number").fill("000123456789");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Agree and submit" }).click();
  await page.waitForURL("**/dashboard/affiliate");
  await page.getByText("Ready", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Request a payout" }).click();
  await page.getByLabel("Amount in US dollars").fill("900");
  await page.getByRole("button", { name: "Request", exact: true }).click();
  await page.getByText(/^Enter an amount from/).waitFor();
  await page.getByLabel("Amount in US dollars").fill("800");
  await page.getByRole("button", { name: "Request", exact: true }).click();
  await page.getByText("Requested", { exact: true }).waitFor();

  // The operator's part, by the calls: freshly signed in, since time has passed and money moves.
  operator = await signInAsOperator(operator.email);
  expect((await call("payouts/runCalc", {}, asOperator())).status).toBe(200);
  await settle();
  const { body } = await call("payouts/listPayouts", {}, asOperator());
  const [payout] = body.rows as { id: string; amount_cents: number }[];
  expect(payout?.amount_cents).toBe(80_000);
  expect((await call("payouts/approve", { payout_id: payout?.id ?? "" }, asOperator())).status).toBe(200);
  expect((await call("payouts/runDistribute", {}, asOperator())).status).toBe(200);
  await settle();

  const { data: accounts } = await stripeClient().accounts.list({ limit: 100 });
  const mine = accounts.find(({ metadata }) => metadata?.affiliateId === userId);
  expect(await transfersTo(mine?.id ?? "")).toEqual([80_000]);
  await page.reload();
  await page.getByText(/^Paid on/).waitFor();

  // For the books: who paid, for what, and nothing of the buyer.
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Statement of the payout .*CSV$/ }).click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(/^payout-000001-\d{4}-\d\d-\d\d\.csv$/);
  expect(readFileSync(await csv.path(), "utf8")).toMatch(
    /Lifetime license,4000\.00,20,,800\.00\r\n.*,Paid,,,,800\.00\r\n$/,
  );
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Statement of the payout .*PDF$/ }).click(),
  ]);
  const printed = readFileSync(await pdf.path(), "latin1");
  expect(printed).toMatch(/^%PDF-1\.4[\s\S]*Paid: \$800\.00/);
  expect(printed).toContain(creator);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 360, height: 900 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect(problems).toEqual([]);
});
