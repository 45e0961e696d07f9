import { afterAll, beforeAll, expect, test } from "vitest";
import { CATALOG } from "#shared/billing/catalog.ts";
import { TAX } from "#shared/billing/tax.ts";
import { sessionParams } from "../../functions/billing/checkout/checkoutSession.ts";
import { setUpTax } from "../../scripts/stripe/tax.ts";
import { join } from "../support/affiliateLinks.ts";
import { browser } from "../support/browser.ts";
import { payWith } from "../support/byHand.ts";
import { advanceClock, settle } from "../support/control.ts";
import { firstOperator } from "../support/enter.ts";
import { broughtBy, growthOf, movesOf } from "../support/figures.ts";
import { mailTo } from "../support/mail.ts";
import { button, MANAGE } from "../support/manage.ts";
import { operatingAs } from "../support/operatorCalls.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { activateKey, codesOf, openCheckout, stripeClient } from "../support/shop.ts";

// Stripe collects tax for everybody on the stack: this file has its own.

const chrome = browser();
let close: () => Promise<void>;
let operator: Person;
let affiliate: Person & { code: string };
const ask = operatingAs(() => operator);
const collected = { ...TAX, isCollected: true };
beforeAll(async () => {
  ({ close } = await startOwnStack("tax", 5480));
  operator = await firstOperator();
  affiliate = await join();
  const { settings, registrations } = stripeClient().tax;
  await settings.update({ head_office: { address: { country: "DE" } } });
  await registrations.create({
    active_from: "now",
    country: "DE",
    country_options: { de: { type: "oss_union" } },
  });
  await setUpTax(stripeClient(), collected, () => {});
});
afterAll(() => close());

/**
 * Opens the page that the checkout opens where the shop collects tax. The switch is a constant of the code, which the
 * stack runs switched off: the same buyer's page takes the place of theirs, with what the switch adds.
 */
async function openTaxed(person: Person) {
  const { body } = await openCheckout(person, "monthly", "/dashboard", { affiliateCode: affiliate.code });
  const { sessions } = stripeClient().checkout;
  const { customer } = await sessions.expire(String(body.sessionId));
  const [price] = (await stripeClient().prices.list({ product: CATALOG.monthly.stripeProductId })).data;
  return sessions.create(
    sessionParams(
      {
        product: CATALOG.monthly,
        priceId: price?.id ?? "",
        userId: person.userId,
        customer: String(customer),
        successUrl: new URL(`${stack().siteUrl}/success`),
        cancelUrl: new URL(`${stack().siteUrl}/dashboard`),
        promotionCode: null,
      },
      collected,
    ),
  );
}

/** Payments, refunds and recurring revenue, in cents. */
const figures = async () => {
  const { now } = await growthOf(ask);
  return [now.payments.cents, now.refunds.cents, now.mrr_end_cents];
};

test("tax is paid with an address, shown on receipt and invoice, refunded with its share, and in no figure", async () => {
  const buyer = await signUpPerson();
  const { url } = await openTaxed(buyer);
  const { page, problems } = await chrome.visit({ as: buyer });
  await page.goto(url ?? "");
  await page.getByLabel("Country").selectOption("DE");
  await payWith(page, "4242424242424242");
  await page.getByText("Tax for your address has changed the total.").waitFor();
  expect(await page.locator(".amount").textContent()).toContain("$35.70");
  await payWith(page, "4242424242424242");
  await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  await settle();
  const [receipt] = (await mailTo(buyer.email)).filter(({ subject }) =>
    /license key and receipt/.test(subject),
  );
  expect(receipt?.text).toContain(`We received $35.70 for ${CATALOG.monthly.name}.`);
  expect(receipt?.text).toMatch(/Tax included:? \$5\.70/);
  await page.goto(MANAGE);
  await page.getByText("$5.70 tax").waitFor();
  expect(await activateKey(buyer)).toBe("VALID");
  expect(await broughtBy(ask, affiliate)).toEqual([3000, 600]);
  expect(await figures()).toEqual([3000, 0, 3000]);

  // A third goes back, then the rest: the tax with it.
  const desk = await chrome.visit({ as: operator });
  const give = async (amount: string, left: string) => {
    await desk.page.goto(`/admin/customers/${buyer.userId}`);
    await button(desk.page, "Refund").click();
    const dialog = desk.page.getByRole("dialog", { name: `Refund ${buyer.email}?` });
    await dialog.getByText(`Up to ${left} of $35.70.`).waitFor();
    await dialog.getByLabel("Amount in USD").fill(amount);
    await dialog.getByRole("button", { name: `Refund $${amount}` }).click();
    await desk.page.getByText("The refund is on its way.").waitFor();
    await settle();
  };
  await give("11.90", "$35.70");
  expect(await codesOf(buyer)).toEqual(["VALID"]);
  expect(await broughtBy(ask, affiliate)).toEqual([2000, 400]);
  expect(await figures()).toEqual([3000, 1000, 3000]);
  // Stripe counts whole seconds, and a subscription that ends in the second of its beginning was never worth anything.
  await advanceClock(1);
  await give("23.80", "$23.80");
  expect(await codesOf(buyer)).toEqual(["REVOKED"]);
  expect(await movesOf(ask, "money", buyer)).toEqual(["payment 3000", "refund 1000", "refund 2000"]);
  expect(await broughtBy(ask, affiliate)).toBeUndefined();
  expect(await figures()).toEqual([3000, 3000, 0]);
  expect([...problems, ...desk.problems]).toEqual([]);
});
