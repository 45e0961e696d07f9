import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import type { Invoice } from "#shared/subscriptions/customer.ts";
import { inMoney } from "#shared/words.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import type { Situation } from "../../../web/src/customer/standing/facts.ts";
import { standingOf } from "../../../web/src/customer/standing/standing.ts";
import { BillingHistory } from "../../../web/src/customer/subscription/BillingHistory.tsx";
import { NoSubscription } from "../../../web/src/customer/subscription/NoSubscription.tsx";
import { PlanCards } from "../../../web/src/customer/subscription/PlanCards.tsx";
import { PlanIncludes } from "../../../web/src/customer/subscription/parts.tsx";
import { TeamCard } from "../../../web/src/customer/subscription/TeamCard.tsx";
import { portalFailure } from "../../../web/src/customer/subscription/usePortal.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";
import { SEAT, subscriptionOf } from "./situations.ts";

const [MONTHLY, YEARLY] = [CATALOG.monthly, CATALOG.yearly].map(({ price }) => inMoney(price));

test("'Your Plan Includes' lists six features", async () => {
  expect(wordsOf(await htmlOf(createElement(PlanIncludes))).split("\n")).toEqual([
    "Your Plan Includes",
    "AI script generation",
    "Automated voice synthesis",
    "Video compilation from articles",
    "Desktop app access",
    "24/7 customer support",
    "Priority processing",
  ]);
});

describe("'No Active Subscription'", () => {
  const shown = async (situation: Partial<Situation>): Promise<string> => {
    const billing = { subscription: null, lifetime: false };
    const standing = standingOf({
      account: null,
      billing,
      seats: [],
      owed: null,
      releases: null,
      ...situation,
    });
    return wordsOf(
      await htmlOf(createElement(NoSubscription, { billing: situation.billing ?? billing, standing })),
    );
  };

  test("has two ways to start", async () => {
    expect(await shown({})).toMatch(/^No Active Subscription\n[\s\S]*Subscribe Monthly\nLifetime Access/);
  });

  test("describes each plan on offer with its price, and no other plan", async () => {
    const usual = await shown({});
    for (const words of ["Free key\n$0.00, no card", `Monthly\n${MONTHLY} per month`])
      expect(usual).toContain(words);
    expect(usual).not.toMatch(/Free trial|Yearly|Team|\nLifetime\n/);
    const all = { plan_price_ids: { yearly: "price_1" }, max_seats: 20, trial_days: 14 };
    const more = await shown({ billing: { subscription: null, lifetime: false, ...all } });
    expect(more).toMatch(/Free trial\n\$0\.00, no card\nEvery feature for\s+14 days/);
    expect(more).toContain(`Yearly\n${YEARLY} per year\n`);
    expect(more).toContain(`Team\n${MONTHLY} per seat per month`);
  });

  test.each<[string, Parameters<typeof subscriptionOf>[1], Seat["code"], string]>([
    ["without a cancellation", "renews", "EXPIRED", "ended. The seat says how."],
    ["after a cancellation", "ends", "EXPIRED", "been canceled. The seat says how."],
  ])("says that a subscription ended %s, and how to continue", async (_how, ending, code, words) => {
    const billing = { subscription: subscriptionOf("canceled", ending), lifetime: false };
    const explanation = { ...SEAT.explanation, fix: "The seat says how." };
    const ended = await shown({ billing, seats: [{ ...SEAT, source: "subscription", code, explanation }] });
    expect(ended).toContain(`Your subscription has ${words}`);
  });

  test("says that the payment was returned, and not that the customer canceled", async () => {
    const billing = { subscription: subscriptionOf("canceled", "ends"), lifetime: false };
    const returned = await shown({ billing, seats: [{ ...SEAT, source: "subscription", code: "REVOKED" }] });
    expect(returned).toContain(
      "Your payment was returned to you. The license key you bought with it no longer works. You can buy again at any time.",
    );
    expect(returned).not.toContain("canceled");
  });

  test("offers nothing to a suspended account", async () => {
    const account = { email: "you@example.com", emailConfirmed: true, suspended: true, mailStop: null };
    expect(await shown({ account, seats: null })).toBe("No Active Subscription");
  });
});

describe("the card of a plan", () => {
  const plans = async (billing: Situation["billing"], seats: Partial<Seat>[]): Promise<string> => {
    const given = seats.map((seat): Seat => ({ ...SEAT, ...seat }));
    const facts = { billing, seats: given, owed: null, releases: null };
    const standing = standingOf({ ...facts, account: null });
    return wordsOf(await htmlOf(createElement(PlanCards, { facts, standing, actions: null })));
  };
  const billing = {
    subscription: subscriptionOf("active", "renews"),
    lifetime: false,
    plan_price_ids: { yearly: "price_2" },
  };

  test.each([
    ["SUSPENDED", "Your bank opened a dispute over a payment", "Suspended"],
    ["INACTIVE", "Your license key is switched off", "Switched off"],
  ] as const)(
    "gives the reason for a key that is %s, and neither promises all features nor offers the yearly plan",
    async (code, problem, chip) => {
      const words = await plans(billing, [{ source: "subscription", code }]);
      expect(words).toMatch(
        new RegExp(`^${problem}\\n[\\s\\S]*\\n${chip}\\nPrice\\n[\\s\\S]*Next billing date\\nPaused`),
      );
      expect(words).not.toContain("all features are available");
      expect(words).not.toContain("Switch to yearly");
    },
  );

  test.each([
    ["SUSPENDED", "Your bank opened a dispute over a payment", "Suspended"],
    ["INACTIVE", "Your license key is switched off", "Switched off"],
  ] as const)("gives the reason for a lifetime license's key that is %s", async (code, problem, chip) => {
    const words = await plans({ subscription: null, lifetime: true }, [{ source: "lifetime", code }]);
    expect(words).toMatch(new RegExp(`^${problem}\\n[\\s\\S]*Lifetime Access\\n${chip}\\n`));
    expect(words).not.toContain("Yours for good");
  });

  test("ignores the key of an earlier subscription and a free key", async () => {
    const words = await plans(billing, [
      { source: "subscription", code: "VALID" },
      { source: "subscription", code: "INACTIVE" },
    ]);
    expect(words).toContain("Your subscription is active and all features are available.");
    expect(words).not.toContain("Switched off");
    const free = await plans({ subscription: null, lifetime: false }, [{ source: "free", code: "INACTIVE" }]);
    expect(free).not.toContain("Your license key is switched off");
  });
});

