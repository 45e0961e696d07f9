import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { browser, expectAccessible, expectNone, expectNoSidewaysScroll, show } from "../support/browser.ts";
import { payWith } from "../support/byHand.ts";
import { settle } from "../support/control.ts";
import { firstOperator } from "../support/enter.ts";
import { mailTo } from "../support/mail.ts";
import { subscriber, subscriptionOf } from "../support/manage.ts";
import { type Person, signInPerson } from "../support/people.ts";
import { startOwnStack } from "../support/running.ts";
import { atStripe, codesOf, computer, keysOf, stripeClient } from "../support/shop.ts";

// The switch changes a page that other browser tests look at: this file has its own stack.

const chrome = browser();
let close: () => Promise<void>;
let operator: Person;
beforeAll(async () => {
  ({ close } = await startOwnStack("lifetime-credit", 5440));
  operator = await firstOperator();
});
afterAll(() => close());

const WHOLE =
  "Once you own the lifetime license, your subscription stops renewing and ends with its paid period.";

test("until the operator gives it, a subscriber pays the whole price and no page mentions a credit", async () => {
  const { page, problems, leave } = await chrome.visit({ as: await subscriber() });
  await page.goto("/checkout");
  await page.getByText(WHOLE).waitFor();
  await expectNone(page.getByText(/unused|credit/i));
  expect(problems).toEqual([]);
  await leave();
});

test("switched on: shown to the cent, paid, used with the same key, found, refunded and disputed", async () => {
  const desk = await chrome.visit({ as: operator });
  await desk.page.goto("/admin/settings");
  await desk.page.getByRole("switch", { name: "Credit unused days" }).click();
  await desk.page.getByRole("button", { name: "Save credit" }).click();
  await desk.page.getByText("Saved.").waitFor();
  await expectAccessible(desk.page);

  const person = await subscriber();
  const [key] = await keysOf(person);
  const licenseKey = key?.license_key ?? "";
  await call("licenses/activate", { licenseKey, ...computer("desk") });
  const { subscription_id } = await subscriptionOf(person);

  const { page, problems } = await chrome.visit({ as: person });
  await page.goto("/checkout");
  await page.getByText("Unused days of your subscription").waitFor();
  for (const dark of [true, false])
    for (const width of [360, 1280]) {
      await show(page, { dark, width });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  const summary = await page.getByRole("term").filter({ hasText: "Total" }).locator("..").innerText();
  const total = /\$3,9\d\d\.\d\d/.exec(summary)?.[0] ?? "none";
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByText(total).first().waitFor();
  await payWith(page, "4242424242424242");
  await page.getByText("Payment Successful!").waitFor();
  await settle();
  const subscription = await stripeClient().subscriptions.retrieve(subscription_id);
  expect(subscription.status).toBe("canceled");
  expect(await keysOf(person)).toMatchObject([{ license_key: licenseKey, code: "VALID" }]);
  const { body } = await call("licenses/validate", { licenseKey, fingerprint: computer("desk").fingerprint });
  expect(body.code).toBe("VALID");
  const receipts = (await mailTo(person.email)).map(({ text }) => text);
  expect(receipts).toContainEqual(expect.stringMatching(/\$29\.\d\d for unused days of your subscription/));
  expect(receipts).toContainEqual(expect.stringContaining(`We received ${total} for`));
  expect(receipts.join()).not.toContain("Your subscription ended on");
  await page.goto("/dashboard/subscription");
  await page
    .getByText(/lifetime/i)
    .first()
    .waitFor();
  expect(problems).toEqual([]);

  await desk.page.goto(`/admin/customers/${person.userId}`);
  await desk.page.getByText(total).first().waitFor();
  const { data } = await stripeClient().paymentIntents.list({ customer: String(subscription.customer) });
  const payment = data.find(({ metadata }) => metadata.product === "lifetime");
  expect(`$${((payment?.amount ?? 0) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`).toBe(
    total,
  );

  await atStripe("disputes", { charge: payment?.latest_charge });
  await settle();
  const then = await signInPerson(person.email);
  expect(await codesOf(then)).toEqual(["SUSPENDED"]);
  const [dispute] = (await stripeClient().disputes.list({ payment_intent: payment?.id ?? "" })).data;
  await atStripe(`disputes/${dispute?.id}/close`, { outcome: "won" });
  await settle();
  expect(await codesOf(then)).toEqual(["VALID"]);
  const refund = await stripeClient().refunds.create({ payment_intent: payment?.id ?? "" });
  expect(refund.amount).toBe(payment?.amount);
  await settle();
  expect(await codesOf(then)).toEqual(["REVOKED"]);
  expect((await stripeClient().subscriptions.retrieve(subscription_id)).status).toBe("canceled");
});
