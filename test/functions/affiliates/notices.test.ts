import { describe, expect, test } from "vitest";
import { Affiliate, AffiliateStatus } from "#shared/affiliates/affiliate.ts";
import type { Commission } from "#shared/affiliates/commission.ts";
import { BRAND } from "#shared/brand.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import type { PayoutRequest } from "#shared/payouts/request.ts";
import { mayBecome, PayoutStatus, RequestStatus, requestMayBecome } from "#shared/payouts/states.ts";
import { affiliateMails } from "../../../functions/affiliates/notices/affiliates.ts";
import { noticesOf } from "../../../functions/affiliates/notices/noticesOf.ts";
import { AFFILIATE_TEMPLATES } from "../../../functions/mail/templates/affiliateTemplates.ts";
import { render } from "../../../functions/mail/templates/render.ts";
import { newAffiliate } from "../../../functions/referrals/rules.ts";
import { SCHEDULES } from "../../../infra/events.ts";
import { commissionOf } from "../../support/commissions.ts";

const NOW = new Date("2026-11-23T09:00:00.000Z");
const AT = "2026-11-23T08:00:00.000Z";
const DAY_BEFORE = "2026-11-22T08:00:00.000Z";

const AFFILIATE: Affiliate = newAffiliate(
  { userId: "ann", email: "ann@example.com", normalisedEmail: "ann@example.com" },
  "ANNA",
  new Date(AT),
);
const REQUEST: PayoutRequest = {
  id: "ann-000001",
  affiliateId: "ann",
  email: "ann@example.com",
  requestedCents: 120_000,
  status: "pending",
  requestedAt: AT,
  decidedAt: null,
  reason: null,
  isCalculated: false,
};
const PAYOUT: Payout = {
  id: "ann-000001",
  affiliateId: "ann",
  email: "ann@example.com",
  amountCents: 125_000,
  status: "pending",
  work: null,
  requestedAt: AT,
  batchId: "batch",
  approvedAt: null,
  transferredAt: "2026-11-30T09:00:00.000Z",
  destination: "acct_1",
  attempt: null,
  transferId: "tr_1",
  reason: "Unclear traffic",
  refusal: null,
  reversedCents: 0,
  reversalIds: [],
  version: 1,
};
const COMMISSION: Commission = commissionOf("ann", 800_00, {
  id: "pi_1",
  product: "lifetime",
  baseCents: 4_000_00,
  status: "pending",
  isFirstEarned: true,
  paidAt: AT,
  matureAt: "2027-01-22T08:00:00.000Z",
  updatedAt: AT,
});

const rows = {
  affiliate: (row: Partial<Affiliate>) => ({ sk: "affiliate", ...AFFILIATE, ...row }),
  request: (row: Partial<PayoutRequest>) => ({ sk: "request#000001", ...REQUEST, ...row }),
  payout: (row: Partial<Payout>) => ({ sk: "payout#000001", ...PAYOUT, ...row }),
  commission: (row: Partial<Commission>) => ({ sk: "commission#pi_1", ...COMMISSION, ...row }),
};
const mailsOf = (before: object | undefined, after: object | undefined) =>
  noticesOf([{ before: before as never, after: after as never }], NOW);
const idsOf = (before: object | undefined, after: object | undefined) =>
  mailsOf(before, after).map(({ id }) => id);
/** The text of the only mail. Rendering fails if a value is missing. */
const textOf = (before: object | undefined, after: object | undefined) => {
  const mails = mailsOf(before, after);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  if (!mail) throw new Error("There is no mail");
  expect(mail.to).toEqual({ userId: "ann" });
  const { subject, text } = render(mail, "https://site.example");
  return `${subject}\n${text}`;
};

