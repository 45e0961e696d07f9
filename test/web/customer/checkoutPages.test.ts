import { createElement } from "react";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { CATALOG, type Product } from "#shared/catalog/catalog.ts";
import { PLAN_FEATURES } from "#shared/catalog/offers.ts";
import { inMoney } from "#shared/words.ts";
import { Component as Checkout } from "../../../web/src/customer/checkout/CheckoutPage.tsx";
import { loadCheckout, withPlan } from "../../../web/src/customer/checkout/loader.ts";
import { Component as Success } from "../../../web/src/customer/checkout/SuccessPage.tsx";
import type { Purchase } from "../../../web/src/customer/checkout/usePurchase.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";
import { subscriptionOf } from "./situations.ts";

const given = vi.hoisted(() => ({ purchase: {} as unknown, promotions: {} as unknown, billing: {} }));
vi.mock("../../../web/src/customer/checkout/usePurchase.ts", () => ({ usePurchase: () => given.purchase }));
vi.mock("../../../web/src/app/config.ts", () => ({
  loadConfig: async () => ({ features: { affiliate: false } }),
}));
vi.mock("../../../web/src/app/guard.ts", () => ({
  requireSession: () => ({ email: "buyer@example.com" }),
  orSignIn: (_request: Request, answer: unknown) => answer,
}));
vi.mock("../../../web/src/api/call.ts", () => ({
  call: async ({ path }: { path: string }) => {
    if (path !== "/api/promotions") return given.billing;
    if (given.promotions === null) throw new Error("away");
    return given.promotions;
  },
}));
afterAll(() => vi.restoreAllMocks());

const OFFER = { lifetime_enabled: true, hero_text: "", subtitle: "", end_at: null, quantity_remaining: 3 };
const NOTHING = { subscription: null, lifetime: false };
beforeEach(() => {
  given.promotions = OFFER;
  given.billing = NOTHING;
});

const loaded = (mode?: string) =>
  loadCheckout({ request: new Request("http://localhost/checkout"), params: mode ? { mode } : {} });
const checkout = async (mode?: string): Promise<string> =>
  await htmlOf(createElement(Checkout), await loaded(mode));

describe("the checkout", () => {
  test.each<[string, string | undefined, Product, string]>([
    ["a subscription", "subscription", CATALOG.monthly, `${inMoney(CATALOG.monthly.price)}\nper month`],
    [
      "a lifetime license",
      undefined,
      CATALOG.lifetime,
      `${inMoney(CATALOG.lifetime.price)}\none-time payment`,
    ],
  ])(
    "of %s shows the product's name, description, price and interval",
    async (_what, mode, product, price) => {
      const words = wordsOf(await checkout(mode));
      expect(words).toContain(`${product.name}\n${product.description}\n${price}`);
      expect(words).toContain("Signed in as\nbuyer@example.com");
    },
  );

  test("lists the eight features of the price cards, and two more for the lifetime license", async () => {
    const eight = PLAN_FEATURES.map(({ name }) => name).join("\n");
    const subscription = wordsOf(await checkout("subscription"));
    expect(subscription).toContain("What you get\nMonthly\nEvery feature on one computer at a time");
    expect(subscription).toContain(eight);
    const extra = "One-time payment, no recurring fees\nAll future updates included\n";
    expect(subscription).not.toContain(extra);
    expect(wordsOf(await checkout())).toContain(extra + eight);
  });

  test("describes a team if seats are for sale, unless the product is the lifetime license", async () => {
    expect(wordsOf(await checkout("subscription"))).not.toContain("keys on one bill");
    given.billing = { ...NOTHING, max_seats: 20 };
    expect(wordsOf(await checkout("subscription"))).toContain("keys on one bill");
    expect(wordsOf(await checkout())).not.toContain("keys on one bill");
  });

  test("has “Back”, three trust badges, “Questions” and “Continue to payment”", async () => {
    const words = wordsOf(await checkout());
    expect(words).toMatch(/^(?:[^\n]+\n)*Back\n/);
    for (const badge of ["Secure payment", "Instant access", "30-day guarantee", "Questions"])
      expect(words).toContain(badge);
    expect(words).toContain("Continue to payment");
  });

  test("of a subscription has a plan chooser with the requested plan selected", async () => {
    const html = await checkout("subscription");
    expect(wordsOf(html)).toContain(
      `Choose your plan\nMonthly\n${inMoney(CATALOG.monthly.price)} per month\nLifetime\n${inMoney(CATALOG.lifetime.price)} once`,
    );
    expect(html.match(/<input type="radio"[^>]*checked=""[^>]*value="(\w+)"/)?.[1]).toBe("monthly");
    expect(await checkout()).not.toContain("Choose your plan");
  });

  test("keeps the chosen plan and a link's code through a reload", async () => {
    const chosen = withPlan(
      "http://localhost/checkout/subscription?code=SPRING&plan=monthly",
      CATALOG.lifetime,
    );
    expect(chosen.search).toBe("?code=SPRING&plan=lifetime");
    const request = new Request(chosen);
    const data = await loadCheckout({ request, params: { mode: "subscription" } });
    const html = await htmlOf(createElement(Checkout), data);
    expect(html.match(/<input type="radio"[^>]*checked=""[^>]*value="(\w+)"/)?.[1]).toBe("lifetime");
  });

  test("shows the summary and the button before the features", async () => {
    expect(wordsOf(await checkout("subscription"))).toMatch(/Continue to payment[\s\S]+What you get/);
  });

  test.each([
    ["the offer is unknown", null],
    ["the lifetime offer is off", { ...OFFER, lifetime_enabled: false }],
    ["no unit is left", { ...OFFER, quantity_remaining: 0 }],
    ["fewer than zero units are left", { ...OFFER, quantity_remaining: -1 }],
  ])("shows 'Product Not Available' with 'Go Back' if %s", async (_why, promotions) => {
    given.promotions = promotions;
    const words = wordsOf(await checkout());
    expect(words).toMatch(/Product Not Available\n.*\nGo Back/);
    expect(words).not.toContain("Continue to payment");
  });
});

