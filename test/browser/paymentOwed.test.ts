import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CATALOG } from "#shared/billing/catalog.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import { money } from "../../web/src/ui/format.ts";
import { browser, expectNone } from "../support/browser.ts";
import { CARD, payWith } from "../support/byHand.ts";
import { advanceClock, settle } from "../support/control.ts";
import { breakCard, button, expectWayToLeave, link, MANAGE, see, subscriber } from "../support/manage.ts";
import { type Person, signInPerson } from "../support/people.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { codesOf } from "../support/shop.ts";

// Time is moved here, so the stack is this file's own.
let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startOwnStack("subscription", 4740));
});
afterAll(() => close());
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

describe("what is owed says so, and never hides the way to pay or to leave", () => {
  let person: Person;
  let other: Person;
  beforeAll(async () => {
    await setDunningEnd("unpaid");
    person = await subscriber();
    other = await subscriber();
    for (const owing of [person, other]) await breakCard(owing);
    await days(52);
  });

  test("unpaid, where nothing has come of that", async () => {
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
    const { page, later } = await fixWith(CARD.works, other);
    await page.getByText("Payment received").waitFor();
    await page.getByText(`${money(CATALOG.monthly.price)} paid. Your subscription is up to date.`).waitFor();
    expect(await codesOf(later)).toEqual(["VALID"]);
    await page.reload();
    await expectNone(button(page, "Fix payment"));
  });

  test("unpaid, where the bank wants to see the customer: paid once they confirm at the bank", async () => {
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
});
