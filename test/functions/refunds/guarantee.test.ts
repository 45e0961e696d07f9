import { describe, expect, test } from "vitest";
import type { Grant } from "#shared/grants/grant.ts";
import { DAY } from "#shared/instant.ts";
import { DEFAULT_LIMITS } from "#shared/refunds/refunds.ts";
import { applyPayment, grantSubscription, lifetimeGrant } from "../../../functions/grants/grantRules.ts";
import { covered, isWithin, renewed, withdrawable } from "../../../functions/refunds/guarantee/rules.ts";

const NOW = new Date("2026-03-15T12:00:00.000Z");
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);
const lifetime = (days: number, payment = "pi_1") =>
  lifetimeGrant("ann", payment, { licenseKey: "KEY", revives: null }, NOW, ago(days));
function subscription(days: number, status: "active" | "canceled" = "active", id = "sub_1"): Grant {
  const created = ago(days).getTime() / 1000;
  const facts = {
    customer_id: "cus_1",
    subscription_id: id,
    created,
    subscription_status: status,
    price_id: "price",
    current_period_start: created,
    current_period_end: created + 31 * 86_400,
    cancel_at_period_end: false,
    cancel_at: null,
    payment_method_brand: null,
    payment_method_last4: null,
    past_due_since: null,
    latest_invoice_id: "in_1",
    ended_for: null,
    ended_at: null,
  };
  return grantSubscription("ann", undefined, facts, { licenseKey: "KEY", revives: null }, NOW) as Grant;
}
const trouble = { paymentIntentId: "pi_1", invoiceId: null, refunded: false, isGift: false, dispute: null };

describe("the guarantee covers", () => {
  test("a first payment until its 30th day has ended in every time zone, and not a moment longer", () => {
    const until = "2026-04-15T12:00:00.000Z";
    const end = new Date(until);
    const first = (at: string) =>
      lifetimeGrant("ann", "pi_1", { licenseKey: "KEY", revives: null }, NOW, new Date(at));
    for (const at of ["2026-03-15T00:00:00.000Z", "2026-03-15T23:59:59.000Z"]) {
      expect(covered([first(at)], end)).toMatchObject({ product: "lifetime", until });
      expect(covered([first(at)], new Date(end.getTime() + 1))).toBeUndefined();
    }
    expect(covered([subscription(30)], NOW)).toMatchObject({ product: "monthly", until: NOW.toISOString() });
    expect(covered([subscription(31)], NOW)).toBeUndefined();
  });

  test("no payment of a returning customer, who can withdraw until the 14th day has ended in every time zone", () => {
    const returning = [subscription(90, "canceled", "sub_0"), subscription(14.1)];
    const end = new Date("2026-03-16T12:00:00.000Z");
    expect(covered(returning, end)).toBeUndefined();
    expect(withdrawable(returning, end)).toMatchObject({ product: "monthly" });
    expect(withdrawable(returning, new Date(end.getTime() + 1))).toBeUndefined();
  });

  test("the lifetime license rather than the subscription that it replaced", () => {
    expect(covered([subscription(10), lifetime(1)], NOW)?.product).toBe("lifetime");
  });

  test("no later payment for the same plan", () => {
    expect(covered([subscription(90, "canceled", "sub_0"), subscription(1)], NOW)).toBeUndefined();
    expect(covered([subscription(90, "canceled"), lifetime(1)], NOW)?.product).toBe("lifetime");
  });

  test("no ended, refunded or disputed purchase", () => {
    expect(covered([subscription(1, "canceled")], NOW)).toBeUndefined();
    expect(covered([applyPayment(lifetime(1), { ...trouble, refunded: true })], NOW)).toBeUndefined();
    expect(covered([applyPayment(lifetime(1), { ...trouble, dispute: "open" })], NOW)).toBeUndefined();
    expect(covered([], NOW)).toBeUndefined();
  });
});

test("only a renewal of a yearly plan is covered for 14 days", () => {
  const yearly = (since: number, plan?: "yearly"): Grant => {
    const grant = subscription(400);
    const facts = {
      plan_since: ago(400).getTime() / 1000,
      current_period_start: ago(since).getTime() / 1000,
    };
    return { ...grant, subscription: { ...grant.subscription, ...facts, ...(plan && { plan }) } } as Grant;
  };
  expect(renewed([yearly(14, "yearly")], NOW)).toMatchObject({
    product: "yearly",
    since: ago(14).toISOString(),
    until: NOW.toISOString(),
  });
  for (const grant of [yearly(15, "yearly"), yearly(400, "yearly"), yearly(1)])
    expect(renewed([grant], NOW)).toBeUndefined();
  const disputed = applyPayment(yearly(1, "yearly"), { ...trouble, dispute: "open" });
  expect(renewed([disputed], NOW)).toBeUndefined();
});

test.each([
  [{}, 400_000, 0, true],
  [{}, 3000, 1, false],
  [{ max_per_person: 2 }, 3000, 1, true],
  [{ max_amount_cents: 3000 }, 3000, 0, true],
  [{ max_amount_cents: 2999 }, 3000, 0, false],
  [{ enabled: false }, 1, 0, false],
])("the limits %j allow %i cents after %i refunds: %s", (change, cents, asked, is) => {
  expect(isWithin({ ...DEFAULT_LIMITS, ...change }, cents, asked)).toBe(is);
});