describe("a payout", () => {
  const STATES = PayoutStatus.options;
  const AFTER: Readonly<Record<string, string>> = {
    "pending > approved": "payout-approved:ann-000001",
    "approved > canceled": "payout-canceled:ann-000001",
    "failed > canceled": "payout-canceled:ann-000001",
    "processing > paid": "payout-paid:ann-000001",
    "reconciling > paid": "payout-paid:ann-000001",
    "processing > failed": "payout-failed:ann-000001",
    "reconciling > failed": "payout-failed:ann-000001",
  };
  const moves = STATES.flatMap((from) => STATES.map((to) => ({ from, to })));

  test.each(moves.filter(({ from, to }) => from === to || mayBecome(from, to)))(
    "causes only the expected mail, if any, when it moves from $from to $to",
    ({ from, to }) => {
      const expected = AFTER[`${from} > ${to}`];
      expect(idsOf(rows.payout({ status: from }), rows.payout({ status: to, version: 2 }))).toEqual(
        expected === undefined ? [] : [expected],
      );
    },
  );

  test("can make every move that causes a mail, and causes no mail when it is created", () => {
    for (const move of Object.keys(AFTER)) {
      const [from, to] = move.split(" > ");
      expect(mayBecome(from as PayoutStatus, to as PayoutStatus), move).toBe(true);
    }
    for (const status of STATES) expect(idsOf(undefined, rows.payout({ status }))).toEqual([]);
  });

  test("has its amount, the dates and the reason in its mails", () => {
    const move = (from: PayoutStatus, to: PayoutStatus) =>
      textOf(rows.payout({ status: from }), rows.payout({ status: to }));
    expect(move("pending", "approved")).toMatch(/payout of \$1,250\.00, .* November 23, 2026[\s\S]+Mondays/);
    expect(move("processing", "paid")).toMatch(/\$1,250\.00 to your Stripe account on November 30, 2026/);
    expect(move("approved", "canceled")).toMatch(
      /\$1,250\.00[\s\S]+Unclear traffic[\s\S]+back in your balance\. Your affiliate page shows when/,
    );
    expect(move("processing", "failed")).toMatch(/\$1,250\.00[\s\S]+Unclear traffic[\s\S]+still reserved/);
  });

  test("causes one mail for each reversal of its transfer, with the amount of the reversal", () => {
    const paid = { status: "paid" as const };
    const once = { ...paid, reversedCents: 400, reversalIds: ["trr_1"] };
    const twice = { ...paid, reversedCents: 1000, reversalIds: ["trr_1", "trr_2"] };
    expect(idsOf(rows.payout(paid), rows.payout(once))).toEqual(["payout-reversed:ann-000001:1"]);
    expect(idsOf(rows.payout(once), rows.payout(twice))).toEqual(["payout-reversed:ann-000001:2"]);
    expect(textOf(rows.payout(once), rows.payout(twice))).toMatch(
      /we transferred \$1,250\.00.*\$6\.00 of it[\s\S]+back in your balance\. Your affiliate page shows when/,
    );
    expect(idsOf(rows.payout(twice), rows.payout({ ...twice, email: "deleted@invalid" }))).toEqual([]);
  });
});

describe("a request for a payout", () => {
  const STATES = RequestStatus.options;
  const moves = STATES.flatMap((from) => STATES.map((to) => ({ from, to })));

  test.each(moves.filter(({ from, to }) => from === to || requestMayBecome(from, to)))(
    "causes a mail for a new status only when it is rejected ($from > $to)",
    ({ from, to }) => {
      const ids = idsOf(rows.request({ status: from }), rows.request({ status: to, isCalculated: true }));
      expect(ids).toEqual(from === "pending" && to === "rejected" ? ["payout-rejected:ann-000001"] : []);
    },
  );

  test("causes a mail when it is created, and none when its row is restored later", () => {
    expect(textOf(undefined, rows.request({}))).toMatch(
      /\$1,200\.00 on November 23, 2026[\s\S]+larger than you request\./,
    );
    expect(idsOf(undefined, rows.request({ requestedAt: DAY_BEFORE }))).toEqual([]);
    expect(idsOf(undefined, rows.request({ status: "approved" }))).toEqual([]);
  });

  test("causes a mail that says why it was rejected, and that nothing was taken", () => {
    expect(
      textOf(rows.request({}), rows.request({ status: "rejected", reason: 'Unclear <traffic> & "more"' })),
    ).toMatch(
      /\$1,200\.00[\s\S]+Unclear <traffic> & "more"[\s\S]+Nothing was taken from your balance\. Your affiliate page shows when/,
    );
  });
});

