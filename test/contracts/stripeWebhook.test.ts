import { beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { call, send } from "../support/api.ts";
import { payCheckout, setDelivery, settle } from "../support/control.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { buy, codesOf, openCheckout, stripeClient } from "../support/shop.ts";

const webhook = ENDPOINTS["stripeEvents/stripeWebhook"];
const nowSeconds = () => Math.floor(Date.now() / 1000);

function eventOf(
  id: string,
  type: string,
  object: Record<string, unknown>,
  more: Record<string, unknown> = {},
) {
  return JSON.stringify({
    id,
    object: "event",
    type,
    livemode: false,
    created: nowSeconds(),
    api_version: "2026-10-28",
    data: { object },
    ...more,
  });
}

function signed(payload: string, options: { secret?: string; timestamp?: number } = {}) {
  const header = stripeClient().webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? stack().stripe.webhookSecret,
    timestamp: options.timestamp ?? nowSeconds(),
  });
  return send(webhook, payload, { headers: { "stripe-signature": header } });
}

describe("a webhook's signature", () => {
  const payload = eventOf("evt_forged", "customer.subscription.created", { id: "sub_forged" });

  test.each<[string, () => ReturnType<typeof send>]>([
    ["is missing", () => send(webhook, payload)],
    ["is nonsense", () => send(webhook, payload, { headers: { "stripe-signature": "t=1,v1=00" } })],
    ["is made with another secret", () => signed(payload, { secret: "whsec_of_another_shop" })],
    ["is 301 seconds old", () => signed(payload, { timestamp: nowSeconds() - 301 })],
    ["is 310 seconds in the future", () => signed(payload, { timestamp: nowSeconds() + 310 })],
    [
      "is for another body",
      () => {
        const header = stripeClient().webhooks.generateTestHeaderString({
          payload,
          secret: stack().stripe.webhookSecret,
        });
        return send(webhook, `${payload} `, { headers: { "stripe-signature": header } });
      },
    ],
  ])("%s, so the answer is 400 and nothing is written", async (_name, deliver) => {
    const before = await rowsOf("Events");
    const answer = await deliver();
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", field: "stripe-signature" },
    });
    expect(await rowsOf("Events")).toEqual(before);
  });
});

test("an event of an unknown type is accepted", async () => {
  const answer = await signed(eventOf("evt_unknown_type", "something.new", { id: "x" }));
  expect(answer).toEqual({ status: 200, body: { received: true } });
});

test.each([
  ["null", "null"],
  ["a text", '"event"'],
  [
    "a thin event",
    JSON.stringify({
      id: "evt_thin",
      object: "v2.core.event",
      type: "v1.invoice.paid",
      livemode: false,
      related_object: { id: "in_1", type: "invoice" },
    }),
  ],
  ["an object without an id", eventOf("evt_without_id", "invoice.paid", { object: "invoice" })],
  ["an object that Stripe does not have", eventOf("evt_unknown", "invoice.paid", { id: "in_unknown" })],
])("%s with Stripe's signature leaves no event to process", async (_what, payload) => {
  expect(await signed(payload)).toEqual({ status: 200, body: { received: true } });
  expect((await rowsOf("Events")).filter(({ status }) => status === "received")).toEqual([]);
});

test("an event of Stripe's live mode is accepted in test mode and not recorded", async () => {
  const answer = await signed(
    eventOf("evt_of_live_mode", "customer.subscription.created", { id: "sub_live" }, { livemode: true }),
  );
  expect(answer.status).toBe(200);
  expect((await rowsOf("Events")).map((row) => row.pk)).not.toContain("event#evt_of_live_mode");
});

test("an event of a connected account is accepted and not recorded", async () => {
  const answer = await signed(
    eventOf("evt_of_account", "customer.subscription.created", { id: "sub_x" }, { account: "acct_other" }),
  );
  expect(answer.status).toBe(200);
  expect((await rowsOf("Events")).map((row) => row.pk)).not.toContain("event#evt_of_account");
});

