import { describe, expect, test } from "vitest";
import type { Grant, Trouble } from "#shared/grants/grant.ts";
import { type Entitlement, standing } from "#shared/licenses/standing.ts";
import type { SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import {
  applyPayment,
  freeGrant,
  grantSubscription,
  lifetimeGrant,
  revised,
  type SubscriptionFacts,
} from "../../../functions/grants/grantRules.ts";
import {
  currentSubscription,
  keyIsOf,
  keyToRevive,
  refuseSecondPurchase,
} from "../../../functions/grants/rightRules.ts";
import { grantOfTeam } from "../../../functions/subscriptions/team/rules.ts";

const NOW = new Date("2026-03-15T12:00:00.000Z");
const DUE = Date.parse("2026-03-10T12:00:00.000Z") / 1000;
const facts = (status: SubscriptionStatus, change: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
  customer_id: "cus_1",
  subscription_id: "sub_1",
  created: DUE,
  subscription_status: status,
  price_id: "price_1",
  current_period_start: DUE,
  current_period_end: DUE + 30 * 86_400,
  cancel_at_period_end: false,
  cancel_at: null,
  ended_for: null,
  ended_at: null,
  payment_method_brand: "visa",
  payment_method_last4: "4242",
  past_due_since: null,
  latest_invoice_id: "in_1",
  ...change,
});
const PAYMENT: Trouble = {
  paymentIntentId: "pi_1",
  invoiceId: "in_1",
  refunded: false,
  isGift: false,
  dispute: null,
};
const grant = (status: SubscriptionStatus, change: Partial<SubscriptionFacts> = {}, before?: Grant) =>
  grantSubscription("user", before, facts(status, change), { licenseKey: "NEW-KEY", revives: null }, NOW);
function live(change: Partial<SubscriptionFacts> = {}): Grant {
  const made = grant("active", change);
  if (!made) throw new Error("an active subscription must have a grant");
  return made;
}

describe("what a subscription grants", () => {
  test.each<[SubscriptionStatus, Partial<SubscriptionFacts>, string]>([
    ["active", {}, "VALID"],
    ["trialing", {}, "VALID"],
    ["past_due", { past_due_since: DUE }, "VALID"],
    ["past_due", { past_due_since: DUE - 10 * 86_400 }, "PAYMENT_REQUIRED"],
    ["unpaid", {}, "PAYMENT_REQUIRED"],
    ["canceled", {}, "EXPIRED"],
  ])("when it is %s (%j): a license that is %s", (status, change, code) => {
    const after = grant(status, change, live());
    expect(after && standing(after.entitlement, NOW).code).toBe(code);
  });

  test.each<SubscriptionStatus>(["incomplete", "incomplete_expired"])("nothing when it is %s", (status) => {
    expect(grant(status)).toBeUndefined();
  });

  test("a planned cancellation leaves the license as it is until the period ends, except for the lease limit", () => {
    const after = grant("active", { cancel_at_period_end: true }, live());
    const { leaseLimit, ...entitlement } = live().entitlement;
    expect(after?.entitlement).toMatchObject(entitlement);
    expect(after?.subscription?.cancel_at_period_end).toBe(true);
  });

  test("a lease ends with the paid period, or with the grace after it if another payment is due", () => {
    const end = (DUE + 30 * 86_400) * 1000;
    expect(live().entitlement.leaseLimit).toBe(new Date(end + 14 * 86_400_000).toISOString());
    expect(live({ cancel_at_period_end: true }).entitlement.leaseLimit).toBe(new Date(end).toISOString());
  });

  test.each([
    ["at the period's end", 30, 30],
    ["in the next period", 37, 37],
    ["long after the period and its grace", 80, 44],
  ])(
    "a lease ends with the grace, or at cancel_at if that is earlier: cancel_at is %s",
    (_when, endsAfterDays, leaseDays) => {
      const after = live({ cancel_at: DUE + endsAfterDays * 86_400 });
      expect(after.entitlement.leaseLimit).toBe(new Date((DUE + leaseDays * 86_400) * 1000).toISOString());
    },
  );

  test("a payment lifts only the suspension for nonpayment", () => {
    const disputed = applyPayment(live(), { ...PAYMENT, dispute: "open" });
    const unpaid = grant("unpaid", {}, disputed);
    expect(unpaid?.entitlement.suspensions).toEqual(["dispute", "payment"]);
    expect(grant("active", {}, unpaid)?.entitlement.suspensions).toEqual(["dispute"]);
  });

  test("a payment does not lift an operator's suspension", () => {
    const suspended: Grant = { ...live(), entitlement: { ...live().entitlement, suspensions: ["account"] } };
    expect(grant("active", {}, suspended)?.entitlement.suspensions).toEqual(["account"]);
  });

  test("the same facts of a subscription do not change its grant a second time", () => {
    const before = live();
    expect(revised(before, grant("active", {}, before) ?? before, NOW)).toBe(before);
  });

  test("a change of a grant increments its version", () => {
    const before = live();
    expect(revised(before, grant("canceled", {}, before) ?? before, NOW).version).toBe(before.version + 1);
  });

  test("an update of a grant keeps the grant's key", () => {
    const before = { ...live(), licenseKey: "FIRST-KEY" };
    expect(grant("canceled", {}, before)?.licenseKey).toBe("FIRST-KEY");
  });
});

