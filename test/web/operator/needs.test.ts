import { createElement } from "react";
import { expect, test } from "vitest";
import type { Need } from "#shared/insights/needs.ts";
import { NeedsYou } from "../../../web/src/operator/overview/NeedsYou.tsx";
import { Runs } from "../../../web/src/operator/payouts/Runs.tsx";
import { badgeOf, type Needs, needRows } from "../../../web/src/operator/shell/needs.ts";
import { Rail } from "../../../web/src/operator/shell/Rail.tsx";
import { STATS } from "../../support/backOfficeAnswers.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const DISPUTE: NonNullable<Needs["disputes"]>[number] = {
  id: "dp_1",
  payment_id: "pi_1",
  user_id: "ann",
  amount_cents: 3000,
  currency: "usd",
  reason: "fraudulent",
  status: "needs_response",
  is_inquiry: false,
  due_by: "2026-12-03T10:00:00.000Z",
  can_answer: true,
  submitted: false,
  created_at: "2026-11-20T10:00:00.000Z",
};
const need = (
  kind: Need["kind"],
  count: number,
  since: string,
  amount_cents: number | null = null,
): Need => ({
  kind,
  count,
  since,
  amount_cents,
});

const INCIDENT: NonNullable<Needs["incidents"]>[number] = {
  id: "incident-1",
  title: "Voices fail",
  state: "identified",
  impact: "red",
  services: ["elevenlabs"],
  started_at: "2026-11-24T10:00:00.000Z",
  updated_at: "2026-11-24T11:00:00.000Z",
};

test("the most urgent items come first, each with its amount and one action", () => {
  const rows = needRows({
    needs: [
      need("lowAlert", 26, "2026-11-01T10:00:00.000Z"),
      need("payout", 2, "2026-11-21T10:00:00.000Z", 80_000),
      need("failedPayout", 1, "2026-11-23T10:00:00.000Z", 100),
      need("event", 1, "2026-11-22T10:00:00.000Z"),
      need("alert", 3, "2026-11-02T10:00:00.000Z"),
      need("request", 26, "2026-11-21T10:00:00.000Z", 52_000),
      need("withdrawal", 1, "2026-11-23T10:00:00.000Z"),
      { ...need("unbookedSale", 1, "2026-11-24T10:00:00.000Z", 3_000), user_id: "ann" },
    ],
    unknown: [],
    disputes: [{ ...DISPUTE, id: "dp_2", is_inquiry: true, due_by: "2026-12-09T10:00:00.000Z" }, DISPUTE],
    incidents: [INCIDENT],
  });
  expect(rows[1]?.since).toBe(INCIDENT.updated_at);
  expect(rows.map(({ text, action, to }) => [text, action, to])).toEqual([
    ["1 payment without a license, $30.00", "Open customer", "/admin/customers/ann"],
    ["Incident: Voices fail", "Update", "/admin/incidents"],
    ["A bank disputes $30.00", "Answer", "/admin/disputes/dp_1"],
    ["Bank inquiry about $30.00", "Answer", "/admin/disputes/dp_2"],
    ["1 withdrawal to answer", "Answer", "/admin/withdrawals"],
    ["1 Stripe event failed", "Replay", "/admin/events"],
    ["1 payout that Stripe could not pay, $1.00", "Retry or cancel", "/admin/payouts?status=failed"],
    ["2 payouts to approve, $800.00", "Approve", "/admin/payouts?status=pending"],
    ["More than 25 payout requests to calculate, at least $520.00", "Calculate", "/admin/payouts?run=calc"],
    ["3 security alerts", "Review", "/admin/security"],
    ["More than 25 security alerts of low severity", "Review", "/admin/security"],
  ]);
});

test("a badge shows the exact number, or a plus if counting stopped at the limit", () => {
  const known = need("payout", 61, "2026-11-21T10:00:00.000Z", 52_000);
  const capped = need("failedPayout", 26, "2026-11-21T10:00:00.000Z", 52_000);
  const needs = (...of: Need[]) => ({ needs: of, unknown: [], disputes: [], incidents: [] });
  expect(needRows(needs(known)).map(({ text }) => text)).toEqual(["61 payouts to approve, at least $520.00"]);
  expect(badgeOf(needs(known), "payouts")).toBe("61");
  expect(badgeOf(needs(known, capped), "payouts")).toBe("86+");
});

test("a dispute names its customer, if Stripe knows the address", () => {
  const texts = (dispute: object) =>
    needRows({ needs: [], unknown: [], disputes: [{ ...DISPUTE, ...dispute }], incidents: [] }).map(
      ({ text }) => text,
    );
  expect(texts({ customer_email: "ann@example.com" })).toEqual([
    "A bank disputes $30.00 from ann@example.com",
  ]);
  expect(texts({})).toEqual(["A bank disputes $30.00"]);
});

test("payouts that cannot be paid say why, and what to do", () => {
  const since = "2026-11-22T10:00:00.000Z";
  const reason = "No Stripe account is connected.";
  const rows = needRows({
    needs: [
      { ...need("failedPayout", 1, since, 100), reason: "Stripe refused the transfer: closed." },
      { ...need("unpayablePayout", 2, since, 100), reason },
    ],
    unknown: [],
    disputes: [],
    incidents: [],
  });
  expect(rows.map(({ text }) => text)).toEqual([
    "1 payout that Stripe could not pay, $1.00. Stripe refused the transfer: closed.",
    `2 payouts to approve that cannot be paid, $1.00. ${reason} Ask the affiliate to fix this, or cancel.`,
  ]);
});

