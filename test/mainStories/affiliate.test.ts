import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { money } from "../../web/src/ui/format.ts";
import { browser } from "../support/browser.ts";
import { CARD, payWith, signUp } from "../support/byHand.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { button } from "../support/manage.ts";
import { offerUnits } from "../support/offer.ts";
import { addStripeBalance, endHolds, transfersTo } from "../support/payouts.ts";
import { newEmail, signInOperator, signUpPerson } from "../support/people.ts";
import { patchRow } from "../support/rows.ts";
import { stripeClient } from "../support/shop.ts";

const { visit } = browser();
/** The commission: a fifth of a lifetime license's price. */
const EARNED = CATALOG.lifetime.price / 5;

test("an affiliate joins, earns from a click that becomes a purchase, and is paid", async () => {
  await addStripeBalance(CATALOG.lifetime.price);
  // The offer ends thirty days after the stack's first start. Another story may have moved the clock past that day.
  await offerUnits(await signInOperator(), 100);
  const creator = await signUpPerson(newEmail("creator"));
  const { page } = await visit({ as: creator });
  await page.goto("/dashboard/affiliate");
  await page.getByLabel("Country of your bank account").selectOption({ label: "Germany" });
  await page.getByRole("checkbox").check();
  await button(page, "Join the program").click();
  const link = await page
    .getByText(/\/r\/\w+$/)
    .first()
    .innerText();

  const viewer = await visit({ width: 360 });
  await viewer.page.goto(link);
  await viewer.page.goto("/signup?next=/checkout");
  await signUp(viewer.page, newEmail("viewer"));
  await viewer.page.waitForURL("**/checkout");
  await button(viewer.page, "Continue to payment").click();
  await payWith(viewer.page, CARD.works);
  await viewer.page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  await settle();
  await page.reload();
  await page.getByText(/^On hold until/).waitFor();
  await page.getByText(money(EARNED)).first().waitFor();

  // A payout needs a confirmed address and an account at Stripe.
  await endHolds(creator.userId);
  await patchRow("Users", { pk: creator.userId, sk: "account" }, "emailConfirmed", true);
  await page.reload();
  await button(page, "Connect with Stripe").click();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Example");
  await page.getByLabel("Date of birth").fill("1990-01-02");
  await page.getByLabel("Account number").fill("000123456789");
  await page.getByRole("checkbox").check();
  await button(page, "Agree and submit").click();
  await page.getByText("Ready", { exact: true }).waitFor();
  await button(page, "Request a payout").click();
  await page.getByLabel("Amount in US dollars").fill(String(EARNED / 100));
  await button(page, "Request").click();
  await page.getByText("Requested", { exact: true }).waitFor();

  const desk = (await visit({ as: await admittedOperator() })).page;
  const confirm = async (name: string) => {
    await button(desk, name).click();
    await desk.getByRole("alertdialog").getByRole("button", { name, exact: true }).click();
  };
  await desk.goto("/admin/payouts");
  await button(desk, "Run calculation").click();
  await button(desk, "Create these payouts").click();
  await desk.getByRole("dialog").getByText("calculated").first().waitFor();
  await desk.keyboard.press("Escape");
  await desk.getByRole("table", { name: "Payouts" }).getByRole("link", { name: creator.email }).click();
  await confirm("Approve");
  await desk.getByText("The payout is approved.").waitFor();
  await confirm("Initiate transfer");
  await desk.getByText(`${money(EARNED)} paid.`).waitFor();

  await settle();
  const { data: accounts } = await stripeClient().accounts.list({ limit: 100 });
  const account = accounts.find(({ metadata }) => metadata?.affiliateId === creator.userId);
  expect(await transfersTo(account?.id ?? "")).toEqual([EARNED]);
  await page.reload();
  await page.getByText(/^Paid on/).waitFor();
});
