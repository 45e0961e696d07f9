import { beforeEach, expect, test } from "vitest";
import type { Balance } from "#shared/affiliates/commission.ts";
import { NO_BALANCE } from "#shared/affiliates/commission.ts";
import { keepEarner } from "../../../functions/affiliates/earning/table.ts";
import { listMoves } from "../../../functions/affiliates/ledger/table.ts";
import { keepPlace, newRun } from "../../../functions/payouts/batches/table.ts";
import { notePayable, startAccountReading } from "../../../functions/payouts/connect/table.ts";
import { createRequest } from "../../../functions/payouts/table.ts";
import { keepAttribution, listReferral } from "../../../functions/referrals/attributionTable.ts";
import { markDiscount } from "../../../functions/referrals/discountTable.ts";
import { changeStatus, forgetPerson } from "../../../functions/referrals/table.ts";
import { recordConversion } from "../../../functions/referrals/traffic/table.ts";
import { NOW } from "../../support/memory/billing.ts";
import { paid } from "../../support/memory/ledger.ts";
import { memoryRefusals } from "../../support/memory/refusals.ts";
import { affiliateOf } from "../../support/payouts.ts";

const { rows, set, expectRefused } = memoryRefusals();
const AT = NOW.toISOString();
const AFFILIATE = { ...affiliateOf("eve", "eve@example.com"), stripeAccountId: "acct_1" };
const affiliate = (change: object) =>
  set("affiliates", { pk: "affiliate#eve", sk: "affiliate" }, { ...change });
const attribution = (change: object) =>
  set("affiliates", { pk: "user#ann", sk: "attribution" }, { ...change });
const EVES = { affiliateId: "eve", rateBasisPoints: 2000, via: "link" as const, at: AT };
const JOES = { ...EVES, affiliateId: "joe" };
beforeEach(() => affiliate(AFFILIATE));

test.each([undefined, AT])("an affiliate is suspended once (decided at %s)", (decidedAt) =>
  expectRefused(
    () => changeStatus({ ...AFFILIATE, status: "active" }, "suspended", decidedAt),
    () => affiliate({ status: "suspended" }),
  ),
);

test("of two affiliates' links that attribute a customer at the same time, only the first counts", () =>
  expectRefused(
    () => keepAttribution("ann", undefined, EVES),
    () => attribution(JOES),
  ));

test.each([{ affiliateId: "joe" }, { at: "2026-03-15T13:00:00.000Z" }])(
  "an attribution replaces an earlier attribution only if the earlier one has not changed since the read: %o",
  async (change) => {
    attribution(EVES);
    await expectRefused(
      () => keepAttribution("ann", EVES, { ...JOES, affiliateId: "kim" }),
      () => attribution(change),
    );
  },
);

test("a subscription's commissions stay with the affiliate of its first payment", () =>
  expectRefused(
    () => keepEarner(paid({ startedAt: AT }), EVES),
    () => set("payouts", { pk: "user#ann", sk: `subscription#${AT}` }, JOES),
  ));

test("Stripe's answer about an earlier account does not make a new account payable", () =>
  expectRefused(
    async () => {
      const reading = await startAccountReading("acct_1");
      await reading.commit([notePayable(reading, AFFILIATE, true)]);
    },
    () => affiliate({ stripeAccountId: "acct_2" }),
  ));

const EARNED: Balance = { ...NO_BALANCE, balanceCents: 100, availableCents: 100, earnedCents: 100 };
test.each([
  ["a commission", () => listMoves("eve", EARNED, undefined)],
  ["a payout", () => listMoves("eve", EARNED, AT)],
  ["a referral", () => listReferral("eve", 1)],
  ["a discount", () => markDiscount("eve")],
  ["an erased address", () => forgetPerson("eve")],
])("%s does not bring a removed affiliate's row back", (_what, write) => expectRefused(write, rows.clear));

test("a request for a payout is refused if the affiliate's balance no longer exists", async () => {
  set("payouts", { pk: "affiliate#eve", sk: "balance" }, {});
  const request = {
    id: "req_1",
    affiliateId: "eve",
    email: "",
    requestedCents: 2000,
    status: "pending" as const,
  };
  const rest = { requestedAt: AT, decidedAt: null, reason: null, isCalculated: false };
  await expectRefused(() => createRequest({ ...request, ...rest }), rows.clear);
});

test("a slow worker does not change the progress of a payout run that is done", async () => {
  const run = newRun("run", "calc", "running", NOW);
  const key = { pk: "batch#run", sk: "batch" };
  set("payouts", key, run);
  await expectRefused(
    () => keepPlace(run, { part: 1, start: null }),
    () => set("payouts", key, { status: "done" }),
  );
});

test("a conversion that the stream delivers again counts once", async () => {
  const conversion = { id: "in_1", affiliateId: "eve", amountCents: 100, currency: "usd", at: AT };
  const record = () => recordConversion({ ...conversion, status: "success" });
  await record();
  const counted = rows.of("traffic");
  await record();
  expect(rows.of("traffic")).toEqual(counted);
});
