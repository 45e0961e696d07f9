import type Stripe from "stripe";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "./api.ts";
import { payCheckout, settle } from "./control.ts";
import { type Person, signUpPerson } from "./people.ts";
import { buy, computer, openCheckout, stripeClient } from "./shop.ts";

/** Tests of the shop's main job, which run without faults, and also with duplicate webhooks and failing calls. */
export function mainJob(): void {
  let person: Person;
  beforeAll(async () => {
    person = await signUpPerson();
  });
  const as = (person: Person) => ({ token: person.accessToken });

  test("starting a session answers with the account", async () => {
    const { status, body } = await call("customers/startSession", {}, as(person));
    expect(status).toBe(200);
    expect(body.account).toEqual({
      id: person.userId,
      email: person.email,
      emailConfirmed: false,
      suspended: false,
      name: null,
      secondFactorSince: null,
      pendingEmail: null,
      mailStop: null,
      incidentMail: true,
    });
  });

  describe("the subscription", () => {
    let buyer: Person;
    let licenseKey: string;
    let sessionId: string;
    beforeAll(async () => {
      buyer = await signUpPerson();
      ({ licenseKey, sessionId } = await buy(buyer, "monthly"));
    });

    test("a payment leads to exactly one key", async () => {
      expect(licenseKey).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){4}$/);
      const { body } = await call("licenses/listSeats", {}, as(buyer));
      expect(body.seats).toEqual([
        expect.objectContaining({
          license_key: licenseKey,
          source: "subscription",
          tier: "pro",
          code: "VALID",
          computer_name: null,
          ip_address: null,
        }),
      ]);
    });

    test("the account shows what Stripe shows", async () => {
      const { body } = await call("subscriptions/getSubscription", {}, as(buyer));
      const session = await stripeClient().checkout.sessions.retrieve(sessionId, {
        expand: ["subscription"],
      });
      const atStripe = session.subscription as Stripe.Subscription;
      expect(body).toMatchObject({
        lifetime: false,
        subscription: {
          subscription_id: atStripe.id,
          customer_id: atStripe.customer,
          subscription_status: atStripe.status,
          current_period_end: atStripe.items.data[0]?.current_period_end,
          cancel_at_period_end: false,
          cancel_at: null,
          payment_method_brand: "visa",
          payment_method_last4: "4242",
        },
      });
    });

    test("a second subscription is refused with a link to manage the first", async () => {
      const { status, body } = await openCheckout(buyer, "monthly");
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: "ALREADY_SUBSCRIBED",
        details: { manage: "/dashboard?tab=subscription" },
      });
    });

    test("a stranger does not see the checkout", async () => {
      const { body } = await call("stripeEvents/getCheckout", { sessionId }, as(person));
      expect(body).toEqual({ status: "pending", mode: null, licenseKey: null, refusal: null });
    });

    test("a computer that activates the key is in the list of seats", async () => {
      const activated = await call("licenses/activate", { licenseKey, ...computer("studio") });
      expect(activated).toMatchObject({ status: 200, body: { code: "VALID", tier: "pro", warning: null } });
      const { fingerprint } = computer("studio");
      expect((await call("licenses/validate", { licenseKey, fingerprint })).body).toMatchObject({
        valid: true,
        code: "VALID",
      });
      // The list reads an index, which may be late.
      await settle();
      const { body } = await call("licenses/listSeats", {}, as(buyer));
      expect(body.seats).toEqual([
        expect.objectContaining({ computer_name: "studio", os: "macOS 15.1", app_version: "0.3.0" }),
      ]);
    });

    test("a second computer learns that the seat is taken", async () => {
      const { status, body } = await call("licenses/activate", { licenseKey, ...computer("laptop") });
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: "SEAT_TAKEN", serverTime: expect.any(String) });
    });
  });

  test("a lifetime license sets the subscription to end, and cannot be bought again", async () => {
    const buyer = await signUpPerson();
    await buy(buyer, "monthly");
    const { licenseKey } = await buy(buyer, "lifetime");
    const { body } = await call("subscriptions/getSubscription", {}, as(buyer));
    expect(body).toMatchObject({
      lifetime: true,
      subscription: { subscription_status: "active", cancel_at_period_end: true },
    });
    expect((await openCheckout(buyer, "lifetime")).body.code).toBe("ALREADY_OWNED");
    const seats = (await call("licenses/listSeats", {}, as(buyer))).body.seats;
    expect(seats).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ license_key: licenseKey, source: "lifetime", tier: "pro" }),
      ]),
    );
  });

  test("a declined card buys nothing", async () => {
    const buyer = await signUpPerson();
    const { body } = await openCheckout(buyer, "monthly");
    const sessionId = String(body.sessionId);
    await expect(payCheckout(sessionId, "4000000000000002")).rejects.toThrow(/declined/);
    await settle();
    expect((await call("stripeEvents/getCheckout", { sessionId }, as(buyer))).body.status).toBe("pending");
    expect((await call("licenses/listSeats", {}, as(buyer))).body.seats).toEqual([]);
  });

  describe("the free key", () => {
    test("is given once without payment and works on a computer", async () => {
      const creator = await signUpPerson();
      const first = await call("licenses/createFreeKey", {}, as(creator));
      expect(first.status).toBe(200);
      const again = await call("licenses/createFreeKey", {}, as(creator));
      expect(again.body).toEqual(first.body);
      const licenseKey = String(first.body.licenseKey);
      expect((await call("licenses/activate", { licenseKey, ...computer("desk") })).body).toMatchObject({
        code: "VALID",
        tier: "free",
      });
    });

    test("is given once to a mailbox, even for several accounts", async () => {
      const stem = `twin${Date.now()}`;
      const one = await signUpPerson(`${stem}@example.com`);
      const other = await signUpPerson(`${stem}+again@example.com`);
      expect((await call("licenses/createFreeKey", {}, as(one))).status).toBe(200);
      expect(await call("licenses/createFreeKey", {}, as(other))).toMatchObject({
        status: 409,
        body: { code: "CONFLICT" },
      });
    });
  });

  test("the offer is public", async () => {
    const { status, body } = await call("promotions/getPromotions", {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ lifetime_enabled: true, end_at: expect.any(String) });
    expect(body.quantity_remaining).toBeGreaterThan(0);
  });
}
