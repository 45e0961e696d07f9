import { createHmac } from "node:crypto";
import { FREE_KEY_REMEMBERED } from "#shared/grants/grant.ts";
import { type Instant, SECOND } from "#shared/instant.ts";
import {
  deleteItem,
  getItem,
  type Item,
  retryOnConflict,
  transact,
  updateItem,
  type Write,
  WriteConflict,
} from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { readSecret } from "../platform/secrets.ts";

/**
 * Mailboxes that have had their free key, in Grants. While the account exists: `pk` "mailbox#" and the normalized
 * address, and for its account which mailbox that was, `sk` "mailbox". After a deletion: `pk` "left#" and a keyed hash
 * of the address, for a year (docs/decisions/what-is-free-and-how-often.md). Both are `unproven` where the account had not confirmed
 * the address, so that one that confirms it may claim it once more.
 */
const TABLE = () => env("TABLE_GRANTS");
const mailboxKey = (normalisedEmail: string) => ({ pk: `mailbox#${normalisedEmail}`, sk: "free" });
const ownKey = (userId: string) => ({ pk: userId, sk: "mailbox" });

async function leftKey(normalisedEmail: string) {
  const secret = await readSecret(env("SECRET_MAILBOX"));
  const hash = createHmac("sha256", secret).update(normalisedEmail).digest("base64url");
  return { pk: `left#${hash}`, sk: "free" };
}

export type Claim = { userId: string; normalisedEmail: string; emailConfirmed: boolean; now: Date };
type Leaving = { userId: string; normalisedEmail: string; emailConfirmed: boolean };

/**
 * For a transaction: one free key a mailbox, whatever accounts it signs up with and deletes. An account that has confirmed
 * the address replaces the claim of one that has not.
 */
export async function claimMailbox({
  userId,
  normalisedEmail,
  emailConfirmed,
  now,
}: Claim): Promise<Write[]> {
  const claim = { userId, createdAt: now.toISOString(), ...(emailConfirmed ? {} : { unproven: true }) };
  const orUnproven = emailConfirmed ? " OR unproven = :yes" : "";
  const yes = emailConfirmed ? { ":yes": true } : {};
  return [
    {
      Put: {
        TableName: TABLE(),
        Item: { ...mailboxKey(normalisedEmail), ...claim },
        ConditionExpression: `attribute_not_exists(pk)${orUnproven}`,
        ...(emailConfirmed ? { ExpressionAttributeValues: yes } : {}),
      },
    },
    { Put: { TableName: TABLE(), Item: { ...ownKey(userId), normalisedEmail } } },
    {
      ConditionCheck: {
        TableName: TABLE(),
        Key: await leftKey(normalisedEmail),
        // DynamoDB takes days to remove what has expired.
        ConditionExpression: `attribute_not_exists(pk) OR expiresAtEpoch <= :now${orUnproven}`,
        ExpressionAttributeValues: { ":now": Math.floor(now.getTime() / SECOND), ...yes },
      },
    },
  ];
}

/**
 * Whether some account has this mailbox's free key, or had it in the last year. "own": it is this account's claim.
 * "untilConfirmed": only accounts that never confirmed the address had it.
 */
export async function mailboxClaim({
  userId,
  normalisedEmail,
  emailConfirmed,
  now,
}: Claim): Promise<"free" | "own" | "claimed" | "untilConfirmed"> {
  const [claimed, left] = await Promise.all([
    getItem({ TableName: TABLE(), Key: mailboxKey(normalisedEmail) }),
    getItem({ TableName: TABLE(), Key: await leftKey(normalisedEmail) }),
  ]);
  if (claimed?.userId === userId) return "own";
  const isOver = left === undefined || Number(left.expiresAtEpoch) * SECOND <= now.getTime();
  const marks = [claimed, isOver ? undefined : left].filter((mark) => mark !== undefined);
  if (marks.some(({ unproven }) => unproven !== true)) return "claimed";
  return marks.length === 0 || emailConfirmed ? "free" : "untilConfirmed";
}

/** The account has confirmed the address: if its claim is of this mailbox, no other account replaces it. */
export async function proveMailbox(userId: string, normalisedEmail: string): Promise<void> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: mailboxKey(normalisedEmail),
      UpdateExpression: "REMOVE unproven",
      ConditionExpression: "userId = :user",
      ExpressionAttributeValues: { ":user": userId },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

/** The account is deleted: its address goes, and a hash of it keeps the mailbox from a second free key for a year. */
export async function leaveMailbox(user: Leaving, now: Date): Promise<void> {
  const expiresAtEpoch = Math.floor((now.getTime() + FREE_KEY_REMEMBERED) / SECOND);
  await endClaim(user.userId, user.normalisedEmail, async (mailbox, claim) => {
    // The account may have confirmed its current address a moment ago. A claim to another address keeps its mark.
    const isUnproven = mailbox === user.normalisedEmail ? !user.emailConfirmed : claim.unproven === true;
    const mark = { expiresAtEpoch, ...(isUnproven ? { unproven: true } : {}) };
    return [{ Put: { TableName: TABLE(), Item: { ...(await leftKey(mailbox)), ...mark } } }];
  });
  await deleteItem({ TableName: TABLE(), Key: ownKey(user.userId) });
}

/**
 * Another person claimed it before the owner proved the address: the mailbox may have its free key.
 * @param since when it was proven: what the owner claimed afterwards stays
 */
export async function freeMailbox(userId: string, normalisedEmail: string, since: Instant): Promise<void> {
  await endClaim(userId, normalisedEmail, async () => [], since);
}

/** Leaves a mailbox alone whose key is another account's, or was claimed at or after `since`. */
async function endClaim(
  userId: string,
  normalisedEmail: string,
  instead: (mailbox: string, claim: Item) => Promise<Write[]>,
  since?: Instant,
): Promise<void> {
  const own = await getItem({ TableName: TABLE(), Key: ownKey(userId) });
  // The account may have another address by now; accounts from before have no such row.
  const mailbox = own === undefined ? normalisedEmail : String(own.normalisedEmail);
  const Key = mailboxKey(mailbox);
  await retryOnConflict(async () => {
    const claim = await getItem({ TableName: TABLE(), Key });
    if (claim?.userId !== userId || (since !== undefined && String(claim.createdAt) >= since)) return;
    const condition = {
      ConditionExpression: "userId = :user AND createdAt = :at",
      ExpressionAttributeValues: { ":user": userId, ":at": claim.createdAt },
    };
    await transact([
      ...(await instead(mailbox, claim)),
      { Delete: { TableName: TABLE(), Key, ...condition } },
      { Delete: { TableName: TABLE(), Key: ownKey(userId) } },
    ]);
  });
}
