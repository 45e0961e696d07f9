import * as z from "zod/mini";
import type { Grant } from "#shared/grants/grant.ts";
import type { FunnelKind, KeptMove } from "#shared/insights/moves.ts";
import type { Instant } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import { PaymentFacts } from "#shared/payments/paymentFacts.ts";
import { refreshEntries } from "../../directory/index.ts";
import { listGrants } from "../../grants/index.ts";
import { readLicenses, toLicense } from "../../licenses/index.ts";
import { readPayment } from "../../payments/index.ts";
import { type Item, putItem, queryItems } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import type { RowChange } from "../../platform/stream.ts";
import { getAttribution } from "../../referrals/index.ts";
import { findUser } from "../../users/index.ts";
import { movesOf, toward } from "./rules.ts";
import { growthEntry, growthEntryId } from "./sumRules.ts";

/** Insights, partition "customer#<user>", `sk` "payment#<payment>": a customer's payments, read by one query. */
const TABLE = () => env("TABLE_INSIGHTS");
const customerKey = (userId: string) => `customer#${userId}`;

const Stored = z.object({ facts: PaymentFacts });

/** Stores a payment's facts with its customer. @returns the customer; undefined for an unpaid payment */
export async function notePayment(paymentId: string): Promise<string | undefined> {
  const facts = await readPayment(paymentId);
  if (facts.paid === undefined) return undefined;
  const { userId } = facts.paid;
  const kept: PaymentFacts = { ...facts, paid: { ...facts.paid, cardHash: null } };
  const Item = { pk: customerKey(userId), sk: `payment#${paymentId}`, facts: kept };
  await putItem({ TableName: TABLE(), Item });
  return userId;
}

async function listPayments(userId: string): Promise<PaymentFacts[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :customer AND begins_with(sk, :payment)",
    ExpressionAttributeValues: { ":customer": customerKey(userId), ":payment": "payment#" },
    ConsistentRead: true,
  });
  return items.map((item) => Stored.parse(item).facts);
}

/** `activated`: when a computer first used one of the customer's keys. "any": unknown, so all keys are read. */
type News = { userId: string; activated?: Instant | "any" | null };

/** @param before the stored moves */
async function loadMoves(
  userId: string,
  before: readonly KeptMove[],
  news: readonly News[],
): Promise<KeptMove[]> {
  const [user, attribution, grants, payments] = await Promise.all([
    findUser(userId),
    getAttribution(userId),
    listGrants(userId),
    listPayments(userId),
  ]);
  const signedUpAt = user?.deletedAt === null ? user.createdAt : null;
  const activatedAt = signedUpAt && (await firstActivation({ userId, signedUpAt, grants }, before, news));
  return movesOf({
    signedUpAt,
    affiliateId: attribution?.affiliateId ?? null,
    grants,
    payments,
    activatedAt,
  });
}

/** Reads the keys only if neither the stored moves nor the change shows the time. */
async function firstActivation(
  { userId, signedUpAt, grants }: { userId: string; signedUpAt: Instant; grants: readonly Grant[] },
  before: readonly KeptMove[],
  news: readonly News[],
): Promise<Instant | null> {
  const isKept = (kind: FunnelKind): boolean => before.some((move) => move.kind === kind);
  const told = news.flatMap(({ activated }) => activated ?? []);
  if (!isKept("signup") || told.includes("any")) return firstOf(await readKeys(userId, grants));
  return [...told, ...(isKept("activated") ? [signedUpAt] : [])].sort()[0] ?? null;
}

/** DynamoDB's limit for one call. */
const AT_ONCE = 100;

async function readKeys(userId: string, grants: readonly Grant[]): Promise<License[]> {
  const keys = [...new Set(grants.map(({ licenseKey }) => licenseKey))];
  const read: License[] = [];
  for (let at = 0; at < keys.length; at += AT_ONCE)
    read.push(...(await readLicenses(userId, keys.slice(at, at + AT_ONCE))));
  return read;
}

type Activated = Pick<License, "firstActivatedAt" | "lastUsedAt" | "assignedAt">;

/**
 * Older keys did not store their first activation, so the time of assignment counts. `activationCount` says nothing,
 * because a key keeps the count of an earlier owner.
 */
export function firstOf(licenses: readonly Activated[]): Instant | null {
  const times = licenses.flatMap(({ firstActivatedAt, lastUsedAt, assignedAt }) =>
    lastUsedAt === null ? [] : [firstActivatedAt ?? assignedAt],
  );
  return times.sort()[0] ?? null;
}

/** Refreshes one customer after another, in several steps if the changes do not fit into one transaction. */
export async function refreshGrowthOf(news: readonly News[]): Promise<void> {
  for (const [userId, theirs] of Map.groupBy(news, (each) => each.userId)) {
    let isWhole = false;
    while (!isWhole)
      await refreshEntries([growthEntryId(userId)], async (_id, before) => {
        const kept = before?.moves ?? [];
        const whole = await loadMoves(userId, kept, theirs);
        const moves = toward(kept, whole);
        isWhole = moves === whole;
        return growthEntry(userId, moves);
      });
  }
}

const PAYMENT = "payment#";

export async function refreshGrowth(changes: readonly RowChange[]): Promise<void> {
  const rows = changes.map(({ before, after }): Item => after ?? before ?? {});
  const payments = rows.filter(
    ({ pk, sk }) => String(pk).startsWith(PAYMENT) && /^(paid$|refund#|dispute#)/.test(String(sk)),
  );
  const paid = new Set(payments.map(({ pk }) => String(pk).slice(PAYMENT.length)));
  const payers = await Promise.all([...paid].map(notePayment));
  await refreshGrowthOf([
    ...payers.flatMap((userId) => (userId === undefined ? [] : { userId })),
    ...changes.flatMap(newsIn),
  ]);
}

function newsIn(change: RowChange): News[] {
  const { before, after, isReplayed } = change;
  const row = after ?? before;
  const pk = String(row?.pk);
  const sk = String(row?.sk);
  const isOther = (name: string): boolean => before?.[name] !== after?.[name];
  const isToDerive = isReplayed === true || isOther("derivedAt");
  // Leases change the key's row too.
  if (sk === "license")
    return ["activationCount", "userId"].some(isOther) || isToDerive ? newsOfKey(change) : [];
  if (sk === "attribution") return [{ userId: pk.replace(/^user#/, "") }];
  // Other grants affect no figure. For a deleted grant, a replay has only the key.
  if (sk.startsWith("grant#"))
    return row?.source === undefined || /^(subscription|free)$/.test(String(row.source))
      ? [{ userId: pk }]
      : [];
  // Sign-ins change the account's row too.
  if (sk !== "account") return [];
  if (isToDerive) return [{ userId: pk, activated: "any" }];
  return isOther("createdAt") || isOther("deletedAt") ? [{ userId: pk }] : [];
}

function newsOfKey({ before, after }: RowChange): News[] {
  const was = ownedKey(before);
  const is = ownedKey(after);
  const isLost = was?.activated && was.userId !== is?.userId;
  return [...(isLost ? [{ ...was, activated: "any" as const }] : []), ...(is?.activated ? [is] : [])];
}

/** @returns undefined for a key without an owner, such as a replaced key */
function ownedKey(row: Item | undefined): Required<News> | undefined {
  if (typeof row?.userId !== "string") return undefined;
  const license = toLicense(row);
  return { userId: license.userId, activated: firstOf([license]) };
}
