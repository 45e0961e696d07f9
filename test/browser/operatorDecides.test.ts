import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { money } from "../../web/src/ui/format.ts";
import { browser } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { button, subscriber } from "../support/manage.ts";
import type { Person } from "../support/people.ts";
import { codesOf, stripeClient } from "../support/shop.ts";

const { visit } = browser();

async function pageOf({ userId }: Person): Promise<Page> {
  const { page } = await visit({ as: await admittedOperator() });
  await page.goto(`/admin/customers/${userId}`);
  return page;
}

async function subscriptionsOf({ email }: Person) {
  const stripe = stripeClient();
  const [customer] = (await stripe.customers.list({ email })).data;
  return (await stripe.subscriptions.list({ customer: customer?.id ?? "", status: "all" })).data;
}

test("the refund dialog preselects canceling, and “Refund only” keeps the license and the subscription", async () => {
  const person = await subscriber();
  const page = await pageOf(person);
  await button(page, "Refund").click();
  const dialog = page.getByRole("dialog", { name: `Refund ${person.email}?` });
  const choice = (name: RegExp) => dialog.getByRole("radio", { name });
  const cancels =
    /^Refund and cancel.*The license stops working, and a subscription ends now with no further/;
  expect(await choice(cancels).isChecked()).toBe(true);
  await choice(/^Refund only.*The license and the subscription stay as they are/).check();
  await dialog.getByRole("button", { name: `Refund ${money(CATALOG.monthly.price)}` }).click();
  await page.getByText("The refund is on its way.").waitFor();
  await settle();
  expect(await codesOf(person)).toEqual(["VALID"]);
  expect(await subscriptionsOf(person)).toMatchObject([{ status: "active", cancel_at: null }]);
});

test("a suspension pauses the subscription unless the operator chooses to cancel it", async () => {
  const suspend = async (person: Person, act: (dialog: ReturnType<Page["getByRole"]>) => Promise<void>) => {
    const page = await pageOf(person);
    await button(page, "Suspend").click();
    const dialog = page.getByRole("alertdialog", { name: `Suspend ${person.email}?` });
    await act(dialog);
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await page.getByText("The account is suspended.").waitFor();
    await settle();
    return subscriptionsOf(person);
  };
  const pauses = /^Pause the subscription.*Nothing is charged until you unsuspend the account/;
  const paused = await suspend(await subscriber(), async (dialog) => {
    expect(await dialog.getByRole("radio", { name: pauses }).isChecked()).toBe(true);
  });
  expect(paused).toMatchObject([{ status: "active", pause_collection: { behavior: expect.any(String) } }]);
  const canceled = await suspend(await subscriber(), async (dialog) => {
    await dialog
      .getByRole("radio", { name: /^Cancel the subscription.*The subscription ends now, without a refund/ })
      .check();
  });
  expect(canceled).toMatchObject([{ status: "canceled" }]);
});