test("the card of an overdue subscription shows when it ends, but no next billing date", async () => {
  const shown = async (ending: "renews" | "ends", status: "active" | "past_due") => {
    const subscription = subscriptionOf(status, ending);
    const facts = { billing: { subscription, lifetime: false }, seats: [], owed: null, releases: null };
    const standing = standingOf({ ...facts, account: null });
    return wordsOf(await htmlOf(createElement(PlanCards, { facts, standing, actions: null })));
  };
  expect(await shown("renews", "active")).toContain("Next billing date\nDec 21, 2026");
  expect(await shown("renews", "past_due")).not.toMatch(/Next billing date|Dec 21, 2026/);
  expect(await shown("ends", "past_due")).toContain("Ends\nDec 21, 2026");
});

test.each([
  ["past_due", "VALID", "Payment overdue"],
  ["past_due", "PAYMENT_REQUIRED", "Stopped until paid"],
  ["unpaid", "PAYMENT_REQUIRED", "Stopped until paid"],
  ["unpaid", "unread", "Stopped until paid"],
] as const)(
  "a subscription that is %s with a key that is %s has the label '%s'",
  async (status, code, label) => {
    const subscription = subscriptionOf(status, "renews");
    const seats = code === "unread" ? null : [{ ...SEAT, source: "subscription" as const, code }];
    const facts = { billing: { subscription, lifetime: false }, seats, owed: null, releases: null };
    const standing = standingOf({ ...facts, account: null });
    expect(standing.plan?.state.label).toBe(label);
    const words = wordsOf(await htmlOf(createElement(PlanCards, { facts, standing, actions: null })));
    expect(words).toContain(`\n${label}\n`);
  },
);

test("a member of a team sees who pays, and no offer", async () => {
  const billing = { subscription: null, lifetime: false, paid_by: "owner@example.com" };
  const facts = { billing, seats: [{ ...SEAT, source: "team" as const }], owed: null, releases: null };
  const standing = standingOf({ ...facts, account: null });
  const words = wordsOf(await htmlOf(createElement(PlanCards, { facts, standing, actions: null })));
  expect(words).toBe("Seat in a team\nActive\nYour seat is paid by owner@example.com.\nShow my license key");
  expect(standing.offers).toBe(false);
});

test("a single subscriber whose payment is overdue sees no Team card", async () => {
  const shown = async (status: "active" | "past_due") => {
    const subscription = subscriptionOf(status, "renews");
    const billing = { subscription, lifetime: false, max_seats: 20 };
    return wordsOf(await htmlOf(createElement(TeamCard, { subscription, billing })));
  };
  expect(await shown("active")).toContain("Change seats");
  expect(await shown("past_due")).toBe("");
});

const history = async (invoices: Invoice[]): Promise<string> => {
  // React renders a resolved value at once, while it would suspend for a promise.
  const answer = { invoices, next: null } as unknown as Parameters<typeof BillingHistory>[0]["invoices"];
  return wordsOf(await htmlOf(createElement(BillingHistory, { invoices: answer })));
};

test("the billing history has five columns, and shows amounts, tax and refunds in dollars", async () => {
  const invoice: Invoice = {
    id: "in_1",
    number: "A-1",
    created: 1_793_577_600,
    amount_paid: 3_000,
    amount_due: 3_000,
    currency: "usd",
    status: "paid",
    invoice_pdf: "https://pay.example/in_1.pdf",
    hosted_invoice_url: "https://pay.example/in_1",
    description: `${BRAND.name} Automator`,
  };
  const words = await history([invoice]);
  expect(words).toContain("Billing History\nRefresh\nDate\nDescription\nAmount\nStatus\nInvoice\n");
  expect(words).toContain("$30.00");
  expect(words).toContain("paid");
  expect(words).not.toContain("tax");
  expect(await history([{ ...invoice, amount_paid: 3_570, tax: 570 }])).toContain("$35.70\n$5.70 tax\n");
  const refunded = { amount: 3_000, at: 1_793_923_200 };
  const whole = await history([{ ...invoice, refunded }]);
  expect(whole).toContain("\nRefunded\nRefunded $30.00 on Nov 6, 2026\n");
  expect(whole).not.toContain("paid");
  expect(await history([{ ...invoice, refunded: { ...refunded, amount: 1_000 } }])).toContain(
    "\npaid\nRefunded $10.00 on Nov 6, 2026\n",
  );
  expect(await history([])).toContain("No invoices found.");
});

test("an invalid answer from the portal reads 'Invalid customer portal session response', and a refusal shows its reason", () => {
  expect(portalFailure(new ApiError("INVALID_ANSWER", "No."))).toBe(
    "Invalid customer portal session response",
  );
  expect(portalFailure(new ApiError("CONFLICT", "Not now."))).toBe("Customer portal failed: Not now.");
});
