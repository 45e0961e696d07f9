import { beforeAll, expect, test, vi } from "vitest";
import { withAccountSuspension } from "../../../../functions/grants/grantRules.ts";
import { Reading } from "../../../../functions/platform/reading.ts";
import { decideLifetime } from "../../../../functions/subscriptions/fromStripe/grantWrites.ts";

const NOW = new Date("2026-11-20T12:00:00.000Z");
beforeAll(() => {
  vi.stubEnv("TABLE_GRANTS", "Grants");
  vi.stubEnv("TABLE_SEATS", "Seats");
});

const own = {
  reading: new Reading({ TableName: "Grants", Key: { pk: "u1", sk: "reading" } }, undefined),
  userId: "u1",
  paidAt: NOW,
  trouble: { paymentIntentId: "pi_1", invoiceId: null, refunded: false, isGift: false, dispute: null },
};

test("a purchase by a suspended account is suspended until the account's suspension is lifted", () => {
  const paid = (isSuspended: boolean) =>
    decideLifetime(own, { grants: [], isSuspended, givenAt: 0 }, NOW).grant;
  expect(paid(false).entitlement.suspensions).toEqual([]);
  expect(paid(true).entitlement.suspensions).toEqual(["account"]);
  expect(withAccountSuspension(paid(true), false, NOW).entitlement.suspensions).toEqual([]);
});
