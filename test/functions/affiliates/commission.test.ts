import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Commission } from "#shared/affiliates/commission.ts";
import { DAY } from "#shared/instant.ts";
import {
  addMonths,
  decideCommission,
  earns,
  matureAt,
  selfReferral,
  shareOf,
  takenBack,
} from "../../../functions/affiliates/earning/rules.ts";
import { updateCommission } from "../../../functions/affiliates/earning/updateCommission.ts";
import { returnWrites } from "../../../functions/affiliates/ledger/claimTable.ts";
import { listCommissions } from "../../../functions/affiliates/ledger/commissionsTable.ts";
import { transact, WriteConflict } from "../../../functions/platform/dynamo.ts";
import { createAffiliate } from "../../../functions/referrals/table.ts";
import { commissionOf, earnWrites } from "../../support/commissions.ts";
import { paidWrite } from "../../support/facts.ts";
import {
  AFFILIATE,
  attribute,
  memoryLedger,
  paid,
  putAccount,
  START,
  sums,
} from "../../support/memory/ledger.ts";
import { affiliateOf } from "../../support/payouts.ts";
import { runs } from "../../support/runs.ts";

const MOST = Number.MAX_SAFE_INTEGER;
const ledger = memoryLedger();
beforeEach(() => ledger.reset([]));
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("a purchase by a member of the affiliate's team earns no commission, even after the buyer has left the team", () => {
  const affiliate = affiliateOf(AFFILIATE, "affiliate@example.com");
  const earner = { affiliate, rateBasisPoints: 2_000, hasEarned: true };
  const ties = { normalisedEmail: "ann@example.com", cardUsers: [], team: [] };
  const facts = { refunds: [], disputes: [] };
  const inTeam = { ...earner, ties: { ...ties, team: [AFFILIATE] } };
  const first = decideCommission(undefined, paid(), facts, inTeam, START);
  const row = first?.changes[0]?.after as Commission;
  expect(row).toMatchObject({ status: "void", selfReferral: "self_team" });
  expect(decideCommission(row, paid(), facts, { ...earner, ties }, START)).toBeUndefined();
});

describe("a subscription's invoices", () => {
  const renewal = (dueAt: string) => paid({ isFirst: false, startedAt: "2026-01-31T10:00:00.000Z", dueAt });
  test.each<[string, string, boolean, number | null | undefined]>([
    ["2027-01-31T09:59:59.999Z", "the default time", true, undefined],
    ["2027-01-31T10:00:00.000Z", "the default time", false, undefined],
    ["2027-01-31T09:59:59.999Z", "12 months", true, 12],
    ["2027-01-31T10:00:00.000Z", "12 months", false, 12],
    ["2026-02-28T09:59:59.999Z", "1 month", true, 1],
    ["2026-02-28T10:00:00.000Z", "1 month", false, 1],
    ["2026-02-28T10:00:00.000Z", "0 months", false, 0],
    ["2076-01-31T10:00:00.000Z", "an unlimited time", true, null],
  ])("an invoice of %s earns a commission if commissions last for %s: %s", (dueAt, _time, isSo, months) => {
    expect(earns(renewal(dueAt), months)).toBe(isSo);
  });

  test("the first invoice and a lifetime license always earn a commission, but a free purchase does not", () => {
    const late = { startedAt: "2020-01-01T00:00:00.000Z", dueAt: "2026-01-01T00:00:00.000Z" };
    expect(earns(paid({ ...late, isFirst: true }), 0)).toBe(true);
    expect(earns(paid({ ...late, isFirst: false, product: "lifetime" }), 0)).toBe(true);
    for (const baseCents of [0, -1]) expect(earns(paid({ baseCents }), null)).toBe(false);
  });

  test.each([
    ["2026-01-31T10:00:00.000Z", 1, "2026-02-28T10:00:00.000Z"],
    ["2028-01-31T10:00:00.000Z", 1, "2028-02-29T10:00:00.000Z"],
    ["2028-02-29T10:00:00.000Z", 12, "2029-02-28T10:00:00.000Z"],
    ["2026-03-31T23:59:59.999Z", 1, "2026-04-30T23:59:59.999Z"],
    ["2026-12-31T00:00:00.000Z", 2, "2027-02-28T00:00:00.000Z"],
    ["2026-05-15T00:00:00.000Z", 12, "2027-05-15T00:00:00.000Z"],
  ])("%s plus %s months is %s", (from, months, to) => {
    expect(addMonths(from, months)).toBe(to);
  });

  test.each([
    ["subscription", 35],
    ["lifetime", 60],
  ] as const)("the commission on the product %s is held for %s days", (product, days) => {
    expect(Date.parse(matureAt(paid({ product }))) - START.getTime()).toBe(days * DAY);
  });
});

