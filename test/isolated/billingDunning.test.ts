import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { advanceClock, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { startOwnStack } from "../support/running.ts";
import { atStripe, buy, codesOf, keysOf, stripeClient } from "../support/shop.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startOwnStack("dunning", 4760));
});
afterAll(() => close());

const as = (person: Person) => ({ token: person.accessToken });
async function pass(days: number): Promise<void> {
  await advanceClock((days * DAY) / SECOND);
  await settle();
}
async function subscriptionOf(person: Person) {
  const { body } = await call("billing/getSubscription", {}, as(person));
  return body.subscription as { subscription_id: string; customer_id: string; subscription_status: string };
}
/** From the next month on, no payment comes through. */
async function payWith(person: Person, card: string): Promise<void> {
  const { subscription_id, customer_id } = await subscriptionOf(person);
  const stripe = stripeClient();
  const method = await stripe.paymentMethods.attach(card, { customer: customer_id });
  await stripe.subscriptions.update(subscription_id, { default_payment_method: method.id });
}
const failureMails = async (person: Person) =>
  (await mailTo(person.email)).filter(({ subject }) => /did not go through/.test(subject));

test("a month is not paid: warned, tried again, stopped after 14 days, and lifted by paying", async () => {
  await atStripe("settings", { dunning_end: "past_due", retry_days: [3, 5, 7] });
  const late = await signUpPerson();
  await buy(late, "monthly");
  await payWith(late, "pm_card_chargeCustomerFail");
  await pass(31);
  await pass(1);
  expect((await subscriptionOf(late)).subscription_status).toBe("past_due");
  expect(await keysOf(late)).toMatchObject([{ code: "VALID", warning: "PAYMENT_PAST_DUE" }]);
  expect(await failureMails(late)).toHaveLength(1);
  await pass(8);
  expect(await failureMails(late)).toHaveLength(4);
  expect(await codesOf(late)).toEqual(["VALID"]);
  await pass(7);
  expect(await codesOf(late)).toEqual(["PAYMENT_REQUIRED"]);
  // Another month is billed and not paid: its invoice begins no new grace.
  await pass(17);
  expect(await codesOf(late)).toEqual(["PAYMENT_REQUIRED"]);
  await payWith(late, "pm_card_visa");
  const { subscription_id } = await subscriptionOf(late);
  const open = await stripeClient().invoices.list({ subscription: subscription_id, status: "open" });
  expect(open.data.length).toBeGreaterThan(0);
  for (const { id } of open.data) await stripeClient().invoices.pay(id ?? "");
  await settle();
  expect(await keysOf(late)).toMatchObject([{ code: "VALID", warning: null }]);
});

test.each([
  ["unpaid", "PAYMENT_REQUIRED"],
  ["canceled", "EXPIRED"],
])("dunning that ends in %s: %s; and the way to pay is open", async (dunning_end, code) => {
  await atStripe("settings", { dunning_end, retry_days: [1, 2] });
  const late = await signUpPerson();
  await buy(late, "monthly");
  await payWith(late, "pm_card_chargeCustomerFail");
  await pass(31);
  await pass(4);
  expect((await subscriptionOf(late)).subscription_status).toBe(dunning_end);
  expect(await codesOf(late)).toEqual([code]);
  if (dunning_end === "canceled") {
    expect((await buy(late, "monthly")).licenseKey).toMatch(/^[0-9A-Z-]{29}$/);
    expect(await codesOf(late)).toEqual(["VALID"]);
  } else {
    await payWith(late, "pm_card_visa");
    const { subscription_id } = await subscriptionOf(late);
    const { data } = await stripeClient().invoices.list({ subscription: subscription_id, status: "open" });
    for (const { id } of data) await stripeClient().invoices.pay(id ?? "");
    await settle();
    expect(await codesOf(late)).toEqual(["VALID"]);
  }
});

test("cancelled for the period's end: works until then, over after it, mailed once each", async () => {
  const leaving = await signUpPerson();
  await buy(leaving, "monthly");
  await call("billing/cancelSubscription", {}, as(leaving));
  await pass(29);
  expect(await codesOf(leaving)).toEqual(["VALID"]);
  await pass(3);
  expect(await codesOf(leaving)).toEqual(["EXPIRED"]);
  const subjects = (await mailTo(leaving.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /ends on/.test(subject))).toHaveLength(1);
  expect(subjects.filter((subject) => /has ended/.test(subject))).toHaveLength(1);
});
