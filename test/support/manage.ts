import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { call } from "./api.ts";
import { type browser, expectAccessible, expectNoSidewaysScroll, show } from "./browser.ts";
import { type Person, signUpPerson } from "./people.ts";
import { buy, stripeClient } from "./shop.ts";

export const MANAGE = "/dashboard/subscription/manage";

export async function subscriptionOf(person: Person) {
  const { body } = await call("subscriptions/getSubscription", {}, { token: person.accessToken });
  return body.subscription as {
    subscription_id: string;
    customer_id: string;
    current_period_start: number;
  };
}

export async function subscriber(): Promise<Person> {
  const person = await signUpPerson();
  await buy(person, "monthly");
  return person;
}

/** Makes the bank refuse the person's payments from now on. */
export async function breakCard(person: Person): Promise<Person> {
  const { customer_id, subscription_id } = await subscriptionOf(person);
  const stripe = stripeClient();
  const card = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer_id });
  await stripe.subscriptions.update(subscription_id, { default_payment_method: card.id });
  return person;
}

/**
 * Checks a page on a desktop and, in the other theme, on a phone. Both must pass axe, and the phone's page must fit the
 * width.
 */
export async function see(
  { visit }: ReturnType<typeof browser>,
  person: Person,
  path: string,
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, problems, leave } = await visit({ as: person });
  await page.goto(path);
  await check(page);
  await expectAccessible(page);
  await show(page, { dark: true, width: 360 });
  await check(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(problems).toEqual([]);
  await leave();
}

export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole("link", { name, exact: true });

export async function expectWayToLeave(page: Page): Promise<void> {
  for (const name of ["Manage Billing", "Download Invoices", "Customer Portal", "Cancel Subscription"])
    await button(page, name).waitFor();
}