describe("a payment in trouble", () => {
  const lifetime = lifetimeGrant("user", "pi_1", { licenseKey: "KEY", revives: null }, NOW);
  const code = (subject: Grant) => standing(subject.entitlement, NOW).code;

  test("a full refund withdraws the license, and a failed refund restores it", () => {
    const refunded = applyPayment(lifetime, { ...PAYMENT, invoiceId: null, refunded: true });
    expect(code(refunded)).toBe("REVOKED");
    expect(applyPayment(refunded, { ...PAYMENT, invoiceId: null })).toEqual(lifetime);
  });
  test("a dispute suspends the license until it is won, and withdraws it if it is lost", () => {
    const payment = { ...PAYMENT, invoiceId: null };
    const open = applyPayment(lifetime, { ...payment, dispute: "open" });
    expect(code(open)).toBe("SUSPENDED");
    expect(code(applyPayment(open, payment))).toBe("VALID");
    expect(code(applyPayment(open, { ...payment, dispute: "lost" }))).toBe("REVOKED");
  });
  test("a refund withdraws the license only if the refund is for the current month", () => {
    const running = live({ latest_invoice_id: "in_2" });
    expect(code(applyPayment(running, { ...PAYMENT, invoiceId: "in_2", refunded: true }))).toBe("REVOKED");
    expect(code(applyPayment(running, { ...PAYMENT, invoiceId: "in_1", refunded: true }))).toBe("VALID");
  });
  test("paying the next month restores a license that a refund withdrew", () => {
    const refunded = applyPayment(live({ latest_invoice_id: "in_1" }), { ...PAYMENT, refunded: true });
    const next = grant("active", { latest_invoice_id: "in_2" }, refunded);
    expect(next && code(next)).toBe("VALID");
  });
  test("settling one of two disputes leaves the license suspended", () => {
    const both = applyPayment(applyPayment(live(), { ...PAYMENT, dispute: "open" }), {
      ...PAYMENT,
      paymentIntentId: "pi_2",
      dispute: "open",
    });
    expect(code(applyPayment(both, PAYMENT))).toBe("SUSPENDED");
  });
});

describe("a team depends on", () => {
  const made = (
    id: string,
    month: string,
    status: SubscriptionStatus,
    change: Partial<Entitlement> = {},
  ): Grant => {
    const one = grant(status, {}, live());
    if (!one) throw new Error(`a subscription that is ${status} must have a grant`);
    return {
      ...one,
      id,
      createdAt: `2026-${month}-01T00:00:00.000Z`,
      entitlement: { ...one.entitlement, ...change },
    };
  };
  test.each<[string, Grant[], string | undefined]>([
    ["the running subscription", [made("old", "01", "canceled"), made("new", "02", "active")], "new"],
    [
      "the last subscription if all have ended",
      [made("old", "01", "canceled"), made("new", "02", "canceled")],
      "new",
    ],
    [
      "an earlier subscription whose refund failed, if the later one was refunded",
      [
        made("old", "01", "canceled", { ended: false }),
        made("new", "02", "canceled", { revocations: ["refund"] }),
      ],
      "old",
    ],
    [
      "the running subscription even if an earlier subscription is restored",
      [made("old", "01", "canceled", { ended: false }), made("new", "02", "active")],
      "new",
    ],
    [
      "a restored earlier subscription if the running subscription is switched off",
      [made("old", "01", "canceled", { ended: false }), made("new", "02", "active", { active: false })],
      "old",
    ],
    ["no grant without a subscription", [], undefined],
  ])("%s", (_which, grants, id) => {
    expect(grantOfTeam(grants, NOW)?.id).toBe(id);
    expect(grantOfTeam(grants.toReversed(), NOW)?.id).toBe(id);
  });
});

