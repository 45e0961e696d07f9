import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import { money } from "../../web/src/ui/format.ts";
import { call } from "../support/api.ts";
import { browser, expectNone } from "../support/browser.ts";
import { CARD, payWith } from "../support/byHand.ts";
import { advanceClock, resetClock, settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { mailTo } from "../support/mail.ts";
import {
  breakCard,
  button,
  expectWayToLeave,
  link,
  MANAGE,
  see,
  subscriber,
  subscriptionOf,
} from "../support/manage.ts";
import { offerUnits } from "../support/offer.ts";
import { type Person, signInPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";
import { codesOf, stripeClient } from "../support/shop.ts";

const chrome = browser();

const setDunningEnd = (dunning_end: "canceled" | "unpaid") =>
  fetch(`${stack().stripe.apiUrl}/_control/settings`, {
    method: "POST",
    body: JSON.stringify({ dunning_end }),
  });

async function days(count: number): Promise<void> {
  await advanceClock((count * DAY) / SECOND);
  await settle();
}

describe("a subscription with an overdue payment", () => {
  let person: Person;
  let other: Person;
  let buyer: Person;
  let paused: Person;
  beforeAll(async () => {
    await setDunningEnd("unpaid");
    person = await subscriber();
    other = await subscriber();
    buyer = await subscriber();
    paused = await subscriber();
    for (const owing of [person, other, buyer]) await breakCard(owing);
    const operator = await admittedOperator();
    await offerUnits(operator, 25);
    const pause = { userId: paused.userId, suspended: true, subscription: "pause" } as const;
    await call("customers/suspendUser", pause, { token: operator.accessToken });
    await days(52);
  });
  // Other test files need today's date. Otherwise rows from this file would come first in every list.
  afterAll(async () => {
    await setDunningEnd("canceled");
    await resetClock();
  });

  const { monthly, lifetime } = CATALOG;
  /** A customer's payments minus refunds, in cents. */
  async function kept(customer: string): Promise<number> {
    const { data } = await stripeClient().charges.list({ customer });
    return data.reduce(
      (sum, { paid, amount, amount_refunded }) => sum + (paid ? amount - amount_refunded : 0),
      0,
    );
  }

  test("is shown as unpaid, with ways to pay and to cancel", async () => {
    await see(chrome, await signInPerson(person.email), MANAGE, async (page) => {
      await page.getByText("Your subscription is unpaid. Please update your payment method.").waitFor();
      await button(page, "Fix payment").waitFor();
      await expectWayToLeave(page);
    });
  });

  /** Adds this card in Stripe's portal and returns. */
  async function fixWith(card: string, owing: Person): Promise<{ page: Page; later: Person }> {
    const later = await signInPerson(owing.email);
    expect(await codesOf(later)).toEqual(["PAYMENT_REQUIRED"]);
    const { page } = await chrome.visit({ as: later });
    await page.goto(MANAGE);
    await button(page, "Fix payment").click();
    await payWith(page, card);
    return { page, later };
  }

  test("is paid at once with another card, and the key works again", async () => {
    const { page, later } = await fixWith(CARD.works, other);
    await page.getByText("Payment received").waitFor();
    await page.getByText(`${money(CATALOG.monthly.price)} paid. Your subscription is up to date.`).waitFor();
    expect(await codesOf(later)).toEqual(["VALID"]);
    await page.reload();
    await expectNone(button(page, "Fix payment"));
  });

  test("is paid after the customer confirms the payment at the bank", async () => {
    const { page, later } = await fixWith(CARD.asksEachTime, person);
    await button(page, "Complete").click();
    await page.getByText("Your bank wants you to confirm this payment").waitFor();
    expect(await codesOf(later)).toEqual(["PAYMENT_REQUIRED"]);
    await link(page, "Confirm payment").click();
    await payWith(page, CARD.asksEachTime);
    await button(page, "Complete").click();
    await page.getByText(/^Paid on /).waitFor();
    await settle();
    expect(await codesOf(later)).toEqual(["VALID"]);
    await page.goto(MANAGE);
    await link(page, "Manage Billing").or(button(page, "Manage Billing")).waitFor();
    await expectNone(button(page, "Fix payment"));
  });

  test("loses its open payment if the customer buys a lifetime license", async () => {
    const later = await signInPerson(buyer.email);
    const { page } = await chrome.visit({ as: later });
    await page.goto("/checkout");
    await button(page, "Continue to payment").click();
    await payWith(page, CARD.works);
    await page.getByText("Payment Successful!").waitFor();
    await settle();
    await page.goto(MANAGE);
    await page.getByText("Lifetime").first().waitFor();
    await expectNone(button(page, "Fix payment"));
    const { customer_id: customer } = await subscriptionOf(later);
    expect((await stripeClient().invoices.list({ customer, status: "open" })).data).toEqual([]);
    expect(await kept(customer)).toBe(monthly.price + lifetime.price);
  });

  test("is charged a few days after the end of a suspension during which the payment became due, and a mail announces the charge", async () => {
    const { page } = await chrome.visit({ as: await admittedOperator() });
    await page.goto(`/admin/customers/${paused.userId}`);
    await button(page, "Unsuspend").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Unsuspend" }).click();
    await page.getByText("The account is no longer suspended.").waitFor();
    await settle();
    const told = (await mailTo(paused.email)).map(({ text }) => text).join();
    expect(told).toContain(`We charge ${money(monthly.price)} to your Visa ending 4242 on `);
    const later = await signInPerson(paused.email);
    expect(await codesOf(later)).toEqual(["VALID"]);
    const { customer_id: customer } = await subscriptionOf(later);
    expect(await kept(customer)).toBe(monthly.price);
    await days(8);
    expect(await kept(customer)).toBe(2 * monthly.price);
  });
});
