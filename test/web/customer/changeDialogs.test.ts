import { createElement } from "react";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { PlanPreview } from "#shared/subscriptions/planChange.ts";
import { PlanDialog } from "../../../web/src/customer/subscription/PlanDialog.tsx";
import { SeatsDialog } from "../../../web/src/customer/subscription/SeatsDialog.tsx";
import { htmlOf } from "../../support/rendered.ts";
import { subscriptionOf } from "./situations.ts";

const PREVIEW: PlanPreview = {
  to: "monthly",
  when: "now",
  at: 1_780_000_000,
  currency: "usd",
  price_cents: 6_000,
  credit_cents: 1_000,
  tax_cents: null,
  due_cents: 5_000,
  renews_at: null,
};
const page = vi.hoisted(() => ({
  answer: Promise.resolve<unknown>(undefined),
  looks: 0,
  pay: () => undefined as unknown,
}));
vi.mock("../../../web/src/api/useAction.ts", () => ({
  useAction: () => ({ run: () => page.answer, pending: false, error: null }),
}));
vi.mock("../../../web/src/customer/subscription/usePreview.ts", () => ({
  usePreview: () => ({ preview: PREVIEW, failure: null, look: () => void page.looks++ }),
}));
vi.mock("../../../web/src/ui/Button.tsx", async (load) => ({
  ...(await load<object>()),
  Button: ({ variant, onClick }: { variant?: string; onClick: () => unknown }) => {
    if (variant === "primary") page.pay = onClick;
    return null;
  },
}));
afterAll(() => vi.restoreAllMocks());
beforeEach(() => {
  page.looks = 0;
});

const onClose = () => undefined;
const subscription = subscriptionOf("active", "renews");

describe.each([
  ["plan", () => createElement(PlanDialog, { from: "monthly", to: "yearly", onClose })],
  ["seats", () => createElement(SeatsDialog, { subscription, seats: 2, onClose })],
] as const)("after an attempt to pay for a change of %s", (_, dialog) => {
  const looksAfter = async (answer: unknown): Promise<number> => {
    page.answer = Promise.resolve(answer);
    await htmlOf(dialog());
    page.pay();
    // The dialog began to wait for this promise earlier, so it has already reacted.
    await page.answer;
    return page.looks;
  };

  test("the dialog computes the price again if the bank declined or the change was refused", async () => {
    expect(await looksAfter({ outcome: "declined", reason: null, invoice_url: null })).toBe(1);
    expect(await looksAfter(undefined)).toBe(2);
  });

  test("the dialog keeps the price if the bank waits for the customer's confirmation", async () => {
    const invoice_url = "https://invoice.stripe.example/in_1";
    expect(await looksAfter({ outcome: "action_required", reason: null, invoice_url })).toBe(0);
  });
});