describe("an affiliate", () => {
  test("is welcomed on joining, and not when the row is restored later", () => {
    expect(textOf(undefined, rows.affiliate({}))).toMatch(
      /code is ANNA\. You earn 20% of .*, and for the first 12 months of a subscription\./,
    );
    expect(idsOf(undefined, rows.affiliate({ joinedAt: DAY_BEFORE }))).toEqual([]);
    expect(textOf(undefined, rows.affiliate({ referralCode: "", rateBasisPoints: 750 }))).toMatch(
      /code is ANN\. You earn 7\.5% of/,
    );
  });

  const decisions = AffiliateStatus.options.flatMap((from) =>
    AffiliateStatus.options.flatMap((to) =>
      [undefined, AT, NOW.toISOString()].map((decidedAt) => ({ from, to, decidedAt })),
    ),
  );
  test.each(decisions)("gets mail only for an operator's decision ($from > $to, $decidedAt)", (one) => {
    const { from, to, decidedAt } = one;
    const before = Affiliate.parse(rows.affiliate({ status: from, decidedAt: AT }));
    const after = { ...before, status: to, ...(decidedAt ? { decidedAt } : {}) };
    const isMailed = from !== to && after.decidedAt !== AT;
    expect(affiliateMails(before, after, NOW).map(({ id }) => id)).toEqual(
      isMailed ? [`affiliate-${to}:ann:${NOW.toISOString()}`] : [],
    );
  });

  test("gets a mail each time Stripe stops paying the account, and none about other changes of the account", () => {
    const account = (payoutsEnabled: boolean, accountReadings: number, stripeAccountId = "acct_1") =>
      rows.affiliate({ payoutsEnabled, accountReadings, stripeAccountId });
    expect(idsOf(account(true, 4), account(false, 5))).toEqual(["affiliate-account:ann:5"]);
    expect(idsOf(account(true, 6), account(false, 7))).toEqual(["affiliate-account:ann:7"]);
    expect(textOf(account(true, 4), account(false, 5))).toMatch(
      /or your Stripe account was closed.*set up a new account/,
    );
    expect(idsOf(account(false, 4), account(false, 5))).toEqual([]);
    expect(idsOf(account(false, 4), account(true, 5))).toEqual([]);
    expect(idsOf(account(true, 4), account(true, 5))).toEqual([]);
    expect(idsOf(account(true, 4), rows.affiliate({ payoutsEnabled: false }))).toEqual([]);
    expect(idsOf(account(true, 4), account(false, 5, "acct_2"))).toEqual([]);
  });
});

