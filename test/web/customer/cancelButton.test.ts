import { createElement } from "react";
import { expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Subscription } from "#shared/subscriptions/subscription.ts";
import { CancelButton } from "../../../web/src/customer/subscription/CancelButton.tsx";
import { mounted } from "../../support/mounted.ts";

const given = vi.hoisted(() => ({ asked: [] as unknown[] }));
vi.mock("../../../web/src/api/useAction.ts", () => ({
  useAction: (_: Endpoint) => ({ run: async (input: unknown) => given.asked.push(input), pending: false }),
}));

const subscription: Subscription = {
  customer_id: "cus_1",
  subscription_id: "sub_1",
  subscription_status: "active",
  price_id: "price_1",
  current_period_start: 1_795_000_000,
  current_period_end: 1_797_600_000,
  cancel_at_period_end: false,
  cancel_at: null,
  payment_method_brand: null,
  payment_method_last4: null,
};

test("a customer who cancels can give a reason or leave it out", async () => {
  const element = createElement(CancelButton, { subscription, keyNow: "works" });
  const page = await mounted([{ path: "/", element }], "/");
  await page.press("Cancel Subscription");
  await page.press("Cancel Subscription");
  await page.press("Cancel Subscription");
  await page.type("Why are you leaving? (optional)", "unused");
  await page.press("Cancel Subscription");
  expect(given.asked).toEqual([{ atPeriodEnd: true }, { atPeriodEnd: true, reason: "unused" }]);
});
