import { expect, test } from "vitest";
import { CommissionStatus, type Hold } from "#shared/affiliates/commission.ts";
import type { LedgerSale } from "#shared/affiliates/ledger.ts";
import { standsWords } from "../../../web/src/operator/affiliates/ledgerWords.ts";

const sale = (status: LedgerSale["status"], holds: Hold[]): LedgerSale => ({
  id: "pi_1",
  buyer_user_id: "bob",
  buyer_email: "bob@example.com",
  product: "lifetime",
  paid_at: "2026-11-03T10:00:00.000Z",
  base_cents: 4000_00,
  rate_basis_points: 2000,
  earned_cents: 800_00,
  taken_back_cents: 0,
  taken_back_by: [],
  status,
  holds,
  self_referral: null,
  matures_at: "2027-01-02T10:00:00.000Z",
  payout_id: null,
});

test.each<[Hold[], string]>([
  [["dispute"], "On hold: the payment is disputed"],
  [["suspended"], "On hold: the affiliate is suspended"],
  [["suspended", "dispute"], "On hold: the payment is disputed"],
])("a commission on hold shows the reason: %j", (holds, words) => {
  expect(standsWords(sale("held", holds))).toBe(words);
});

test.each(CommissionStatus.options.filter((status) => status !== "held"))(
  "a dispute or a suspension does not change the text of a commission that is %s",
  (status) => {
    const words = standsWords(sale(status, []));
    expect(standsWords(sale(status, ["dispute", "suspended"]))).toBe(words);
  },
);

test.each([
  ["paid", "Paid out, then taken back"],
  ["in_payout", "In a payout, then taken back"],
] as const)(
  "a commission with the status “%s” is shown as taken back afterwards if nothing of it remains",
  (status, words) => {
    expect(standsWords({ ...sale(status, []), taken_back_cents: 800_00 })).toBe(words);
    expect(standsWords({ ...sale(status, []), taken_back_cents: 799_99 })).not.toContain("taken back");
  },
);
