import Stripe from "stripe";
import { beforeEach, expect, test, vi } from "vitest";
import { endSubscription } from "../../../functions/platform/endSubscription.ts";

const subscriptions = vi.hoisted(() => ({ cancel: vi.fn(), retrieve: vi.fn() }));
vi.mock("../../../functions/platform/stripe.ts", () => ({ stripe: async () => ({ subscriptions }) }));
beforeEach(() => vi.resetAllMocks());

const GONE = new Stripe.errors.StripeInvalidRequestError({
  type: "invalid_request_error",
  code: "resource_missing",
  message: "No such subscription: 'sub_1'",
  statusCode: 404,
} as never);

test("a subscription ends at once, without a credit, and Stripe keeps why", async () => {
  await endSubscription("sub_1", "refunded");
  expect(subscriptions.cancel).toHaveBeenCalledExactlyOnceWith("sub_1", {
    prorate: false,
    cancellation_details: { comment: "refunded" },
  });
});

test.each(["canceled", "incomplete_expired"])(
  "one that another call has ended (%s) is ended",
  async (status) => {
    subscriptions.cancel.mockRejectedValue(GONE);
    subscriptions.retrieve.mockResolvedValue({ status });
    await expect(endSubscription("sub_1")).resolves.toBeUndefined();
  },
);

test("a refusal for another reason is passed on", async () => {
  subscriptions.cancel.mockRejectedValue(GONE);
  subscriptions.retrieve.mockResolvedValue({ status: "active" });
  await expect(endSubscription("sub_1")).rejects.toBe(GONE);
});

test("a lost answer is passed on: whether it ended is not known", async () => {
  const lost = new Stripe.errors.StripeConnectionError({ message: "lost" } as never);
  subscriptions.cancel.mockRejectedValue(lost);
  await expect(endSubscription("sub_1")).rejects.toBe(lost);
  expect(subscriptions.retrieve).not.toHaveBeenCalled();
});
