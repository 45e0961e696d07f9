import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { SWAP_DONE_MESSAGE } from "#shared/licenses/swap.ts";
import { money } from "../../web/src/ui/format.ts";
import { call } from "../support/api.ts";
import { browser, expectNone, openSettled } from "../support/browser.ts";
import { CARD, keyOnPage, payWith, signUp } from "../support/byHand.ts";
import { settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { button, subscriptionOf } from "../support/manage.ts";
import { newEmail, signInPerson } from "../support/people.ts";
import { codesOf, computer, stripeClient } from "../support/shop.ts";

const { visit } = browser();

test("a visitor signs up, buys, activates the key, swaps the computer and cancels", async () => {
  const email = newEmail("buyer");
  const { page } = await visit();
  await openSettled(page, "/");
  await page.getByRole("link", { name: "Start Subscription" }).first().click();
  await page.waitForURL("**/signup**");
  await signUp(page, email);
  await page.waitForURL("**/checkout/subscription");
  await page.getByText(email).first().waitFor();
  await page.getByText(money(CATALOG.monthly.price)).first().waitFor();
  await button(page, "Continue to payment").click();
  await payWith(page, CARD.works);
  await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  const licenseKey = await keyOnPage(page);
  await page.getByRole("link", { name: "Go to Dashboard" }).first().click();
  await page.getByRole("link", { name: "Seats" }).first().click();
  await page.getByText(licenseKey).first().waitFor();

  const activate = (name: string) => call("licenses/activate", { licenseKey, ...computer(name) });
  expect((await activate("Studio Mac")).body).toMatchObject({ code: "VALID", tier: "pro" });
  expect((await activate("Laptop")).body.code).toBe("SEAT_TAKEN");
  await page.reload();
  await page.getByText("Studio Mac").first().waitFor();
  await button(page, "Swap Device").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Swap Device" }).click();
  await page.getByText(SWAP_DONE_MESSAGE).waitFor();
  expect((await activate("Laptop")).body.code).toBe("VALID");
  const { fingerprint } = computer("Studio Mac");
  expect((await call("licenses/validate", { licenseKey, fingerprint })).body.valid).toBe(false);

  await page.getByRole("link", { name: "Subscription" }).first().click();
  await page.getByRole("link", { name: "Open Management" }).click();
  await button(page, "Cancel Subscription").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel Subscription" }).click();
  await page.getByText("Subscription will cancel at period end").first().waitFor();
  // The page has reloaded its data, so it offers no cancellation.
  await expectNone(button(page, "Cancel Subscription"));
  const person = await signInPerson(email);
  const { subscription_id } = await subscriptionOf(person);
  const atStripe = await stripeClient().subscriptions.retrieve(subscription_id);
  expect(atStripe).toMatchObject({ status: "active", cancel_at_period_end: true });
  // The period is paid, so the key still works.
  expect(await codesOf(person)).toEqual(["VALID"]);
  await settle();
  const subjects = (await mailTo(email)).map(({ subject }) => subject).join("\n");
  expect(subjects).toMatch(/license key/);
  expect(subjects).toMatch(/subscription ends on/);
});
