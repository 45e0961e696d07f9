import Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { API_VERSION, openEngine, operations, type StripeEngine, signWebhook } from "../src/index.ts";
import { BACK } from "./checkouts.ts";
import { secondsAt } from "./sandbox.ts";

const DAY = 24 * 60 * 60;
const DECLINED = "4000000000000002";

let now: number;
let told: string[];
let engine: StripeEngine;
beforeEach(() => {
  now = secondsAt("2027-03-10T09:00:00Z");
  told = [];
  engine = openEngine({
    now: () => new Date(now * 1000),
    deliver: (event, endpoints) => void told.push(`${event.type} to ${endpoints.length}`),
  });
});

/** Calls the API without a network. */
async function call(method: string, path: string, params?: Record<string, string>) {
  const response = await engine.fetch(
    new Request(`http://stripe.local/v1/${path}`, {
      method,
      headers: { authorization: "Bearer sk_test_sandbox" },
      ...(params && { body: new URLSearchParams(params) }),
    }),
  );
  return (await response.json()) as { id: string };
}

async function monthlyCheckout(): Promise<string> {
  const product = await call("POST", "products", { name: "Plan" });
  const price = await call("POST", "prices", {
    product: product.id,
    currency: "usd",
    unit_amount: "1200",
    "recurring[interval]": "month",
  });
  const session = await call("POST", "checkout/sessions", {
    mode: "subscription",
    "line_items[0][price]": price.id,
    "line_items[0][quantity]": "1",
    ...BACK,
  });
  return session.id;
}

describe("an engine without a port", () => {
  test("sells, delivers an event, and renews on catchUp", async () => {
    await call("POST", "webhook_endpoints", { url: "https://shop.test/hook", "enabled_events[0]": "*" });
    const session = await monthlyCheckout();
    expect(engine.acts.payCheckout(session)).toMatchObject({ status: "complete", payment_status: "paid" });
    expect(told).toContain("customer.subscription.created to 1");
    now = secondsAt("2027-04-10T11:00:00Z");
    expect(engine.nextDue()).toBeLessThan(now);
    engine.catchUp(now);
    expect(engine.store.all("invoice").map(({ status }) => status)).toEqual(["paid", "paid"]);
  });

  test("restores a kept state with its planned work", async () => {
    const session = await monthlyCheckout();
    const due = engine.nextDue();
    const goBack = engine.keep();
    engine.acts.payCheckout(session);
    expect(engine.nextDue()).not.toBe(due);
    goBack();
    expect(engine.store.find("checkoutSession", session)?.status).toBe("open");
    expect(engine.nextDue()).toBe(due);
  });

  test("refuses an act with Stripe's message", async () => {
    const session = await monthlyCheckout();
    expect(() => engine.acts.payCheckout(session, { card: DECLINED })).toThrow("Your card was declined.");
    expect(engine.store.find("checkoutSession", session)?.status).toBe("open");
    expect(() => engine.acts.refund("ch_unknown")).toThrow("No such charge: 'ch_unknown'");
  });

  test("has acts for the card, the subscription and the balance", async () => {
    engine.acts.payCheckout(await monthlyCheckout());
    const [subscription] = engine.store.all("subscription");
    const [charge] = engine.store.all("charge");
    if (!subscription || !charge) throw new Error("nothing was sold");
    engine.acts.changeCard(subscription.customer, "5555555555554444", "https://shop.test");
    const customer = engine.store.find("customer", subscription.customer);
    const card = String(customer?.invoice_settings.default_payment_method);
    expect(engine.store.find("paymentMethod", card)?.card?.brand).toBe("mastercard");
    expect(engine.acts.setSubscriptionCard(subscription.id, card).default_payment_method).toBe(card);
    engine.acts.cancelInPortal(subscription.id);
    expect(engine.store.find("subscription", subscription.id)?.cancel_at).toBeGreaterThan(now);
    engine.acts.keepInPortal(subscription.id);
    expect(engine.store.find("subscription", subscription.id)?.cancel_at).toBeNull();
    expect(engine.acts.refund(charge.id, 500).amount).toBe(500);
    engine.catchUp(now + 3 * DAY);
    const before = engine.available("usd");
    engine.acts.bookMoney({ amount: -200, currency: "usd", type: "payout", source: "po_test" });
    expect(engine.available("usd")).toBe(before - 200);
  });
});

test("the SDK accepts a webhook that signWebhook signed", () => {
  const body = JSON.stringify({ id: "evt_1", object: "event" });
  const header = signWebhook(body, ["whsec_old", "whsec_new"], now);
  const { webhooks } = new Stripe("sk_test_x");
  for (const secret of ["whsec_old", "whsec_new"])
    expect(webhooks.constructEvent(body, header, secret, 300, undefined, now * 1000).id).toBe("evt_1");
  expect(() => webhooks.constructEvent(body, header, "whsec_other", 300, undefined, now * 1000)).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  );
});

test("the package exports the SDK's API version and operation names", () => {
  expect(API_VERSION).toBe(Stripe.API_VERSION);
  expect(operations).toContainEqual({ method: "POST", path: "/v1/customers/:id", name: "customers.update" });
});
