import * as z from "zod/mini";
import type { Grant } from "#shared/billing/grant.ts";
import { PaidFact } from "#shared/billing/paymentFacts.ts";
import type { KeptMove } from "#shared/insights/moves.ts";
import type { Instant } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import { findUser } from "../../accounts/table.ts";
import { getAttribution } from "../../affiliates/table.ts";
import { listGrants } from "../../billing/table.ts";
import { readPayment } from "../../billing/tables/paymentRows.ts";
import { findLicense } from "../../licenses/table.ts";
import { type Item, putItem, queryItems } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import type { RowChange } from "../../platform/stream.ts";
import { growthEntry, growthEntryId, movesOf, toward } from "../rules/growth.ts";
import { refreshEntries } from "./directory.ts";

/** Insights, partition "customer#<user>": which payments are theirs, `sk` "payment#<payment>". It never changes. */
const TABLE = () => env("TABLE_INSIGHTS");
const customerKey = (userId: string) => `customer#${userId}`;

const Pointer = z.object({ paymentId: z.string() });

export async function notePayment({
  userId,
  paymentId,
}: Pick<PaidFact, "userId" | "paymentId">): Promise<void> {
  const Item = { pk: customerKey(userId), sk: `payment#${paymentId}`, paymentId };
  await putItem({ TableName: TABLE(), Item });
}

async function listPayments(userId: string): Promise<string[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :customer AND begins_with(sk, :payment)",
    ExpressionAttributeValues: { ":customer": customerKey(userId), ":payment": "payment#" },
    ConsistentRead: true,
  });
  return items.map((item) => Pointer.parse(item).paymentId);
}

/** As the tables have it now. */
async function loadMoves(userId: string): Promise<KeptMove[]> {
  const [user, attribution, grants, ids] = await Promise.all([
    findUser(userId),
    getAttribution(userId),
    listGrants(userId),
    listPayments(userId),
  ]);
  const [payments, activatedAt] = await Promise.all([
    Promise.all(ids.map(readPayment)),
    firstActivation(grants),
  ]);
  return movesOf({
    signedUpAt: user?.deletedAt === null ? user.createdAt : null,
    affiliateId: attribution?.affiliateId ?? null,
    grants,
    payments,
    activatedAt,
  });
}

async function firstActivation(grants: readonly Grant[]): Promise<Instant | null> {
  const licenses = await Promise.all(
    [...new Set(grants.map(({ licenseKey }) => licenseKey))].map(findLicense),
  );
  return firstOf(licenses.flatMap((license) => (license === undefined ? [] : [license])));
}

type Activated = Pick<License, "firstActivatedAt" | "lastUsedAt" | "assignedAt">;

/**
 * A key that was used before its first activation was stored counts from when it was assigned. A key that another
 * customer had keeps its count of activations, so that count says nothing here.
 */
export function firstOf(licenses: readonly Activated[]): Instant | null {
  const times = licenses.flatMap(({ firstActivatedAt, lastUsedAt, assignedAt }) =>
    lastUsedAt === null ? [] : [firstActivatedAt ?? assignedAt],
  );
  return times.sort()[0] ?? null;
}

/** One after the other, each in as many steps as its changed days need. */
export async function refreshGrowthOf(userIds: Iterable<string>): Promise<void> {
  for (const userId of new Set(userIds)) {
    let isWhole = false;
    while (!isWhole)
      await refreshEntries([growthEntryId(userId)], async (_id, before) => {
        const whole = await loadMoves(userId);
        const moves = toward(before?.moves ?? [], whole);
        isWhole = moves === whole;
        return growthEntry(userId, moves);
      });
  }
}

/** Brings the growth of the customers up to date whom these changes are about. */
export async function refreshGrowth(changes: readonly RowChange[]): Promise<void> {
  const users = new Set<string>();
  for (const change of changes) {
    const row = change.after ?? change.before;
    const paid = change.after?.sk === "paid" ? PaidFact.parse(change.after) : undefined;
    if (paid !== undefined) await notePayment(paid);
    const user = row === undefined ? undefined : await customerIn(row, change);
    if (user !== undefined) users.add(user);
  }
  await refreshGrowthOf(users);
}

/** @returns undefined if the change says nothing new of anybody's growth */
async function customerIn(row: Item, { before, after, isReplayed }: RowChange): Promise<string | undefined> {
  const pk = String(row.pk);
  const sk = String(row.sk);
  const isOther = (name: string): boolean => before?.[name] !== after?.[name];
  const isToDerive = isReplayed === true || isOther("derivedAt");
  // A sign-in changes the row of the account, and a lease that of its key.
  if (sk === "account") return isToDerive || isOther("createdAt") || isOther("deletedAt") ? pk : undefined;
  if (sk === "license") return isToDerive || isOther("activationCount") ? ownerOf(row) : undefined;
  if (sk.startsWith("grant#")) return pk;
  if (sk === "attribution") return pk.replace(/^user#/, "");
  if (sk === "paid") return ownerOf(row);
  if (!/^(refund|dispute)#/.test(sk)) return undefined;
  return (await readPayment(pk.replace(/^payment#/, ""))).paid?.userId;
}

const ownerOf = ({ userId }: Item): string | undefined => (typeof userId === "string" ? userId : undefined);