test("the checkout shows the reason instead of a pay button to a suspended customer, and to a customer who has the product", async () => {
  const subscription = subscriptionOf("active", "renews");
  const cases: [object, string | undefined, string][] = [
    [{ ...NOTHING, account: { suspended: true } }, undefined, "Your account is suspended"],
    [{ ...NOTHING, account: { suspended: true } }, "subscription", "Your account is suspended"],
    [{ ...NOTHING, subscription }, "subscription", "You already have this"],
    [{ ...NOTHING, lifetime: true }, undefined, "You already have this"],
  ];
  for (const [billing, mode, heading] of cases) {
    given.billing = billing;
    const words = wordsOf(await checkout(mode));
    expect(words).toMatch(new RegExp(`${heading}\n.*\nGo Back\nYour plan`));
    expect(words).not.toContain("Continue to payment");
  }
});

test("the checkout of a subscriber who owes a payment names the amount and offers to fix it", async () => {
  const invoice = {
    status: "open",
    due: true,
    amount_due: 3000,
    amount_paid: 0,
    currency: "usd",
    created: 0,
  };
  const subscription = subscriptionOf("past_due", "renews");
  // The same mock also answers the calls for the seats and the invoices.
  given.billing = { ...NOTHING, subscription, seats: [], invoices: [invoice] };
  const words = wordsOf(await checkout("subscription"));
  expect(words).toMatch(
    /Your payment of \$30\.00 did not go through\nDue since .*\nFix payment\nGo Back\nYour plan/,
  );
  expect(words).not.toContain("You already have this");
});