describe("reviving a key", () => {
  const ended = (id: string, key: string, createdAt: string): Grant => ({
    ...live(),
    id,
    licenseKey: key,
    createdAt,
    entitlement: { ...live().entitlement, ended: true },
  });

  test("the key of the most recently ended subscription is revived", () => {
    const grants = [
      ended("sub:1", "OLD", "2025-01-01T00:00:00.000Z"),
      ended("sub:2", "NEWER", "2025-06-01T00:00:00.000Z"),
    ];
    expect(keyToRevive(grants)).toMatchObject({ id: "sub:2", licenseKey: "NEWER" });
  });
  test("a key that another grant already uses is not revived", () => {
    const grants = [
      ended("sub:1", "KEY", "2025-01-01T00:00:00.000Z"),
      { ...live(), id: "sub:2", licenseKey: "KEY" },
    ];
    expect(keyToRevive(grants)).toBeUndefined();
  });
  test("a key that was withdrawn after a refund is not revived", () => {
    const refunded = ended("sub:1", "KEY", "2025-01-01T00:00:00.000Z");
    refunded.entitlement = { ...refunded.entitlement, revocations: ["refund"] };
    expect(keyToRevive([refunded])).toBeUndefined();
  });
  test("a key that an operator has switched off is not revived", () => {
    const off = ended("sub:1", "KEY", "2025-01-01T00:00:00.000Z");
    off.entitlement = { ...off.entitlement, active: false };
    expect(keyToRevive([off])).toBeUndefined();
  });
  test.each(["2025-01-01T00:00:00.000Z", "2025-06-01T00:00:00.000Z"])(
    "a key stays with the last subscription that took it over, even after that subscription ends (the first began at %s)",
    (createdAt) => {
      const first = ended("sub:z", "KEY", createdAt);
      const second = { ...ended("sub:b", "KEY", "2025-01-01T00:00:00.000Z"), revives: "sub:z" };
      const third = { ...ended("sub:a", "KEY", "2025-01-01T00:00:00.000Z"), revives: "sub:b" };
      const grants = [first, second, third];
      expect(grants.filter((one) => keyIsOf(one, grants)).map(({ id }) => id)).toEqual(["sub:a"]);
      expect(keyToRevive(grants)).toBe(third);
    },
  );
  test("a key stays with its grant when the grant ends", () => {
    const before = live();
    const after = { ...before, entitlement: { ...before.entitlement, ended: true } };
    expect(keyIsOf(after, [before])).toBe(true);
  });
  test.each([
    ["both ended", true],
    ["both ongoing", false],
  ])(
    "a key of two grants that were created in the same second (%s) belongs to exactly one of them",
    (_, areOver) => {
      const at = "2025-01-01T00:00:00.000Z";
      const share = (id: string) => {
        const over = ended(id, "KEY", at);
        return areOver ? over : { ...live(), id, licenseKey: "KEY", createdAt: at };
      };
      const grants = [share("sub:1"), share("sub:2")];
      expect(grants.filter((one) => keyIsOf(one, grants)).map(({ id }) => id)).toEqual(["sub:2"]);
    },
  );
});

describe("a second purchase", () => {
  const code = (grants: Grant[], mode: "payment" | "subscription") => {
    try {
      refuseSecondPurchase(grants, mode);
      return "allowed";
    } catch (error) {
      return error instanceof Error && "code" in error ? error.code : error;
    }
  };
  const lifetime = lifetimeGrant("user", "pi_1", { licenseKey: "KEY", revives: null }, NOW);

  test("is refused to the owner of a lifetime license", () => {
    expect(code([lifetime], "payment")).toBe("ALREADY_OWNED");
    expect(code([lifetime], "subscription")).toBe("ALREADY_OWNED");
  });
  test("is allowed after the lifetime license was refunded", () => {
    const refunded = {
      ...lifetime,
      entitlement: { ...lifetime.entitlement, revocations: ["refund" as const] },
    };
    expect(code([refunded], "payment")).toBe("allowed");
  });
  test.each<[SubscriptionStatus, string]>([
    ["active", "ALREADY_SUBSCRIBED"],
    ["trialing", "ALREADY_SUBSCRIBED"],
    ["past_due", "ALREADY_SUBSCRIBED"],
    ["unpaid", "ALREADY_SUBSCRIBED"],
    ["canceled", "allowed"],
  ])("of a subscription, while the first subscription is %s, has the result %s", (status, answer) => {
    const existing = grant(status, {}, live());
    expect(code(existing ? [existing] : [], "subscription")).toBe(answer);
  });
  test("of the lifetime license is allowed to a subscriber and to the owner of a free key", () => {
    expect(code([live(), freeGrant("user", "KEY", NOW)], "payment")).toBe("allowed");
  });
});

test("an ongoing subscription is shown instead of an ended subscription", () => {
  const over = grant(
    "canceled",
    { subscription_id: "sub_old", current_period_end: DUE + 90 * 86_400 },
    live(),
  );
  expect(over).toBeDefined();
  expect(
    currentSubscription([...(over ? [over] : []), live({ subscription_id: "sub_new" })])?.subscription_id,
  ).toBe("sub_new");
});
