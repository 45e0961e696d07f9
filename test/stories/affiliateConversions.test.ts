import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { availableFrom } from "#shared/affiliates/release.ts";
import { DAY } from "#shared/instant.ts";
import { join, viewOf } from "../support/affiliateLinks.ts";
import { call } from "../support/api.ts";
import { commissionOf } from "../support/commissions.ts";
import { settle } from "../support/control.ts";
import { type Person, signInOperator } from "../support/people.ts";
import { putRow } from "../support/rows.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

let operator: Person;
beforeAll(async () => {
  operator = await signInOperator();
});
const asOperator = () => ({ token: operator.accessToken });

test("each conversion of an affiliate appears once in the affiliate's list and once in the operator's feed", async () => {
  const affiliate = await join();
  const id = `pi_${randomUUID()}`;
  const now = new Date().toISOString();
  const commission = commissionOf(affiliate.userId, 4800, {
    id,
    product: "lifetime",
    paidAt: now,
    status: "pending",
    matureAt: new Date(Date.now() + 60 * DAY).toISOString(),
    updatedAt: now,
  });
  await putRow("Payouts", {
    pk: `affiliate#${affiliate.userId}`,
    sk: `commission#${id}`,
    ...commission,
    list: `commissions#${affiliate.userId}`,
    listedAt: commission.paidAt,
  });
  await settle();
  const as = { token: affiliate.accessToken };
  const { body } = await call("affiliates/listConversions", {}, as);
  expect(body.conversions).toMatchObject([
    {
      id,
      amount_cents: 24000,
      earned_cents: 4800,
      state: "pending",
      available_at: availableFrom(commission.matureAt),
    },
  ]);
  const asked = { type: "conversion", affiliate_id: affiliate.userId } as const;
  expect((await call("affiliates/listActivity", asked, asOperator())).body).toMatchObject({
    total: 1,
    emails: { [affiliate.userId]: affiliate.email },
    conversions: [{ id, type: "conversion", amount_cents: 24000, currency: "usd", status: "success" }],
  });
  expect(await viewOf(affiliate)).toMatchObject({
    conversions: 1,
    balance: { next_available_at: availableFrom(commission.matureAt) },
  });
  await call("customers/deleteAccount", { email: affiliate.email }, as);
  await settle();
  const { body: later } = await call("affiliates/listActivity", asked, asOperator());
  expect([later.total, later.emails]).toEqual([1, {}]);
});
