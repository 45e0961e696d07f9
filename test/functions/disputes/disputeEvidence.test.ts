import { describe, expect, test } from "vitest";
import type { Dispute } from "#shared/disputes/operator.ts";
import { compose, type Known } from "../../../functions/disputes/compose.ts";
import { toDispute } from "../../../functions/disputes/facts.ts";

const NOW = new Date("2026-03-15T12:00:00.000Z");
const SECONDS = NOW.getTime() / 1000;
const dispute: Dispute = {
  id: "du_1",
  payment_id: "pi_1",
  user_id: "ann",
  amount_cents: 3000,
  currency: "usd",
  reason: "fraudulent",
  status: "needs_response",
  is_inquiry: false,
  due_by: "2026-03-20T12:00:00.000Z",
  can_answer: true,
  submitted: false,
  created_at: "2026-03-14T12:00:00.000Z",
};
const purchase = {
  sessionId: "cs_1",
  product: "monthly",
  at: "2026-03-01T10:00:00.000Z",
  address: "203.0.113.24",
  country: "DE",
  device: "Browser",
  terms: "2025-09-19",
  privacy: null,
} as const;
const known: Known = {
  email: "ann@example.com",
  createdAt: "2026-02-28T10:00:00.000Z",
  lastSignIn: { at: "2026-03-13T10:00:00.000Z", address: "203.0.113.25", country: "DE" },
  purchases: [
    { ...purchase, sessionId: "cs_2", at: "2026-03-14T13:00:00.000Z", address: "198.51.100.1" },
    purchase,
    {
      ...purchase,
      sessionId: "cs_0",
      at: "2026-02-28T11:00:00.000Z",
      address: "192.0.2.7",
      terms: "2025-01-01",
    },
  ],
  grants: [],
  licenses: [],
  videos: 7,
  activity: [],
  mails: [{ what: "license key", at: "2026-03-01T10:05:00.000Z" }],
};

describe("the evidence", () => {
  test("reports our records of the last purchase before the dispute", () => {
    const evidence = compose(dispute, known);
    expect(evidence).toMatchObject({
      customer_email_address: "ann@example.com",
      customer_purchase_ip: "203.0.113.24",
      uncategorized_text: "",
    });
    for (const line of [
      "2026-03-01 10:00 UTC started a checkout for monthly from 203.0.113.24, DE, Browser",
      "2026-03-01 10:05 UTC license key sent by email",
      "2026-03-13 10:00 UTC last sign-in from 203.0.113.25, DE",
      "7 videos made with the application",
    ])
      expect(evidence.access_activity_log.split("\n")).toContain(line);
    expect(evidence.refund_policy_disclosure).toContain("the terms of 2025-09-19");
  });

  test("names no IP address and no disclosed policies if no purchase is recorded", () => {
    const evidence = compose(dispute, { ...known, purchases: [] });
    expect(evidence).toMatchObject({
      customer_purchase_ip: "",
      refund_policy_disclosure: "",
      cancellation_policy_disclosure: "",
    });
  });
});

describe("a dispute", () => {
  const atStripe = {
    id: "du_1",
    amount: 3000,
    currency: "usd",
    reason: "fraudulent",
    status: "needs_response",
    created: SECONDS,
    payment_intent: {
      id: "pi_1",
      metadata: {},
      customer: { id: "cus_1", email: "ann@example.com", metadata: { userId: "ann" } },
    },
    evidence_details: { due_by: SECONDS + 60, submission_count: 0 },
  };
  const shown = (change: object) => toDispute({ ...atStripe, ...change } as never, NOW);

  test.each([
    [{}, true],
    [{ status: "warning_needs_response" }, true],
    [{ status: "under_review" }, false],
    [{ status: "won" }, false],
    [{ evidence_details: { due_by: SECONDS, submission_count: 0 } }, false],
    [{ evidence_details: { due_by: 0, submission_count: 0 } }, false],
    [{ evidence_details: { due_by: SECONDS + 60, submission_count: 1 } }, false],
  ])("with %j can be answered: %s", (change, is) => {
    expect(shown(change).can_answer).toBe(is);
  });

  test("belongs to the customer of its payment", () => {
    const named = { user_id: "ann", customer_email: "ann@example.com" };
    expect(shown({})).toMatchObject({ ...named, payment_id: "pi_1", is_inquiry: false });
    const unknown = shown({ payment_intent: "pi_1" });
    expect([unknown.user_id, unknown.customer_email]).toEqual([null, undefined]);
  });
});
