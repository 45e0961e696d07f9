import { expect, test } from "vitest";
import { startCheckout } from "#shared/checkout/customer.ts";
import { openPortal } from "#shared/subscriptions/customer.ts";
import { endsAt, renews, subscriptionMessage } from "#shared/subscriptions/subscription.ts";

const ending = (cancel_at_period_end: boolean, cancel_at: number | null) => ({
  cancel_at_period_end,
  cancel_at,
  current_period_end: 1000,
});

test.each([
  ["no end set", ending(false, null), null, true],
  ["only the flag, as in older rows", ending(true, null), 1000, false],
  ["the flag with its time", ending(true, 1000), 1000, false],
  ["only the portal's time", ending(false, 1000), 1000, false],
  ["a time after the period, with one more payment", ending(false, 1500), 1500, true],
  ["a time within the period", ending(false, 900), 900, false],
] as const)("a subscription with %s has the right end and renewal", (_case, subscription, end, isRenewed) => {
  expect(endsAt(subscription)).toBe(end);
  expect(renews(subscription)).toBe(isRenewed);
});

test.each([
  ["active", "Your subscription is active and all features are available."],
  ["trialing", "You are currently in your free trial period."],
  ["past_due", "Your payment is past due. Please update your payment method."],
  ["canceled", "Your subscription has been canceled."],
  ["unpaid", "Your subscription is unpaid. Please update your payment method."],
  ["incomplete", "Subscription status is being updated."],
  ["paused", "Subscription status is being updated."],
] as const)("the account describes the status %s as '%s'", (status, sentence) => {
  expect(subscriptionMessage(status)).toBe(sentence);
});

const sentence = (parsed: { error?: { issues: { message: string }[] } }): string | undefined =>
  parsed.error?.issues[0]?.message;

test.each([undefined, "", 7])(
  "opening the portal with the return URL %j is refused with 'Valid return URL is required'",
  (url) => {
    expect(sentence(openPortal.input.safeParse({ return_url: url }))).toBe("Valid return URL is required");
  },
);

test("a checkout without a price or with another mode is refused with the catalog's messages", () => {
  const urls = { success_url: "https://x.example/success", cancel_url: "https://x.example/dashboard" };
  const asked = (price_id: unknown, mode: unknown) =>
    sentence(startCheckout.input.safeParse({ ...urls, price_id, mode }));
  expect(asked("", "payment")).toBe("Valid price ID is required");
  expect(asked(undefined, "payment")).toBe("Valid price ID is required");
  expect(asked("price_1", "setup")).toBe('Mode must be either "payment" or "subscription"');
  expect(asked("price_1", "payment")).toBeUndefined();
});
