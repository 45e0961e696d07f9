import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { CATALOG, type ProductId } from "#shared/catalog/catalog.ts";
import { call } from "../support/api.ts";
import { advanceClock, payCheckout, setDelivery, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { atStripe, buy, codesOf, keysOf, openCheckout, paymentOf, stripeClient } from "../support/shop.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

const as = (person: Person) => ({ token: person.accessToken });
const subjects = async (person: Person) => (await mailTo(person.email)).map(({ subject }) => subject);
const toOperator = async (about: string) =>
  (await mailTo(stack().operator.email)).filter(({ text }) => text.includes(about));

async function refund(payment: string, amount?: number) {
  const made = await stripeClient().refunds.create({
    payment_intent: payment,
    ...(amount === undefined ? {} : { amount }),
  });
  await settle();
  return made;
}

describe.each<ProductId>(["monthly", "lifetime"])("the payment for %s", (product) => {
  let buyer: Person;
  let payment: { payment_intent: string; charge: string };
  beforeEach(async () => {
    buyer = await signUpPerson();
    payment = await paymentOf((await buy(buyer, product)).sessionId);
  });

  test("a full refund withdraws the license, and a failed refund restores it", async () => {
    const { id } = await refund(payment.payment_intent);
    expect(await codesOf(buyer)).toEqual(["REVOKED"]);
    expect((await mailTo(buyer.email))[0]?.text).toMatch(/license (has|have) ended\./);
    await atStripe(`refunds/${id}/fail`);
    await settle();
    expect(await codesOf(buyer)).toEqual(["VALID"]);
    expect(await toOperator(id)).toHaveLength(1);
  });

  test("a partial refund leaves the license valid", async () => {
    await refund(payment.payment_intent, 500);
    expect(await codesOf(buyer)).toEqual(["VALID"]);
    expect((await mailTo(buyer.email))[0]?.text).toMatch(/^Your license .*stays? as (it is|they are)\.$/m);
  });

  test("a dispute suspends the license until the dispute is won", async () => {
    const { id } = (await atStripe("disputes", { charge: payment.charge })) as { id: string };
    await settle();
    expect(await codesOf(buyer)).toEqual(["SUSPENDED"]);
    expect(await toOperator(id)).toHaveLength(1);
    await atStripe(`disputes/${id}/close`, { outcome: "won" });
    await settle();
    expect(await codesOf(buyer)).toEqual(["VALID"]);
  });

  test("a lost dispute withdraws the license", async () => {
    const { id } = (await atStripe("disputes", { charge: payment.charge })) as { id: string };
    await atStripe(`disputes/${id}/close`, { outcome: "lost" });
    await settle();
    expect(await codesOf(buyer)).toEqual(["REVOKED"]);
  });

  test("an inquiry and a fraud warning leave the license valid, and the operator gets a mail about the warning", async () => {
    await atStripe("disputes", { charge: payment.charge, reason: "inquiry" });
    await atStripe("early_fraud_warnings", { charge: payment.charge });
    await settle();
    expect(await codesOf(buyer)).toEqual(["VALID"]);
    expect((await toOperator(payment.payment_intent)).map(({ subject }) => subject)).toContain(
      "Early fraud warning",
    );
    // The warning itself names only the payment.
    const listed = (await rowsOf("Events")).filter(({ queue }) => queue === `events#${buyer.userId}`);
    expect(listed.map(({ type }) => type)).toContain("radar.early_fraud_warning.created");
  });
});

test("a new subscription takes the key of the buyer's ended subscription", async () => {
  const buyer = await signUpPerson();
  const { licenseKey } = await buy(buyer, "monthly");
  const { body } = await call("subscriptions/getSubscription", {}, as(buyer));
  const { subscription_id } = body.subscription as { subscription_id: string };
  await stripeClient().subscriptions.cancel(subscription_id);
  await settle();
  expect(await codesOf(buyer)).toEqual(["EXPIRED"]);
  expect(await subjects(buyer)).toContain(`Your ${BRAND.name} subscription has ended`);
  expect((await buy(buyer, "monthly")).licenseKey).toBe(licenseKey);
  expect(await keysOf(buyer)).toMatchObject([{ license_key: licenseKey, code: "VALID" }]);
});

test("a cancellation takes effect at the period's end, causes one mail, and can be undone", async () => {
  const buyer = await signUpPerson();
  await buy(buyer, "monthly");
  const shown = async () => (await call("subscriptions/getSubscription", {}, as(buyer))).body.subscription;
  // Canceling and keeping do not wait for the webhook, which later finds nothing to change.
  await setDelivery("paused");
  const canceled = await call("subscriptions/cancelSubscription", {}, as(buyer));
  expect(canceled.body.subscription).toMatchObject({
    cancel_at_period_end: true,
    subscription_status: "active",
  });
  expect(await shown()).toEqual(canceled.body.subscription);
  await setDelivery("normal");
  await settle();
  expect(await codesOf(buyer)).toEqual(["VALID"]);
  expect((await subjects(buyer)).filter((subject) => /subscription ends on/.test(subject))).toHaveLength(1);
  await setDelivery("paused");
  const kept = await call("subscriptions/keepSubscription", {}, as(buyer));
  expect(kept.body.subscription).toMatchObject({ cancel_at_period_end: false });
  expect(await shown()).toEqual(kept.body.subscription);
  await setDelivery("normal");
  await settle();
  expect(await shown()).toEqual(kept.body.subscription);
});

test("a customer's request with `force` reads changes from Stripe before their webhooks arrive", async () => {
  const buyer = await signUpPerson();
  await setDelivery("paused");
  const sessionId = String((await openCheckout(buyer, "monthly")).body.sessionId);
  await atStripe(`checkout/${sessionId}/pay`);
  expect((await call("subscriptions/getSubscription", {}, as(buyer))).body.subscription).toBeNull();
  const read = await call("subscriptions/getSubscription", { force: "true" }, as(buyer));
  expect(read.body.subscription).toMatchObject({ subscription_status: "active" });
  const { subscription_id } = read.body.subscription as { subscription_id: string };
  await stripeClient().subscriptions.cancel(subscription_id);
  const after = await call("subscriptions/getSubscription", { force: "true" }, as(buyer));
  expect(after.body.subscription).toMatchObject({ subscription_status: "canceled" });
  expect(await codesOf(buyer)).toEqual(["EXPIRED"]);
  await setDelivery("normal");
  await settle();
  expect(await codesOf(buyer)).toEqual(["EXPIRED"]);
});

test("if a buyer opens the checkout in two windows at once, only one page can be paid", async () => {
  const buyer = await signUpPerson();
  const sessions = await Promise.all([openCheckout(buyer, "monthly"), openCheckout(buyer, "monthly")]);
  const ids = sessions.map(({ body }) => String(body.sessionId));
  const customer = String((await stripeClient().checkout.sessions.retrieve(ids[0] ?? "")).customer);
  // Reads the customer's pages from Stripe, because both answers may name the newest page.
  const { data: made } = await stripeClient().checkout.sessions.list({ customer });
  expect(made).toHaveLength(2);
  expect(made.filter(({ status }) => status === "open")).toHaveLength(1);
  for (const { id, status } of made)
    if (status === "open") await payCheckout(id);
    else await expect(payCheckout(id)).rejects.toThrow();
  await settle();
  expect((await stripeClient().subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);
  expect((await stripeClient().charges.list({ customer })).data).toHaveLength(1);
  expect(await codesOf(buyer)).toEqual(["VALID"]);
});

test("if a customer has two subscriptions, one is ended and refunded, and the other continues", async () => {
  const buyer = await signUpPerson();
  await buy(buyer, "monthly");
  const customer = String((await rowsOf("Users")).find(({ pk }) => pk === buyer.userId)?.stripeCustomerId);
  const stripe = stripeClient();
  const [first] = (await stripe.subscriptions.list({ customer })).data;
  const method = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  await stripe.subscriptions.create({
    customer,
    metadata: { userId: buyer.userId },
    items: [{ price: String(first?.items.data[0]?.price.id) }],
    default_payment_method: method.id,
  });
  await settle();
  // Both began in the same second, so either of them may count as the second subscription.
  const { data } = await stripe.subscriptions.list({ customer, status: "all" });
  expect(data.map(({ status }) => status).sort()).toEqual(["active", "canceled"]);
  const ended = data.find(({ status }) => status === "canceled");
  const { data: payments } = await stripe.invoicePayments.list({ invoice: String(ended?.latest_invoice) });
  const { data: refunds } = await stripe.refunds.list({
    payment_intent: String(payments[0]?.payment.payment_intent),
  });
  expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([
    [CATALOG.monthly.price, "succeeded"],
  ]);
  expect((await codesOf(buyer)).filter((code) => code === "VALID")).toHaveLength(1);
  expect(await toOperator(String(ended?.id))).toHaveLength(1);
  expect(await subjects(buyer)).not.toContain(`Your ${BRAND.name} subscription has ended`);
});

test("a subscriber who buys the lifetime license pays no further month and cannot resume the subscription", async () => {
  const buyer = await signUpPerson();
  await buy(buyer, "monthly");
  await buy(buyer, "lifetime");
  const { body } = await call("subscriptions/getSubscription", {}, as(buyer));
  expect(body).toMatchObject({ lifetime: true, subscription: { cancel_at_period_end: true } });
  expect((await call("subscriptions/keepSubscription", {}, as(buyer))).body.code).toBe("ALREADY_OWNED");
  expect((await openCheckout(buyer, "lifetime")).body.code).toBe("ALREADY_OWNED");
  expect((await openCheckout(buyer, "monthly")).body.code).toBe("ALREADY_OWNED");
  expect(await codesOf(buyer)).toEqual(["VALID", "VALID"]);
});

test("only customers who have bought something can list invoices and open the portal", async () => {
  const buyer = await signUpPerson();
  const return_url = `${stack().siteUrl}/dashboard`;
  expect((await call("subscriptions/listInvoices", {}, as(buyer))).body.invoices).toEqual([]);
  expect((await call("subscriptions/openPortal", { return_url }, as(buyer))).body.code).toBe("NOT_FOUND");
  await buy(buyer, "monthly");
  await advanceClock(1);
  await buy(buyer, "lifetime");
  const { invoices } = (await call("subscriptions/listInvoices", {}, as(buyer))).body;
  expect(invoices).toMatchObject([
    { amount_paid: CATALOG.lifetime.price, status: "paid", invoice_pdf: expect.stringMatching(/\/pdf$/) },
    { amount_paid: CATALOG.monthly.price, status: "paid", number: expect.any(String) },
  ]);
  const after = (cursor: string) => call("subscriptions/listInvoices", { cursor }, as(buyer));
  for (const cursor of ["", "x"])
    expect(await after(cursor)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", field: "cursor" },
    });
  expect(await after("in_1")).toMatchObject({ status: 404, body: { code: "NOT_FOUND", field: "cursor" } });
  for (const flow of [{}, { flow: "payment_method_update" as const }])
    expect((await call("subscriptions/openPortal", { return_url, ...flow }, as(buyer))).body.url).toMatch(
      /\/p\/session\//,
    );
  const elsewhere = await call("subscriptions/openPortal", { return_url: "https://example.org/" }, as(buyer));
  expect(elsewhere).toMatchObject({ status: 400, body: { field: "return_url" } });
});

test("the mails about a purchase and its refund are each sent once, as text and as HTML", async () => {
  const buyer = await signUpPerson();
  const { sessionId, licenseKey } = await buy(buyer, "lifetime");
  await refund((await paymentOf(sessionId)).payment_intent);
  const mails = (await mailTo(buyer.email)).filter(({ subject }) => /license key|refund/.test(subject));
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Your ${BRAND.name} refund of $4,000.00`,
    `Your ${BRAND.name} license key and receipt`,
  ]);
  for (const { text, html } of mails) {
    expect(text.length).toBeGreaterThan(80);
    expect(html).toContain("<!doctype html>");
  }
  expect(mails[1]?.text).toContain("We received $4,000.00 for Lifetime Access");
  expect(mails[1]?.text).toContain(licenseKey);
  expect(mails[1]?.html).toContain(licenseKey);
});
