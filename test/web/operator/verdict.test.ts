import { describe, expect, test } from "vitest";
import type { GrantView } from "#shared/customers/userRow.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import type { Payment } from "#shared/payments/payment.ts";
import { type Situation, type Verdict, verdictOf } from "../../../web/src/operator/customer/verdict.ts";

const PAID_AT = "2026-11-03T10:00:00.000Z";
const PERIOD_END = toEpochSeconds("2026-12-03T10:00:00.000Z");

const payment = (change: Partial<Payment> = {}): Payment => ({
  id: "pi_1",
  amount_cents: 3000,
  refunded_cents: 0,
  currency: "usd",
  status: "succeeded",
  dispute: null,
  description: null,
  created_at: PAID_AT,
  ...change,
});
const grant = (change: Partial<GrantView> = {}): GrantView => ({
  id: "sub:sub_1",
  source: "subscription",
  tier: "pro",
  code: "VALID",
  warning: null,
  reasons: [],
  licenseKey: "KEY",
  expires_at: null,
  subscription_id: "sub_1",
  subscription_status: "active",
  current_period_end: PERIOD_END,
  ends_at: null,
  created_at: PAID_AT,
  ...change,
});

const PAYMENTS: Readonly<Record<string, Situation["payments"]>> = {
  unknown: null,
  none: [],
  tried: [payment({ status: "requires_payment_method" })],
  processing: [payment({ status: "processing" })],
  paid: [payment()],
  "refunded in part": [payment({ refunded_cents: 1000 })],
  "refunded in full": [payment({ refunded_cents: 3000 })],
  disputed: [payment({ dispute: "open" })],
  lost: [payment({ dispute: "lost" })],
  "paid twice, refunded once": [payment({ id: "pi_2", refunded_cents: 3000 }), payment()],
};
const CODES = ["VALID", "EXPIRED", "SUSPENDED", "REVOKED", "INACTIVE", "PAYMENT_REQUIRED"] as const;
const BOUGHT: Readonly<Record<GrantView["source"], Partial<GrantView>>> = {
  subscription: {},
  lifetime: { id: "life:pi_1", current_period_end: null, subscription_status: null },
  team: { id: "team:1", current_period_end: null, subscription_status: null },
  manual: { id: "manual:1", current_period_end: null, expires_at: "2026-12-03T10:00:00.000Z" },
  free: { id: "free", current_period_end: null, tier: "free" },
};
const GRANTS: readonly GrantView[] = (
  ["subscription", "team", "lifetime", "manual", "free"] as const
).flatMap((source) =>
  CODES.flatMap((code) =>
    ([[], ["dispute"], ["refund"], ["account"]] as GrantView["reasons"][]).flatMap((reasons) =>
      [null, "PAYMENT_PAST_DUE" as const].flatMap((warning) =>
        [null, PERIOD_END].map((ends_at) =>
          grant({ source, code, reasons, warning, ends_at, ...BOUGHT[source] }),
        ),
      ),
    ),
  ),
);
const account = (is_suspended: boolean) => ({ is_suspended, stripe_customer_id: "cus_1" });

describe("every state of a customer", () => {
  test.each(Object.entries(PAYMENTS))(
    "with the payments “%s” has a sentence that agrees with it",
    (_, payments) => {
      for (const is_suspended of [false, true])
        for (const grants of [[], ...GRANTS.map((one) => [one])]) {
          const { sentence, tone, fix } = verdictOf({
            account: account(is_suspended),
            grants,
            payments,
            events: [],
            asOf: PAID_AT,
          });
          const said = `${sentence} ${JSON.stringify(grants)}`;
          expect(sentence, said).toMatch(/^[A-Z].*\.$/);
          expect(sentence, said).not.toMatch(/undefined|null|NaN| {2}|[a-z]_[a-z]/);
          const works = !is_suspended && grants[0]?.code === "VALID";
          if (/ works\b/.test(sentence.replace("no key works", ""))) expect(works, said).toBe(true);
          if (tone === "good") expect(works, said).toBe(true);
          const succeeded = payments?.some(({ status }) => status === "succeeded") ?? false;
          if (succeeded) expect(sentence, said).toMatch(/Paid \$30\.00/);
          if (payments?.length !== 0) expect(sentence, said).not.toMatch(/Never paid/);
          if (payments === null) expect(sentence, said).toContain("payments are unknown");
          const bought = grants.some(({ source }) => source === "subscription" || source === "lifetime");
          const kept = payments?.some(
            (one) => one.status === "succeeded" && one.refunded_cents < 3000 && one.dispute === null,
          );
          if (!is_suspended && kept && !bought) {
            expect(sentence, said).toContain("but got no license");
            expect(fix).toBe("sync");
          } else expect(fix, said).not.toBe("sync");
        }
    },
  );
});

