import { createElement } from "react";
import { expect, test } from "vitest";
import type { AffiliateView } from "#shared/affiliates/customer.ts";
import { Days } from "../../../web/src/customer/affiliate/Days.tsx";
import { PayoutAccount } from "../../../web/src/customer/affiliate/PayoutAccount.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const affiliate = (change: Partial<AffiliateView> = {}): AffiliateView => ({
  referral_code: "ANN",
  is_active: true,
  commission_rate: 0.2,
  joined_at: "2026-11-01T10:00:00.000Z",
  links: [],
  clicks: 0,
  referrals: 0,
  conversions: 0,
  balance: {
    earned_cents: 0,
    pending_cents: 0,
    held_cents: 0,
    available_cents: 0,
    in_payout_cents: 0,
    paid_cents: 0,
    reversed_cents: 0,
    next_available_at: null,
  },
  buyer_discount: null,
  days: [],
  payout_account: { connected: false, payouts_enabled: false },
  country: "DE",
  email_confirmed: true,
  ...change,
});

test.each([
  [[0, 0], "0 clicks. A dot"],
  [[0, 1], "1 click. A dot"],
  [[1, 1200], "1,201 clicks. A dot"],
])("the clicks %j have the label '%s'", async (clicks, words) => {
  const days = clicks.map((each, index) => ({ day: `2026-11-0${index + 1}`, clicks: each, conversions: 0 }));
  expect(wordsOf(await htmlOf(createElement(Days, { affiliate: affiliate({ days }) })))).toContain(words);
});

test("if Stripe cannot pay an account, the page says that “Continue at Stripe” also leads to the setup of a new account", async () => {
  const payout_account = { connected: true, payouts_enabled: false };
  const page = createElement(PayoutAccount, { affiliate: affiliate({ payout_account }) });
  const words = wordsOf(await htmlOf(page));
  expect(words).toMatch(
    /more information, or the account was closed[\s\S]*set up a new one[\s\S]*Continue at Stripe/,
  );
});
