import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { money } from "../../web/src/ui/format.ts";
import { browser } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { button, MANAGE, subscriber } from "../support/manage.ts";
import { PASSWORD, signInPerson } from "../support/people.ts";
import { codesOf, stripeClient } from "../support/shop.ts";

const { visit } = browser();
const PAID = money(CATALOG.monthly.price);

test("a customer confirms a refund with the password, is refunded once, and the license ends", async () => {
  const person = await subscriber();
  const { page } = await visit({ as: person });
  await page.goto(MANAGE);
  await button(page, "Get a refund").click();
  const dialog = page.getByRole("alertdialog", { name: `Get ${PAID} back?` });
  await dialog.getByText("Your license key stops working.").waitFor();
  const password = dialog.getByLabel("Confirm with your password", { exact: true });
  await password.fill("Not-the-one1");
  await dialog.getByRole("button", { name: "Get a refund" }).click();
  await dialog.getByText("Nothing was refunded").waitFor();
  expect(await codesOf(person)).toEqual(["VALID"]);
  await password.fill(PASSWORD);
  await dialog.getByRole("button", { name: "Get a refund" }).click();
  await page.getByText(`${PAID} is on its way back to your payment method.`).waitFor();
  await settle();
  await page.reload();
  await page.getByRole("heading", { name: "No Active Subscription" }).waitFor();
  expect(await button(page, "Get a refund").count()).toBe(0);

  // The page's sign-in has ended the previous session.
  expect(await codesOf(await signInPerson(person.email))).toEqual(["REVOKED"]);
  const [customer] = (await stripeClient().customers.list({ email: person.email })).data;
  const { data } = await stripeClient().charges.list({ customer: customer?.id ?? "" });
  expect(data).toMatchObject([{ amount: CATALOG.monthly.price, amount_refunded: CATALOG.monthly.price }]);
  const told = (await mailTo(person.email)).filter(({ subject }) => subject.includes(`refund of ${PAID}`));
  expect(told).toHaveLength(1);
});
