import { createElement, type ReactElement } from "react";
import { useLoaderData } from "react-router-dom";
import { expect, test, vi } from "vitest";
import type { RefundOffer } from "#shared/refunds/refunds.ts";
import type { Subscription } from "#shared/subscriptions/subscription.ts";
import { GetRefund } from "../../../web/src/customer/subscription/GetRefund.tsx";
import { mounted } from "../../support/mounted.ts";
import { subscriptionOf } from "./situations.ts";

const given = vi.hoisted(() => ({ answer: {}, asked: 0, hasEnded: false }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async () => {
    given.asked += 1;
    return { ok: true, ...given.answer };
  },
}));
vi.mock("../../../web/src/customer/account/usePasswordSignIn.tsx", () => ({
  usePasswordSignIn: () => ({ codeField: null, signIn: async () => true }),
}));
vi.mock("../../../web/src/customer/dashboard/useShell.ts", () => ({
  useShell: () => ({ email: "ada@example.com" }),
}));

const OFFER = {
  product: "monthly",
  amount_cents: 3_000,
  currency: "usd",
  until: "2026-12-01T00:00:00.000Z",
} as const;

test.each([
  [
    "after a refund, the page reads its data until the webhook has ended the plan",
    "Get a refund",
    {},
    "canceled",
  ],
  [
    "after a request for a refund, the page reads its data only once",
    "Request a refund",
    { answer_by: "2026-12-04T00:00:00.000Z" },
    "active",
  ],
])("%s", async (_when, button, answer, later) => {
  const waiting: (() => void)[] = [];
  const soon = setTimeout;
  vi.stubGlobal("setTimeout", (run: () => void, ms = 0) => (ms < 2_000 ? soon(run, ms) : waiting.push(run)));
  Object.assign(given, { answer, asked: 0, hasEnded: false });
  const loader = (): { subscription: Subscription; offer: Promise<RefundOffer | null> } => ({
    subscription: subscriptionOf(given.hasEnded ? "canceled" : "active", "renews"),
    offer: Promise.resolve(given.asked > 0 ? null : { ...OFFER, self_service: button === "Get a refund" }),
  });
  const Page = (): ReactElement => {
    const { subscription, offer } = useLoaderData<ReturnType<typeof loader>>();
    const status = createElement("p", {}, subscription.subscription_status);
    return createElement("div", {}, status, createElement(GetRefund, { offer }));
  };
  const page = await mounted([{ path: "/", Component: Page, loader }], "/");
  await vi.waitFor(() => page.press(button));
  await page.type("Confirm with your password", "long enough");
  await page.press(button);
  await vi.waitFor(() => expect(page.words()).toBe("active"));
  given.hasEnded = true;
  for (const run of waiting) run();
  await new Promise(setImmediate);
  await vi.waitFor(() => expect(page.words()).toBe(later));
});