describe("a subscriber's checkout of the lifetime license", () => {
  const shown = async (change: object): Promise<string> => {
    const subscription = { ...subscriptionOf("active", "renews"), ...change };
    // The same mock also answers the call for the credit.
    given.billing = { ...NOTHING, subscription, credit: null };
    return wordsOf(await checkout());
  };
  const ENDS =
    "Once you own the lifetime license, your subscription stops renewing and ends when its paid period ends.";

  test("says that the subscription ends, and mentions no other seats if there are none", async () => {
    const words = await shown({});
    expect(words).toContain(ENDS);
    expect(words).not.toContain("other seats");
  });

  test("says when the keys of a team's other seats end, and how to keep a team", async () => {
    expect(await shown({ quantity: 3 })).toContain(
      `${ENDS} The license keys of your other seats end on Dec 21, 2026, 12:00 PM UTC. To keep a team, buy seats with another account: an account with a lifetime license can't buy seats.`,
    );
    const cancel_at = Date.parse("2026-12-05T12:00:00.000Z") / 1000;
    expect(await shown({ quantity: 3, cancel_at })).toContain(
      "other seats end on Dec 5, 2026, 12:00 PM UTC.",
    );
  });

  test("says that a subscription whose current period is unpaid ends at once, with the keys of other seats", async () => {
    const AT_ONCE =
      "Once you own the lifetime license, your subscription ends at once, and its open payment is no longer due.";
    expect(await shown({ subscription_status: "past_due" })).toContain(AT_ONCE);
    expect(await shown({ renewal_pending: true })).toContain(AT_ONCE);
    expect(await shown({ subscription_status: "past_due", quantity: 3 })).toContain(
      `${AT_ONCE} The license keys of your other seats end at once, too. To keep a team,`,
    );
  });
});

test("the checkout does not say that an offer has ended if the offer could not be read", async () => {
  given.promotions = null;
  const words = wordsOf(await checkout());
  expect(words).toContain("This offer could not be loaded. Reload the page to try again.");
  expect(words).not.toContain("has ended");
});

describe("the page of an offer that is over", () => {
  const shown = async (billing: object): Promise<string> => {
    given.promotions = { ...OFFER, lifetime_enabled: false };
    given.billing = billing;
    return wordsOf(await checkout());
  };
  const OVER = "This offer has ended or is sold out.";

  test("offers the monthly subscription to a customer without a plan", async () => {
    expect(await shown(NOTHING)).toContain(`${OVER} The monthly subscription is still available.`);
  });

  test("offers nothing to a lifetime owner", async () => {
    const words = await shown({ ...NOTHING, lifetime: true });
    expect(words).toContain("You already own a lifetime license. There is nothing more to buy.");
    expect(words).not.toContain("still available");
  });

  test("offers a subscriber no second subscription", async () => {
    const words = await shown({ ...NOTHING, subscription: subscriptionOf("active", "renews") });
    expect(words).toContain(OVER);
    expect(words).not.toContain("still available");
  });
});

describe("the success page", () => {
  const subscription = { subscription_status: "past_due", current_period_end: 1_796_083_200 };
  const paid = { status: "paid", mode: "subscription", licenseKey: "7K3MQ-AB2CD-EF3GH-JK4MN-PJ5ZE" };
  const shown = async (purchase: Partial<Record<keyof Purchase, unknown>>): Promise<string> => {
    given.purchase = { state: "paid", checkout: paid, subscription: null, message: null, ...purchase };
    return await htmlOf(createElement(Success), { sessionId: "cs_1" });
  };

  test("says 'Payment Successful!' and that the subscription is now active", async () => {
    expect(wordsOf(await shown({}))).toContain(
      `Payment Successful!\nWelcome to ${BRAND.name}. Your subscription is now active.`,
    );
  });

  test("shows the status without underscores and the next billing date, or Active and N/A without a subscription", async () => {
    const words = wordsOf(await shown({ subscription }));
    expect(words).toContain("Subscription status\npast due");
    expect(words).toMatch(/Next billing date\n[^\n]*2026/);
    expect(wordsOf(await shown({}))).toContain("Subscription status\nActive\nNext billing date\nN/A");
  });

  test("offers three steps, Download Desktop, Go to Dashboard and the support link", async () => {
    const html = await shown({});
    const words = wordsOf(html);
    expect(words).toMatch(/Download the app\n[\s\S]*Set up the channel\n[\s\S]*Start creating\n/);
    expect(words).toMatch(/Download Desktop\nGo to Dashboard\nQuestions\?\nWrite to support$/);
    expect(html).toMatch(/href="mailto:[^"]+"[^>]*>Write to support/);
  });

  test("shows a failure with its heading, its message and 'Try again'", async () => {
    expect(wordsOf(await shown({ state: "failed", message: "Not now." }))).toMatch(
      /Unable to load subscription details\nNot now\.\n[\s\S]*\nTry again/,
    );
  });
});