describe("amounts are exact up to the largest safe integer", () => {
  test.each([
    [0, 2000, 0],
    [1, 2000, 0],
    [4, 2000, 0],
    [5, 2000, 1],
    [3001, 2000, 600],
    [3001, 3333, 1000],
    [MOST, 10_000, MOST],
    [MOST, 9999, 9_006_298_534_815_516],
    [MOST, 2000, 1_801_439_850_948_198],
    [MOST, 0, 0],
  ])("the share of %s at a rate of %s is %s", (cents, rate, share) => {
    expect(shareOf(cents, rate)).toBe(share);
  });

  test("several refunds never take back more than was earned", () => {
    const fact = paid({ amountCents: MOST, baseCents: MOST });
    const refunds = [1, 2, 3].map((id) => ({
      paymentId: fact.paymentId,
      refundId: `re_${id}`,
      amountCents: MOST,
      counts: true,
      at: fact.paidAt,
    }));
    const all = takenBack(fact, { paid: fact, refunds, disputes: [] }, 10_000, MOST);
    expect(all).toEqual({ cents: MOST, by: ["re_1", "re_2", "re_3"] });
    const none = refunds.map((refund) => ({ ...refund, counts: false }));
    expect(takenBack(fact, { paid: fact, refunds: none, disputes: [] }, 10_000, MOST).cents).toBe(0);
  });

  const cut = fc.array(fc.nat(1_000_000), { maxLength: 8 });
  test.each([
    ["as refunds", "refund"],
    ["as refunds and lost disputes", "both"],
  ])("returning the whole payment in parts (%s) takes back the whole commission", (_how, kind) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MOST }),
        fc.nat(30),
        fc.integer({ min: 0, max: 10_000 }),
        cut,
        (amountCents, taxPercent, rate, cuts) => {
          const baseCents = amountCents - Math.floor((amountCents / 100) * taxPercent);
          const fact = paid({ amountCents, baseCents });
          const earned = shareOf(baseCents, rate);
          const places = [
            0,
            ...cuts.map((place) => Math.floor((place / 1_000_000) * amountCents)),
            amountCents,
          ];
          places.sort((a, b) => a - b);
          const effects = places.slice(1).map((end, index) => ({
            paymentId: fact.paymentId,
            id: `part_${index}`,
            amountCents: end - (places[index] ?? 0),
          }));
          let before = 0;
          for (let known = 1; known <= effects.length; known += 1) {
            const heard = effects.slice(0, known);
            const refunds = heard.filter((_, index) => kind === "refund" || index % 2 === 0);
            const disputes = heard.filter((one) => !refunds.includes(one));
            const { cents } = takenBack(
              fact,
              {
                paid: fact,
                refunds: refunds.map(({ id, ...one }) => ({
                  ...one,
                  refundId: id,
                  counts: true,
                  at: fact.paidAt,
                })),
                disputes: disputes.map(({ id, ...one }) => ({
                  ...one,
                  disputeId: id,
                  state: "lost" as const,
                  at: fact.paidAt,
                })),
              },
              rate,
              earned,
            );
            expect(cents).toBeGreaterThanOrEqual(before);
            expect(cents).toBeLessThanOrEqual(earned);
            before = cents;
          }
          expect(before).toBe(earned);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  test("refunding 10.00 in three parts takes back 66, 67 and 67 cents", () => {
    const fact = paid({ amountCents: 1000, baseCents: 1000 });
    const third = (number: number, amountCents: number) => ({
      paymentId: fact.paymentId,
      refundId: `re_${number}`,
      amountCents,
      counts: true,
      at: fact.paidAt,
    });
    const refunds = [third(1, 333), third(2, 333), third(3, 334)];
    const taken = [1, 2, 3].map(
      (known) =>
        takenBack(fact, { paid: fact, refunds: refunds.slice(0, known), disputes: [] }, 2000, 200).cents,
    );
    expect(taken).toEqual([66, 133, 200]);
  });

  test("a refund of half a taxed payment takes back half of the commission, rounded down", () => {
    const fact = paid({ amountCents: 1190, baseCents: 1000 });
    const refunds = [
      { paymentId: fact.paymentId, refundId: "re", amountCents: 595, counts: true, at: fact.paidAt },
    ];
    expect(takenBack(fact, { paid: fact, refunds, disputes: [] }, 2000, 200).cents).toBe(100);
    const odd = refunds.map((refund) => ({ ...refund, amountCents: 594 }));
    expect(takenBack(fact, { paid: fact, refunds: odd, disputes: [] }, 2000, 200).cents).toBe(99);
  });
});

describe("a buyer with", () => {
  const affiliate = { affiliateId: "ann", normalisedEmail: "ann@example.com" };
  const over = new Date(START.getTime() + 35 * DAY);
  test.each<[string, string | null, string, string | undefined, string[], Date]>([
    ["the affiliate's account", "self_account", "ann", "other@example.com", [], START],
    ["the affiliate's mailbox", "self_address", "bob", "ann@example.com", [], START],
    ["the affiliate's card", "self_card", "bob", "bob@example.com", ["cy", "ann"], START],
    ["the affiliate's card, after the hold,", "self_card", "bob", "bob@example.com", ["ann"], over],
    ["a seat in the affiliate's team", "self_team", "mem", "mem@example.com", [], START],
    ["a seat in the affiliate's team, after the hold,", null, "mem", "mem@example.com", [], over],
    ["nothing in common with the affiliate", null, "bob", "bob@example.com", ["cy", "bob"], START],
    ["a deleted account", null, "bob", undefined, [], START],
  ])("%s has the self-referral %s", (_what, word, userId, normalisedEmail, cardUsers, at) => {
    const ties = { normalisedEmail, cardUsers, team: ["mem"] };
    expect(selfReferral(paid({ userId }), affiliate, ties, at)).toBe(word);
  });
});

