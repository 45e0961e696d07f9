import { afterAll, beforeAll, expect, test } from "vitest";
import { CATALOG } from "#shared/billing/catalog.ts";
import { TAX } from "#shared/billing/tax.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import { sessionParams } from "../../functions/billing/checkout/checkoutSession.ts";
import { setUpTax } from "../../scripts/stripe/tax.ts";
import { join } from "../support/affiliateLinks.ts";
import { call } from "../support/api.ts";
import { browser } from "../support/browser.ts";
import { payWith } from "../support/byHand.ts";
import { advanceClock, post, settle } from "../support/control.ts";
import { firstOperator } from "../support/enter.ts";
import { broughtBy, growthOf, ledgerOf, movesOf } from "../support/figures.ts";
import { mailTo } from "../support/mail.ts";
import { button, MANAGE, subscriptionOf } from "../support/manage.ts";
import { operatingAs } from "../support/operatorCalls.ts";
import { type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { activateKey, atStripe, codesOf, openCheckout, paymentOf, stripeClient } from "../support/shop.ts";

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

/** A buyer in Germany, whose key is in use. */
async function taxedBuyer() {
  const person = await signUpPerson();
  const { id } = await openTaxed(person);
  await post(`${stack().stripe.apiUrl}/_control/checkout/${id}/pay`, {
    card: "4242424242424242",
    place: "DE",
  });
  await settle();
  expect(await activateKey(person)).toBe("VALID");
  const payment = await paymentOf(id);
  return { person, ...payment };
}

async function disputed(charge: string, outcome: "won" | "lost", person: Person): Promise<void> {
  const { id } = (await atStripe("disputes", { charge })) as { id: string };
  await settle();
  expect(await codesOf(person)).toEqual(["SUSPENDED"]);
  await atStripe(`disputes/${id}/close`, { outcome });
  await settle();
}

const commissionOf = async (payment: string) =>
  (await ledgerOf(affiliate)).commissions.find(({ id }) => id === payment);
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

test("a dispute takes the tax as well, and a renewal is taxed by the address", async () => {
  const start = await figures();
  const moved = async () => (await figures()).map((cents, at) => cents - (start[at] ?? 0));
  const lost = await taxedBuyer();
  await advanceClock(1);
  await disputed(lost.charge, "lost", lost.person);
  expect(await codesOf(lost.person)).toEqual(["REVOKED"]);
  expect(await commissionOf(lost.payment_intent)).toMatchObject({ baseCents: 3000, reversedCents: 600 });
  expect(await moved()).toEqual([3000, 3000, 0]);

  const won = await taxedBuyer();
  await disputed(won.charge, "won", won.person);
  expect(await codesOf(won.person)).toEqual(["VALID"]);
  expect(await commissionOf(won.payment_intent)).toMatchObject({ baseCents: 3000, reversedCents: 0 });
  expect(await moved()).toEqual([6000, 3000, 3000]);

  const month = (32 * DAY) / SECOND;
  await advanceClock(month);
  await settle();
  const later = await signInPerson(won.person.email);
  const [renewal] = (await mailTo(later.email)).filter(({ subject }) => /^Your \S+ receipt/.test(subject));
  expect(renewal?.text).toContain(`We received $35.70 for ${CATALOG.monthly.name}.`);
  expect(renewal?.text).toMatch(/Tax included:? \$5\.70/);
  expect((await ledgerOf(affiliate)).commissions.filter(({ status }) => status !== "reversed")).toHaveLength(
    2,
  );
  await call("billing/cancelSubscription", {}, { token: later.accessToken });
  await advanceClock(month);
  await settle();
  const last = await signInPerson(won.person.email);
  expect(await codesOf(last)).toEqual(["EXPIRED"]);
  const { subscription_id: subscription } = await subscriptionOf(last);
  const { data } = await stripeClient().invoices.list({ subscription });
  expect(data.map(({ amount_paid }) => amount_paid)).toEqual([3570, 3570]);
});
