import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aSubscription, CARD, refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

async function open(more: object = {}) {
  const subscription = await aSubscription(bench.stripe);
  const customer = String(subscription.customer);
  const session = await bench.stripe.billingPortal.sessions.create({
    customer,
    return_url: "https://site.test/account",
    ...more,
  });
  return { subscription, customer, session };
}
const cardOf = async (customer: string) => {
  const found = await bench.stripe.customers.retrieve(customer, {
    expand: ["invoice_settings.default_payment_method"],
  });
  return found.deleted ? undefined : found.invoice_settings.default_payment_method;
};

describe("the portal", () => {
  test("shows the subscription, the card, the invoices and the return link", async () => {
    const { session } = await open();
    const page = await (await fetch(session.url)).text();
    for (const words of [
      "Plan",
      "Renews on",
      "visa •••• 4242",
      "-0001",
      "https://site.test/account",
      "Cancel subscription",
    ])
      expect(page).toContain(words);
  });

  test("expires after an hour", async () => {
    const { session } = await open();
    await bench.forward({ minutes: 61 });
    expect((await fetch(session.url)).status).toBe(404);
  });

  test("changes the card, and shows the error of a declined card", async () => {
    const { session, customer } = await open();
    const declined = await bench.form(`${session.url}/card`, { ...CARD, number: "4000 0000 0000 0002" });
    expect(await declined.text()).toContain("Your card was declined.");
    await bench.form(`${session.url}/card`, { ...CARD, number: "5555 5555 5555 4444" });
    expect(await cardOf(customer)).toMatchObject({ card: { last4: "4444", brand: "mastercard" } });
  });

  test("charges the new card at the next renewal, unless the subscription has its own card", async () => {
    const { session, subscription } = await open();
    await bench.form(`${session.url}/card`, { ...CARD, number: "5555 5555 5555 4444" });
    await bench.forward({ days: 32 });
    const last4 = async () =>
      (await bench.stripe.charges.list()).data[0]?.payment_method_details?.card?.last4;
    expect(await last4()).toBe("4444");
    const own = await bench.stripe.paymentMethods.attach("pm_card_amex", {
      customer: String(subscription.customer),
    });
    await bench.stripe.subscriptions.update(subscription.id, { default_payment_method: own.id });
    await bench.forward({ days: 31 });
    expect(await last4()).toBe("0005");
  });

  test("accepts a 3-D Secure card after the bank's page", async () => {
    const { session, customer } = await open();
    const asked = await bench.form(`${session.url}/card`, { ...CARD, number: "4000 0027 6000 3184" });
    const back = await bench.form(new URL(asked.headers.get("location") ?? "", bench.sandbox.url).href, {
      answer: "complete",
    });
    await fetch(back.headers.get("location") ?? "");
    expect(await cardOf(customer)).toMatchObject({ card: { last4: "3184" } });
  });

  test("cannot change another customer's subscription", async () => {
    const { session } = await open();
    const other = await aSubscription(bench.stripe);
    expect((await bench.form(`${session.url}/cancel/${other.id}`, {})).status).toBe(404);
    expect((await bench.stripe.subscriptions.retrieve(other.id)).cancel_at).toBeNull();
  });
});

describe("a flow", () => {
  test("payment_method_update opens the card page and redirects at the end", async () => {
    const { session, customer } = await open({
      flow_data: {
        type: "payment_method_update",
        after_completion: { type: "redirect", redirect: { return_url: "https://site.test/done" } },
      },
    });
    expect(session.flow).toMatchObject({ type: "payment_method_update" });
    expect(await (await fetch(session.url)).text()).toContain("Change card");
    const done = await bench.form(`${session.url}/card`, { ...CARD, number: "5555 5555 5555 4444" });
    expect(done.headers.get("location")).toBe("https://site.test/done");
    expect(await cardOf(customer)).toMatchObject({ card: { last4: "4444" } });
  });

  test("subscription_cancel needs one of the customer's subscriptions", async () => {
    const { customer, subscription } = await open();
    const other = await aSubscription(bench.stripe);
    const flow = (id: string) =>
      bench.stripe.billingPortal.sessions.create({
        customer,
        flow_data: { type: "subscription_cancel", subscription_cancel: { subscription: id } },
      });
    expect((await refusal(flow(other.id))).statusCode).toBe(400);
    expect(await (await fetch((await flow(subscription.id)).url)).text()).toContain("Cancel subscription?");
  });
});

test("the configuration decides what the portal offers", async () => {
  await open();
  const [configuration] = (await bench.stripe.billingPortal.configurations.list()).data;
  await bench.stripe.billingPortal.configurations.update(configuration?.id ?? "", {
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: false },
      subscription_cancel: { enabled: false },
    },
  });
  const { session, subscription } = await open();
  const page = await (await fetch(session.url)).text();
  expect(page).toContain("Invoice history");
  expect(page).not.toContain("Change card");
  expect((await bench.form(`${session.url}/cancel/${subscription.id}`, {})).status).toBe(404);
});