test("each reversal of a transfer returns its amount to the balance exactly once", async () => {
  await transact(earnWrites([commissionOf(AFFILIATE, 5000)]));
  const back = (reversalId: string, amountCents: number) =>
    transact(returnWrites({ affiliateId: AFFILIATE, payoutId: "po", reversalId, amountCents }, START));
  await back("trr_1", 700);
  await back("trr_2", 1);
  await expect(back("trr_1", 700)).rejects.toThrow(WriteConflict);
  expect(ledger.balance()).toMatchObject({ balanceCents: 5701, availableCents: 5701, paidOutCents: -701 });
  expect(ledger.balance()).toEqual(sums(ledger.commissions(), ledger.debts(), ledger.entries()));
  expect(ledger.entries().filter(({ kind }) => kind === "returned")).toMatchObject([
    { amountCents: 700, payoutId: "po", source: "trr_1" },
    { amountCents: 1, payoutId: "po", source: "trr_2" },
  ]);
});

test("a page lists 25 of the affiliate's own commissions, newest first, each once", async () => {
  const paidAt = (day: number) => new Date(START.getTime() + day * DAY).toISOString();
  await transact(createAffiliate(affiliateOf("0b-other", "other@example.com")));
  for (const owner of [AFFILIATE, "0b-other"])
    for (let day = 0; day < 60; day += 30)
      await transact(
        earnWrites(
          Array.from({ length: 30 }, (_, index) =>
            // Pairs of commissions share a time and differ by id.
            commissionOf(owner, 5, {
              id: `in_${day + index}`,
              paidAt: paidAt(Math.trunc((day + index) / 2)),
            }),
          ),
        ),
      );
  const seen: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listCommissions(AFFILIATE, cursor);
    expect(page.commissions.every(({ affiliateId }) => affiliateId === AFFILIATE)).toBe(true);
    seen.push(page.commissions.map(({ paidAt }) => paidAt));
    if (cursor === undefined)
      await expect(listCommissions("0b-other", page.next ?? "")).rejects.toMatchObject({ field: "cursor" });
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen.map(({ length }) => length)).toEqual([25, 25, 10]);
  expect(seen.flat()).toEqual(Array.from({ length: 60 }, (_, index) => paidAt(29 - Math.trunc(index / 2))));
});

describe("the commissions on a customer's payments", () => {
  const OTHER = "0b-other";
  const inMonth = (month: number) => addMonths(START.toISOString(), month);
  beforeEach(() => {
    putAccount(ledger.rows, "ann");
    ledger.rows.put("affiliates", {
      pk: `affiliate#${OTHER}`,
      sk: "affiliate",
      ...affiliateOf(OTHER, `${OTHER}@example.com`),
    });
  });
  async function pays(month: number, change: Parameters<typeof paid>[0] = {}): Promise<void> {
    const at = { dueAt: inMonth(month), paidAt: inMonth(month) };
    const one = paid({ paymentId: `pi_${month}`, isFirst: month === 0, ...at, ...change });
    await transact([paidWrite(one)]);
    await updateCommission(one.paymentId, new Date(one.paidAt));
  }
  /** Attributes Ann to another affiliate in month 3. */
  const names = (affiliateId: string) => attribute(ledger.rows, "ann", affiliateId, inMonth(3));
  const earners = () => ledger.commissions().map(({ id, affiliateId }) => [id, affiliateId]);

  test("do not exist if the customer named an affiliate only after subscribing", async () => {
    await pays(0);
    names(OTHER);
    await pays(4);
    expect(earners()).toEqual([]);
  });

  test("stay with the first affiliate even if the customer names another affiliate later", async () => {
    attribute(ledger.rows, "ann");
    await pays(0);
    names(OTHER);
    await pays(4);
    await pays(11);
    await pays(12);
    expect(earners()).toEqual(["pi_0", "pi_4", "pi_11"].map((id) => [id, AFFILIATE]));
  });

  test("for a lifetime license or subscription bought later go to the affiliate whom the customer named last", async () => {
    attribute(ledger.rows, "ann");
    await pays(0);
    names(OTHER);
    await pays(4, { product: "lifetime", isFirst: true, startedAt: inMonth(4) });
    await pays(5, { isFirst: true, startedAt: inMonth(5) });
    expect(earners()).toEqual([
      ["pi_0", AFFILIATE],
      ["pi_4", OTHER],
      ["pi_5", OTHER],
    ]);
  });
});
