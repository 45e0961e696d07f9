import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { browser, expectNone } from "../support/browser.ts";
import { payWith } from "../support/byHand.ts";
import { advanceClock, settle } from "../support/control.ts";
import {
  button,
  expectWayToLeave,
  link,
  MANAGE,
  see,
  subscriber,
  subscriptionOf,
} from "../support/manage.ts";
import { type Person, signInPerson } from "../support/people.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { codesOf, stripeClient } from "../support/shop.ts";

// Time is moved here, so the stack is this file's own.
let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startOwnStack("subscription", 4740));
});
afterAll(() => close());
const chrome = browser();

/** The next payments are refused by the bank. */
async function breakCard(person: Person): Promise<void> {
  const { customer_id, subscription_id } = await subscriptionOf(person);
  const stripe = stripeClient();
  const card = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer_id });
  await stripe.subscriptions.update(subscription_id, { default_payment_method: card.id });
}

const setDunningEnd = (dunning_end: "canceled" | "unpaid") =>
  fetch(`${stack().stripe.apiUrl}/_control/settings`, {
    method: "POST",
    body: JSON.stringify({ dunning_end }),
  });

async function days(count: number): Promise<void> {
  await advanceClock((count * DAY) / SECOND);
  await settle();
}

describe("what is owed says so, and never hides the way to pay or to leave", () => {
  let person: Person;
  let other: Person;
  beforeAll(async () => {
    await setDunningEnd("unpaid");
    person = await subscriber();
    other = await subscriber();
    for (const owing of [person, other]) await breakCard(owing);
    await days(32);
  });

  test("past due, with the way to another card", async () => {
    const later = await signInPerson(person.email);
    await see(chrome, later, MANAGE, async (page) => {
      await page.getByText("Your payment is past due. Please update your payment method.").waitFor();
      await button(page, "Fix payment").waitFor();
      await expectWayToLeave(page);
    });
    await see(chrome, later, "/dashboard", async (page) => {
      await page.getByText("Your payment of $30.00 did not go through").waitFor();
      await page.getByText(/It has been due since .+ Your key works until .+/).waitFor();
      await button(page, "Fix payment").waitFor();
      await expectNone(link(page, "Get Lifetime Access"));
    });
    await see(chrome, later, "/dashboard/subscription", async (page) => {
      await button(page, "Fix payment").waitFor();
      await link(page, "Open Management").waitFor();
    });
    const { page } = await chrome.visit({ as: later });
    await page.goto(MANAGE);
    await button(page, "Fix payment").click();
    await page.waitForURL(`${stack().stripe.apiUrl}/**`);
    await page.getByLabel(/card number/i).waitFor();
  });

  test("unpaid, where nothing has come of that", async () => {
    await days(20);
    await see(chrome, await signInPerson(person.email), MANAGE, async (page) => {
      await page.getByText("Your subscription is unpaid. Please update your payment method.").waitFor();
      await button(page, "Fix payment").waitFor();
      await expectWayToLeave(page);
    });
  });

  /** Back from Stripe's portal with another card. */
  async function fixWith(card: string, owing: Person): Promise<{ page: Page; later: Person }> {
    const later = await signInPerson(owing.email);
    expect(await codesOf(later)).toEqual(["PAYMENT_REQUIRED"]);
    const { page } = await chrome.visit({ as: later });
    await page.goto(MANAGE);
    await button(page, "Fix payment").click();
    await payWith(page, card);
    return { page, later };
  }

  test("unpaid and fixed: another card pays it at once, and the key works again", async () => {
    const { page, later } = await fixWith("4242424242424242", other);
    await page.getByText("Payment received").waitFor();
    await page.getByText("$30.00 paid. Your subscription is up to date.").waitFor();
    expect(await codesOf(later)).toEqual(["VALID"]);
    await page.reload();
    await expectNone(button(page, "Fix payment"));
  });

  test("unpaid, where the bank wants to see the customer: paid once they confirm at the bank", async () => {
    const asksEachTime = "4000002760003184";
    const { page, later } = await fixWith(asksEachTime, person);
    await button(page, "Complete").click();
    await page.getByText("Your bank wants you to confirm this payment").waitFor();
    expect(await codesOf(later)).toEqual(["PAYMENT_REQUIRED"]);
    await link(page, "Confirm payment").click();
    await payWith(page, asksEachTime);
    await button(page, "Complete").click();
    await page.getByText(/^Paid on /).waitFor();
    await settle();
    expect(await codesOf(later)).toEqual(["VALID"]);
    await page.goto(MANAGE);
    await link(page, "Manage Billing").or(button(page, "Manage Billing")).waitFor();
    await expectNone(button(page, "Fix payment"));
  });
});
