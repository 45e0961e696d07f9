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
  ["no end set", null, true, ending(false, null)],
  ["only the flag (as in older rows)", 1000, false, ending(true, null)],
  ["the flag and its time", 1000, false, ending(true, 1000)],
  ["only the portal's time", 1000, false, ending(false, 1000)],
  ["a time after the period and one more payment", 1500, true, ending(false, 1500)],
  ["a time within the period", 900, false, ending(false, 900)],
] as const)("a subscription with %s ends at %s and renews: %s", (_case, end, isRenewed, subscription) => {
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
