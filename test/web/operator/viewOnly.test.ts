import { createElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { listOperators } from "#shared/accounts/readers.ts";
import { isForReaders } from "#shared/apiKeys/levels.ts";
import { listApiKeys } from "#shared/apiKeys/operator.ts";
import { getPlanSettings } from "#shared/catalog/operator.ts";
import { getCreditSettings } from "#shared/checkout/creditSettings.ts";
import { listDiscountCodes } from "#shared/discounts/operator.ts";
import { getDispute } from "#shared/disputes/operator.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { listMailings } from "#shared/mail/operator.ts";
import { getRunLimit, listBatches } from "#shared/payouts/operator.ts";
import { listWaiting } from "#shared/promotions/operator.ts";
import { getPromotions } from "#shared/promotions/public.ts";
import { getConsentCountries } from "#shared/referrals/consent.ts";
import { getRefundLimits } from "#shared/refunds/operator.ts";
import { listWithdrawals } from "#shared/refunds/withdrawals.ts";
import { getBoard } from "#shared/status/operator.ts";
import { getHistory } from "#shared/status/public.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { BACK_OFFICE } from "../../../web/src/app/backOffice.ts";
import { Desk } from "../../../web/src/operator/shell/Desk.tsx";
import { ANSWERS, STATS } from "../../support/backOfficeAnswers.ts";
import { ago } from "../../support/backOfficeRows.ts";
import { mounted } from "../../support/mounted.ts";

const given = vi.hoisted(() => ({
  asked: [] as Endpoint[],
  answer: (_: Endpoint): unknown => ({}),
}));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async (contract: Endpoint) => {
    given.asked.push(contract);
    return given.answer(contract);
  },
}));
vi.mock("../../../web/src/operator/gate/admission.ts", async (original) => ({
  ...(await original<object>()),
  isFlagged: () => true,
}));

const incident = (id: string, state: "identified" | "resolved") => ({
  id,
  title: "Videos fail",
  state,
  impact: "red",
  services: ["suno"],
  started_at: ago(9_000),
  updated_at: ago(0),
  updates: [{ at: ago(9_000), state, message: "We look into it.", impact: "red" }],
});
const waiting = { user_id: "user-1", email: "ada@example.com", joined_at: ago(0), offered_until: null };
const green = { chatgpt: "green", suno: "green", elevenlabs: "green" };
const dispute = ANSWERS.map(([, answer]) => answer).find(
  (answer): answer is { disputes: object[] } =>
    typeof answer === "object" && answer !== null && "disputes" in answer && "next" in answer,
)?.disputes[0];
const SETTING = { version: 1 };