test("each payment without a license has a line that names the customer and links to the payment", () => {
  const sale = {
    ...need("unbookedSale", 1, "2026-11-22T10:00:00.000Z", 3_000),
    user_id: "ann",
    email: "ann@example.com",
  };
  const needs = [{ ...sale, payment_id: "pi_1" }, { ...sale, payment_id: "pi_2" }, sale];
  const rows = needRows({ needs, unknown: [], disputes: [], incidents: [] });
  const text = "1 payment without a license, $30.00 from ann@example.com";
  expect(rows.map((row) => [row.text, row.action, row.to])).toEqual([
    [text, "Open payment", "/admin/payments/pi_1"],
    [text, "Open payment", "/admin/payments/pi_2"],
    // Stripe names no payment, or the answer is from an earlier release.
    [text, "Open customer", "/admin/customers/ann"],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
});

test("a fraud warning names the customer, says what to do, and links to the payment", () => {
  const warning = need("fraudWarning", 1, "2026-11-22T10:00:00.000Z", 3_000);
  const needs = [{ ...warning, payment_id: "pi_1", email: "ann@example.com" }];
  const [row] = needRows({ needs, unknown: [], disputes: [], incidents: [] });
  expect(row).toMatchObject({
    text: "1 payment with a fraud warning, $30.00 from ann@example.com. Refund it in full before it becomes a dispute.",
    action: "Open payment",
    to: "/admin/payments/pi_1",
  });
});

test("unclear payouts link to the list that shows them", () => {
  const to = (status: Need["status"]) => {
    const unclear = { ...need("unclearPayout", 1, "2026-11-22T10:00:00.000Z", 100), status };
    return needRows({ needs: [unclear], unknown: [], disputes: [], incidents: [] }).map((row) => row.to);
  };
  expect(to("processing")).toEqual(["/admin/payouts?status=processing"]);
  // The answer of an earlier release has no status.
  expect(to(undefined)).toEqual(["/admin/payouts?status=reconciling"]);
});

test("waiting mail shows how much of SES's quota is used", () => {
  const quota = { paused: false, per_second: 14, sent: 50_000, max: 50_000 };
  const since = "2026-11-22T10:00:00.000Z";
  const texts = (mail_quota?: Need["mail_quota"]) => {
    const needs = [{ ...need("waitingMail", 12, since), mail_quota }, need("expiredMail", 1, since)];
    return needRows({ needs, unknown: [], disputes: [], incidents: [] }).map(({ text }) => text);
  };
  expect(texts(quota)).toEqual([
    "12 emails waiting for Amazon SES: 50,000 of 50,000 sent in 24 hours",
    "1 email expired unsent",
  ]);
  expect(texts({ ...quota, max: null })[0]).toContain(": 50,000 sent in 24 hours");
  expect(texts({ ...quota, paused: true })[0]).toBe(
    "12 emails waiting for Amazon SES, which paused our account",
  );
  expect(texts()[0]).toBe("12 emails waiting for Amazon SES");
});

test("the navigation shows the number of waiting items of each page", async () => {
  const needs: Needs = {
    needs: [
      need("failedPayout", 1, "2026-11-22T10:00:00.000Z", 100),
      need("request", 2, "2026-11-22T10:00:00.000Z", 100),
      need("event", 26, "2026-11-22T10:00:00.000Z"),
      need("alert", 4, "2026-11-22T10:00:00.000Z"),
      need("lowAlert", 5, "2026-11-22T10:00:00.000Z"),
    ],
    unknown: [],
    disputes: [DISPUTE],
    incidents: [INCIDENT],
  };
  expect(badgeOf(needs, "payouts")).toBe("3");
  expect(badgeOf(needs, "events")).toBe("25+");
  expect(badgeOf(needs, "disputes")).toBe("1");
  expect(badgeOf(needs, "incidents")).toBe("1");
  expect(badgeOf(needs, "audit")).toBeNull();
  // The statistics may still have an older number of alerts, so the badge uses the needs.
  const rail = createElement(Rail, {
    stats: { ...STATS, security_alerts: 3 },
    needs,
    onNavigate: () => undefined,
  });
  const html = await htmlOf(rail, null, "/admin");
  expect(wordsOf(html)).toMatch(/Security Monitoring\n4\n/);
  expect(html).toContain(
    'title="1 payout that Stripe could not pay, $1.00. 2 payout requests to calculate, $1.00"',
  );
  expect(badgeOf({ needs: null, unknown: [], disputes: null, incidents: null }, "disputes")).toBeNull();
});

test("the page says that nothing waits only if it could load every part", async () => {
  const words = async (needs: Needs) =>
    wordsOf(await htmlOf(createElement(NeedsYou, { needs }), null, "/admin"));
  expect(await words({ needs: [], unknown: [], disputes: [], incidents: [] })).toMatch(
    /Nothing needs you\. This card lists payments without a license, .*, payout requests, .* were skipped\./,
  );
  const unknown = await words({ needs: null, unknown: [], disputes: null, incidents: null });
  expect(unknown).toContain("could not be loaded");
  expect(unknown).toContain("Open incidents could not be loaded");
  expect(unknown).toContain("Disputes could not be loaded");
  expect(unknown).not.toContain("Nothing needs you");
  const warnings = await words({ needs: [], unknown: ["fraudWarning"], disputes: [], incidents: [] });
  expect(warnings).toBe(
    "Needs you\nWe could not load payments with a fraud warning from Stripe. Reload the page to try again.",
  );
});

test("the line about payouts that the last run skipped links to the earlier runs", async () => {
  const skipped = need("skippedPayout", 2, "2026-11-22T10:00:00.000Z", 60_000);
  const [row] = needRows({ needs: [skipped], unknown: [], disputes: [], incidents: [] });
  expect(row?.text).toBe("2 approved payouts skipped by the last run, $600.00");
  expect(wordsOf(await htmlOf(createElement(Runs), null, row?.to))).toContain("Earlier runs\nClose");
});
