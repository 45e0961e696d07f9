import { describe, expect, test } from "vitest";
import type { GrantView } from "#shared/customers/userRow.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { SAME_KEY, STAYS, STOPS } from "#shared/words.ts";
import { cancelWords, keyNow } from "../../../web/src/customer/subscription/cancelWords.ts";
import { endWords, resumeWords } from "../../../web/src/operator/customer/CustomerTools.tsx";
import { SEAT, subscriptionOf } from "./situations.ts";

const seat = (code: Seat["code"]): Seat[] => [{ ...SEAT, source: "subscription", code }];
const OWED =
  "The overdue amount is still due: once it is paid, the license works until your subscription ends on Dec 21, 2026, 12:00 PM UTC. After that you are not charged again.";
const GRACE = "2026-12-04T12:00:00.000Z";
const IN_GRACE = `Your license works until Dec 4, 2026, 12:00 PM UTC. ${OWED}`;
const STOPPED = `Your license has already stopped. ${OWED}`;
const HELD = "Your subscription ends on Dec 21, 2026, 12:00 PM UTC, and you are not charged again.";

describe("the dialog of a cancellation tells the customer", () => {
  test.each([
    [
      "active",
      "VALID",
      "Everything keeps working until Dec 21, 2026, 12:00 PM UTC, and we do not charge you again.",
    ],
    ["past_due", "VALID", IN_GRACE],
    ["past_due", "PAYMENT_REQUIRED", STOPPED],
    ["unpaid", "PAYMENT_REQUIRED", STOPPED],
    ["active", "SUSPENDED", HELD],
    ["past_due", "SUSPENDED", HELD],
    ["active", "INACTIVE", HELD],
    ["paused", "EXPIRED", HELD],
  ] as const)("for the status %s and a key that is %s: %s", (status, code, words) => {
    const now = keyNow({ problems: [] }, seat(code));
    const stops = status === "active" && now === "works" ? ` ${STOPS}` : "";
    const kept = now === "held" ? "" : ` ${SAME_KEY}`;
    expect(cancelWords(subscriptionOf(status, "renews"), now, GRACE)).toBe(
      `${words}${stops} ${STAYS}${kept}`,
    );
  });

  test("in the hour before a renewal, that nothing is charged and access ends now", () => {
    const subscription = { ...subscriptionOf("active", "renews"), renewal_pending: true as const };
    const words = cancelWords(subscription, "works");
    expect(words).toContain("Nothing is charged, and your access ends now.");
    expect(cancelWords(subscription, "held")).toContain(HELD);
  });

  test.each(["INACTIVE", "SUSPENDED"] as const)(
    "nothing about an earlier subscription's key that is %s",
    (code) => {
      const now = keyNow({ problems: [] }, [...seat("PAYMENT_REQUIRED"), ...seat(code)]);
      expect(cancelWords(subscriptionOf("past_due", "renews"), now)).toContain(OWED);
    },
  );

  test("nothing about working keys if the account is suspended", () => {
    const suspended = { kind: "suspended", tone: "bad", title: "", text: "", action: { kind: "support" } };
    const now = keyNow({ problems: [suspended] } as unknown as Parameters<typeof keyNow>[0], null);
    expect(cancelWords(subscriptionOf("past_due", "renews"), now)).toBe(`${HELD} ${STAYS}`);
  });
});

describe("the dialog of a cancellation tells the operator", () => {
  const grant = (code: GrantView["code"], subscription_status: GrantView["subscription_status"]) =>
    ({ code, subscription_status, current_period_end: Date.UTC(2026, 11, 21, 12) / 1000 }) as GrantView;

  test("that an open renewal is not charged, unless the key is on hold", () => {
    const pending = (code: GrantView["code"]) =>
      endWords({ ...grant(code, "active"), renewal_pending: true });
    expect(pending("VALID")).toBe(
      "The subscription ends now, and its renewal is not charged. You cannot undo this.",
    );
    expect(pending("SUSPENDED")).toContain("You can undo this until then.");
  });

  test.each([
    [
      "VALID",
      "active",
      "The subscription ends on Dec 21, 2026, 12:00 PM UTC and is not charged again. You can undo this until then.",
    ],
    [
      "PAYMENT_REQUIRED",
      "past_due",
      "The subscription ends on Dec 21, 2026, 12:00 PM UTC. You can undo this until then. The open payment is still due; after that, nothing is charged.",
    ],
    [
      "SUSPENDED",
      "past_due",
      "The subscription ends on Dec 21, 2026, 12:00 PM UTC and is not charged again. You can undo this until then.",
    ],
  ] as const)("for a key that is %s and a subscription that is %s: %s", (code, status, words) => {
    expect(endWords(grant(code, status))).toBe(words);
    expect(endWords({ ...grant(code, status), current_period_end: null })).toContain(
      "The subscription ends when its current period is over",
    );
  });
});

test.each([
  [
    "VALID",
    "The subscription renews on Dec 21, 2026, 12:00 PM UTC instead of ending, and the customer is charged.",
  ],
  [
    "SUSPENDED",
    "The subscription renews on Dec 21, 2026, 12:00 PM UTC instead of ending. Nothing is charged while the license is suspended or switched off.",
  ],
  [
    "INACTIVE",
    "The subscription renews on Dec 21, 2026, 12:00 PM UTC instead of ending. Nothing is charged while the license is suspended or switched off.",
  ],
] as const)("the operator who resumes a subscription with a key that is %s reads: %s", (code, words) => {
  expect(resumeWords({ code }, Date.UTC(2026, 11, 21, 12) / 1000)).toBe(words);
});