/** Answers that give the back office's pages something to change. */
const REST: readonly (readonly [Endpoint, unknown])[] = [
  [
    listOperators,
    {
      people: [
        { id: "op", email: "operator@example.com", is_reader: false, last_seen_at: ago(0) },
        { id: "rd", email: "accountant@example.com", is_reader: true, last_seen_at: null },
      ],
    },
  ],
  [
    listApiKeys,
    {
      keys: [
        {
          id: "0123456789",
          name: "nightly",
          scopes: { audit: "read" },
          created_by: "op",
          created_at: ago(0),
          expires_at: null,
          revoked_at: null,
          last_used_on: null,
        },
      ],
    },
  ],
  [getPlanSettings, { ...SETTING, plans: [], trial_days: 7, teams: false }],
  [getCreditSettings, { ...SETTING, given: true }],
  [
    getRefundLimits,
    { ...SETTING, enabled: true, max_amount_cents: null, max_per_person: 1, renewal_videos: null },
  ],
  [getRunLimit, { ...SETTING, max_scheduled_cents: 100_000 }],
  [getConsentCountries, { ...SETTING, countries: ["DE"] }],
  [
    listDiscountCodes,
    {
      codes: [
        {
          id: "promo_1",
          code: "SPRING",
          kind: "percent",
          value: 10,
          duration: "once",
          plans: ["monthly", "yearly", "lifetime"],
          first_purchase_only: true,
          once_per_customer: true,
          affiliate_id: null,
          redemptions: 0,
          max_redemptions: null,
          expires_at: null,
          state: "active",
          link: "/checkout?code=SPRING",
          created_at: ago(0),
        },
      ],
      next: null,
    },
  ],
  [
    getPromotions,
    {
      ...SETTING,
      lifetime_enabled: true,
      hero_text: "Limited",
      subtitle: "Once",
      end_at: null,
      quantity_remaining: 0,
      waiting_list: true,
      waiting: 1,
    },
  ],
  [listWaiting, { waiting: 1, offered: [], line: [waiting], next: null }],
  [getDispute, { dispute, customer_email: "ada@example.com", evidence: {} }],
  [
    listWithdrawals,
    {
      withdrawals: [
        {
          id: "w1",
          name: "Ada",
          contract: "my plan",
          email: "ada@example.com",
          received_at: ago(0),
          due_by: ago(-9_000),
          user_id: "user-1",
          refund: { product: "monthly", amount_cents: 3_000, currency: "usd" },
        },
      ],
    },
  ],
  [getBoard, { services: green, updated_at: ago(0), incidents: [] }],
  [
    getHistory,
    {
      since: "2026-09-01",
      days: { chatgpt: [], suno: [], elevenlabs: [] },
      changes: [],
      incidents: [incident("i1", "identified"), incident("i2", "resolved")],
      uptime: { days: [], checks: 0, failures: 0 },
    },
  ],
  [listMailings, { mailings: [] }],
  [listBatches, { batches: [], next: null }],
];

beforeEach(() => {
  given.asked.length = 0;
  given.answer = (contract) => {
    const found = [...REST, ...ANSWERS].find(([one]) => one === contract);
    if (!found) throw new ApiError("DATABASE_ERROR", `No answer for ${contract.path}`, { status: 500 });
    return found[1];
  };
});

const PAGES = [
  "",
  "users?open=user-1",
  "keys?open=key-1",
  "security?open=alert-1",
  "activity",
  "promotions",
  "affiliates?open=affiliate-1",
  "destinations",
  "payouts?open=payout-1",
  "payouts?run=calc",
  "settings",
  "customers/user-1",
  "payments/pi_0",
  "growth",
  "api-keys",
  "selling",
  "codes?affiliate=ADA",
  "disputes/dp_1",
  "withdrawals",
  "events?open=evt_1QxAfailed0000000000000000",
  "incidents?new",
  "audit",
] as const;

/** The names of buttons that change no data, such as those of exports and copies. */
const READS = /^(Export (all as CSV|CSV|the month)|Copy .+|Show|Earlier runs|Close details)$/;

/** Opens a page. @returns the names of its enabled controls, without buttons that change no data */
async function changesOn(page: string, isReader: boolean): Promise<string[]> {
  const needs = { needs: [], unknown: [], disputes: [], incidents: [] };
  const element = createElement(Desk, { email: "o@example.com", isReader, stats: STATS, needs });
  await mounted([{ path: "/admin", element, children: BACK_OFFICE }], `/admin/${page}`);
  const controls = document.querySelectorAll<HTMLInputElement>(
    "main button, main form :is(input:not([type=date]), select, textarea)",
  );
  return [...controls]
    .filter(({ disabled, readOnly }) => !disabled && !readOnly)
    .map((control) => control.getAttribute("aria-label") ?? (control.textContent || control.outerHTML))
    .filter((name) => !READS.test(name));
}
const words = () => document.querySelector("main")?.textContent ?? "";

test.each(PAGES)("a reader can change nothing on /admin/%s, and the page says so", async (page) => {
  expect(await changesOn(page, true)).toEqual([]);
  expect(words()).toContain("You can view everything. Only the administrator can make changes.");
  expect(given.asked.filter((one) => one.audience === "operator" && !isForReaders(one))).toEqual([]);
});

test.each(PAGES.filter((page) => !["", "activity", "growth", "audit"].includes(page)))(
  "the administrator can change something on /admin/%s",
  async (page) => {
    expect(await changesOn(page, false)).not.toEqual([]);
    expect(words()).not.toContain("Only the administrator");
  },
);
