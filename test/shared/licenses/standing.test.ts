import { describe, expect, test } from "vitest";
import { type Entitlement, LICENSE_MESSAGES, standing } from "#shared/licenses/standing.ts";

const NOW = new Date("2026-03-15T12:00:00.000Z");
const LIVE: Entitlement = {
  tier: "pro",
  ended: false,
  expiresAt: null,
  pastDueSince: null,
  suspensions: [],
  revocations: [],
  active: true,
};

describe("the state of a license", () => {
  test.each<[string, string, Partial<Entitlement>]>([
    ["no restriction", "VALID", {}],
    ["an ended grant", "EXPIRED", { ended: true }],
    ["a fixed end still ahead", "VALID", { expiresAt: "2026-03-15T12:00:00.001Z" }],
    ["a fixed end reached to the millisecond", "EXPIRED", { expiresAt: "2026-03-15T12:00:00.000Z" }],
    ["a missing payment", "PAYMENT_REQUIRED", { suspensions: ["payment"] }],
    ["a dispute", "SUSPENDED", { suspensions: ["dispute"] }],
    ["a suspended account", "SUSPENDED", { suspensions: ["account"] }],
    ["a missing payment and a dispute", "SUSPENDED", { suspensions: ["dispute", "payment"] }],
    ["a refund", "REVOKED", { revocations: ["refund"] }],
    [
      "a refund, an ended grant and a switched-off key",
      "REVOKED",
      { revocations: ["refund"], ended: true, active: false },
    ],
    ["a switched-off key", "INACTIVE", { active: false }],
  ])("with %s is %s", (_name, code, change) => {
    expect(standing({ ...LIVE, ...change }, NOW).code).toBe(code);
  });

  test("a late payment causes a warning for 14 days, and then stops the license", () => {
    const due = { ...LIVE, pastDueSince: "2026-03-01T12:00:00.000Z" };
    expect(standing(due, new Date("2026-03-15T11:59:59.999Z"))).toEqual({
      code: "VALID",
      warning: "PAYMENT_PAST_DUE",
    });
    expect(standing(due, NOW)).toEqual({ code: "PAYMENT_REQUIRED", warning: null });
  });
});

test("the message of an ended license does not ask for a renewal, which some customers cannot make", () => {
  expect(LICENSE_MESSAGES.EXPIRED).toBe("This license has ended. Your account says how to continue.");
});