describe("a commission", () => {
  test("causes a mail when it is the affiliate's first valid commission", () => {
    expect(textOf(undefined, rows.commission({}))).toMatch(
      /paid \$4,000\.00 before tax for a lifetime license on November 23, 2026\. Your commission is \$800\.00\.\s+It becomes available on January 23, 2027 at 4:00 AM UTC\. [\s\S]+ once \$20 is available/,
    );
    // The row does not say whether the subscription is monthly or yearly.
    expect(textOf(undefined, rows.commission({ product: "subscription" }))).toContain(
      "before tax for a subscription on November 23, 2026.",
    );
    for (const other of [
      { isFirstEarned: false },
      { selfReferral: "self_card" as const, reversedCents: 800_00, status: "void" as const },
      { reversedCents: 800_00, status: "reversed" as const },
      { updatedAt: DAY_BEFORE },
    ])
      expect(idsOf(undefined, rows.commission(other))).toEqual([]);
  });

  test("that is taken back causes a mail with the reason, the amount and the consequence", () => {
    const refund = { reversedCents: 20_00, takenBackBy: ["re_1"], version: 2 };
    expect(idsOf(rows.commission({}), rows.commission(refund))).toEqual(["commission-taken-back:pi_1:2"]);
    expect(textOf(rows.commission({}), rows.commission(refund))).toMatch(
      /commission was \$800\.00\. The customer got a refund\. We took back \$20\.00[\s\S]+your earnings are \$20\.00 lower/,
    );
    const paid = { status: "paid" as const, payoutId: "ann-000001" };
    const debt = { ...paid, debtCents: 800_00, takenBackBy: ["du_1"], version: 9 };
    expect(textOf(rows.commission(paid), rows.commission(debt))).toMatch(
      /decided a dispute[\s\S]+already gone into a payout[\s\S]+balance is \$800\.00 lower/,
    );
    const own = { reversedCents: 800_00, selfReferral: "self_card" as const, status: "void" as const };
    expect(textOf(rows.commission({}), rows.commission(own))).toMatch(
      /The buyer paid with your card\. Such a purchase earns no commission\./,
    );
    expect(textOf(rows.commission({}), rows.commission({ ...own, selfReferral: "self_team" }))).toMatch(
      /You and the buyer are on the same team\. Such a purchase earns no commission\./,
    );
  });

  test("that is given back causes a mail with the reason", () => {
    const refunded = { reversedCents: 800_00, takenBackBy: ["re_1"], version: 2 };
    expect(textOf(rows.commission(refunded), rows.commission({ version: 3 }))).toMatch(
      /A refund of this payment did not go through\. \$800\.00 of the commission is in your balance again/,
    );
    const lost = { debtCents: 800_00, payoutId: "ann-000001", takenBackBy: ["dp_1"], version: 2 };
    const won = { debtCents: 0, payoutId: "ann-000001", version: 3 };
    expect(textOf(rows.commission(lost), rows.commission(won))).toMatch(/in our favor after all/);
  });

  test("that matures, is held, claimed or paid causes no mail", () => {
    for (const status of ["available", "held", "in_payout", "paid"] as const)
      expect(idsOf(rows.commission({}), rows.commission({ status, version: 2 }))).toEqual([]);
  });
});

test("rows of other kinds, deleted rows and rewritten rows cause no mail", () => {
  expect(idsOf(undefined, { sk: "click" })).toEqual([]);
  expect(idsOf(undefined, { sk: "balance" })).toEqual([]);
  for (const row of Object.values(rows)) {
    expect(idsOf(row({}), undefined)).toEqual([]);
    expect(idsOf(row({}), { ...row({}), migratedAt: AT })).toEqual([]);
  }
});

test("every mail to an affiliate says why it was sent and links to the affiliate page", () => {
  for (const { why, action } of Object.values(AFFILIATE_TEMPLATES)) {
    expect(why).toContain(`joined the ${BRAND.name} affiliate program`);
    expect(action.url).toContain("/dashboard/affiliate");
  }
});

test("the mail about an approved payout names the day and time at which the payout runs start", () => {
  const { paragraphs } = AFFILIATE_TEMPLATES.payoutApproved;
  const [, minute, hour, weekday] =
    /^cron\((\d+) (\d+) \? \* ([A-Z]+) \*\)$/.exec(SCHEDULES["payouts/distributeWeekly"]) ?? [];
  expect(weekday).toBe("MON");
  const time = `${hour?.padStart(2, "0")}:${minute?.padStart(2, "0")}`;
  expect(paragraphs.join(" ")).toContain(`Runs start on Mondays at ${time} UTC.`);
});