describe("the shop creates no grant and no seat for", () => {
  const mine = async (userId: string) =>
    [...(await rowsOf("Grants")), ...(await rowsOf("Seats"))].filter((row) => row.userId === userId);

  test("a subscription to another product of the same account", async () => {
    const { userId } = await signUpPerson();
    const stripe = stripeClient();
    const { id: customer } = await stripe.customers.create({ metadata: { userId } });
    const method = await stripe.paymentMethods.attach("pm_card_visa", { customer });
    const { id: product } = await stripe.products.create({ name: "Something else" });
    const price = await stripe.prices.create({
      product,
      currency: "usd",
      unit_amount: 500,
      recurring: { interval: "month" },
    });
    await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: method.id,
    });
    await settle();
    expect(await mine(userId)).toEqual([]);
  });

  test("a checkout of another product", async () => {
    const { userId } = await signUpPerson();
    const stripe = stripeClient();
    const session = await stripe.checkout.sessions.create({
      mode: "payment",
      metadata: { userId },
      line_items: [
        { quantity: 1, price_data: { currency: "usd", unit_amount: 700, product_data: { name: "A cup" } } },
      ],
      success_url: `${stack().siteUrl}/success`,
    });
    await payCheckout(session.id);
    await settle();
    expect(await mine(userId)).toEqual([]);
    expect((await rowsOf("Events")).map((row) => row.pk)).not.toContain(`checkout#${session.id}`);
  });
});

test("a subscription ends in the shop even if its customer was deleted at Stripe before the shop read it", async () => {
  const person = await signUpPerson();
  const sessionId = String((await openCheckout(person, "monthly")).body.sessionId);
  await setDelivery("paused");
  await payCheckout(sessionId);
  const session = await stripeClient().checkout.sessions.retrieve(sessionId);
  await stripeClient().customers.del(String(session.customer));
  await setDelivery("normal");
  await settle();
  expect(await codesOf(person)).toEqual(["EXPIRED"]);
  const open = (await rowsOf("Events")).filter(({ status }) => status === "received");
  expect(open).toEqual([]);
});

describe("a repeated event", () => {
  let buyer: Person;
  let sessionId: string;
  beforeAll(async () => {
    buyer = await signUpPerson();
    ({ sessionId } = await buy(buyer, "monthly"));
  });
  const mine = async () => ({
    grants: (await rowsOf("Grants")).filter((row) => row.userId === buyer.userId),
    seats: (await rowsOf("Seats")).filter((row) => row.userId === buyer.userId),
  });

  test("changes nothing when it arrives twenty times at once", async () => {
    const before = await mine();
    const payload = eventOf("evt_twenty", "checkout.session.completed", { id: sessionId });
    const answers = await Promise.all(Array.from({ length: 20 }, () => signed(payload)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await mine()).toEqual(before);
    expect(before.grants).toHaveLength(1);
    expect(before.seats).toHaveLength(1);
  });

  test("changes nothing with a false payload, because the shop reads the subscription from Stripe", async () => {
    const before = await mine();
    const [grant] = before.grants;
    const subscription = grant?.subscription as { subscription_id: string };
    await signed(
      eventOf("evt_lie", "customer.subscription.updated", {
        id: subscription.subscription_id,
        status: "canceled",
      }),
    );
    expect(await mine()).toEqual(before);
  });
});

test("twenty concurrent deliveries of a first purchase create one grant and one key", async () => {
  const buyer = await signUpPerson();
  await setDelivery("paused");
  const sessionId = String((await openCheckout(buyer, "monthly")).body.sessionId);
  await payCheckout(sessionId);
  const payload = eventOf("evt_first_purchase", "checkout.session.completed", { id: sessionId });
  const answers = await Promise.all(Array.from({ length: 20 }, () => signed(payload)));
  await setDelivery("normal");
  await settle();
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const { seats } = (await call("licenses/listSeats", {}, { token: buyer.accessToken })).body;
  expect(seats).toHaveLength(1);
  expect((await rowsOf("Grants")).filter((row) => row.userId === buyer.userId)).toHaveLength(1);
});
