import type { Commission } from "#shared/affiliates/commission.ts";
import { PaidFact } from "#shared/payments/paymentFacts.ts";
import { commissionsOf, listNewest } from "../../affiliates/index.ts";
import { listEntries, refreshEntries } from "../../directory/index.ts";
import { commissionEntry, notePayment, refreshGrowthOf } from "../../insights/index.ts";
import { scanItems } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import type { Page } from "./migrations.ts";

const SCANNED = 200;
const PAGE_SIZE = 25;

/** Until 2026-11-25 payments were not listed by customer, and there were no growth figures. */
export const growthOfPayments: Page = async (after) => {
  const { items, lastKey } = await scanItems({
    TableName: env("TABLE_EVENTS"),
    FilterExpression: "sk = :paid AND begins_with(pk, :payment)",
    ExpressionAttributeValues: { ":paid": "paid", ":payment": "payment#" },
    Limit: SCANNED,
    ...(after === null ? {} : { ExclusiveStartKey: JSON.parse(after) }),
  });
  const payments = items.map((item) => PaidFact.parse(item));
  await Promise.all(payments.map(({ paymentId }) => notePayment(paymentId)));
  await refreshGrowthOf(payments.map(({ userId }) => ({ userId, activated: "any" })));
  return lastKey === undefined ? null : JSON.stringify(lastKey);
};

/** Includes those who signed up and bought nothing. */
export const growthOfUsers: Page = async (after) => {
  const { rows, next } = await listEntries({
    list: "users",
    order: "createdAt",
    direction: "asc",
    limit: PAGE_SIZE,
    ...(after === null ? {} : { cursor: after }),
  });
  await refreshGrowthOf(rows.map(({ id }) => ({ userId: String(id), activated: "any" })));
  return next;
};

/** A transaction has 100 writes: an entry, and the commission's day in two partitions. */
const AT_ONCE = 20;

export const growthOfAffiliates: Page = async (after) => {
  const paging = { limit: PAGE_SIZE, offset: 0, cursor: after ?? undefined };
  const { affiliates, next } = await listNewest(undefined, paging);
  for (const { affiliateId } of affiliates)
    for await (const page of commissionsOf(affiliateId))
      for (let at = 0; at < page.length; at += AT_ONCE) await countCommissions(page.slice(at, at + AT_ONCE));
  return next;
};

async function countCommissions(commissions: readonly Commission[]): Promise<void> {
  const entries = new Map(commissions.map(commissionEntry).map((entry) => [entry.id, entry]));
  await refreshEntries([...entries.keys()], async (id) => entries.get(id) ?? { id, sums: [] });
}