test.each<[string, Partial<Situation>]>([
  ["Never paid. Has no license.", { grants: [], payments: [] }],
  ["Paid $30.00 on Nov 3, 2026, but got no license.", { grants: [] }],
  ["Paid $30.00 on Nov 3, 2026. The subscription works and renews on Dec 3, 2026, 10:00 AM UTC.", {}],
  [
    "Paid $30.00 on Nov 3, 2026. The subscription works until it ends on Dec 3, 2026, 10:00 AM UTC.",
    { grants: [grant({ ends_at: PERIOD_END })] },
  ],
  [
    "Paid $30.00 on Nov 3, 2026, refunded in full. The subscription was revoked with the refund.",
    {
      grants: [grant({ code: "REVOKED", reasons: ["refund"] })],
      payments: [payment({ refunded_cents: 3000 })],
    },
  ],
  [
    "Never paid. The free license works.",
    { grants: [grant({ source: "free", ...BOUGHT.free })], payments: [] },
  ],
  [
    "Never paid. The free license works, with every feature: trial until Dec 9, 2026.",
    {
      grants: [grant({ source: "free", ...BOUGHT.free })],
      payments: [],
      keys: [{ trial: { state: "running", days: 14, ends_at: "2026-12-10T12:00:00.000Z" } }],
    },
  ],
  [
    "Never paid. The free license works.",
    {
      grants: [grant({ source: "free", ...BOUGHT.free })],
      payments: [],
      keys: [{ trial: { state: "over", days: 14, ends_at: "2026-11-09T10:00:00.000Z" } }],
    },
  ],
  [
    "The account is suspended, so no key works. Paid $30.00 on Nov 3, 2026.",
    { account: account(true), grants: [grant({ code: "SUSPENDED", reasons: ["account"] })] },
  ],
  [
    "The account was deleted, so no key works. Paid $30.00 on Nov 3, 2026.",
    { account: { ...account(false), email: null }, grants: [grant({ code: "INACTIVE" })] },
  ],
])("the verdict can be: %s", (sentence, change) => {
  const usual = {
    account: account(false),
    grants: [grant()],
    payments: [payment()],
    events: [],
    asOf: PAID_AT,
  };
  expect(verdictOf({ ...usual, ...change }).sentence).toBe(sentence);
});

test("a payment after an expired subscription or a revoked lifetime license is fixed like one without a license", () => {
  const later = payment({ id: "pi_2", created_at: "2026-12-20T10:00:00.000Z" });
  const old = grant({ code: "EXPIRED", subscription_status: "canceled" });
  const revoked = grant({ source: "lifetime", ...BOUGHT.lifetime, code: "REVOKED", reasons: ["refund"] });
  for (const grants of [[old], [revoked]])
    expect(
      verdictOf({ account: account(false), grants, payments: [later], events: [], asOf: PAID_AT }),
    ).toMatchObject({
      fix: "sync",
    });
});

const event = (attempts: number, last_error: string | null = "Timed out") => ({
  id: `evt_${attempts}`,
  type: "invoice.paid",
  at: PAID_AT,
  open: { attempts, last_error },
});

test.each<[string, Partial<Situation>, Partial<Verdict>]>([
  [
    "names a failed webhook as the cause of a missing license",
    { grants: [], events: [event(4)] },
    {
      tone: "bad",
      sentence: "Paid $30.00 on Nov 3, 2026, but got no license. The webhook invoice.paid failed 4 times.",
      fix: "replay",
    },
  ],
  [
    "names failed webhooks even if the license works",
    { events: [event(1), event(2, null)] },
    {
      tone: "warn",
      sentence:
        "Paid $30.00 on Nov 3, 2026. The subscription works and renews on Dec 3, 2026, 10:00 AM UTC. 2 webhooks failed. One of them, invoice.paid, has failed once.",
      fix: "replay",
    },
  ],
  [
    "offers no fix for an event that is in progress or done",
    { events: [event(1, null), { ...event(1), open: null }] },
    { tone: "good", fix: null },
  ],
])("the verdict %s", (_, change, verdict) => {
  const usual = {
    account: account(false),
    grants: [grant()],
    payments: [payment()],
    events: [],
    asOf: PAID_AT,
  };
  expect(verdictOf({ ...usual, ...change })).toMatchObject(verdict);
});
