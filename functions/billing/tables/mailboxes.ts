import { createHmac } from "node:crypto";
import { FREE_KEY_REMEMBERED } from "#shared/billing/grant.ts";
import { type Instant, SECOND } from "#shared/instant.ts";
import { deleteItem, getItem, retryOnConflict, transact, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { readSecret } from "../../platform/secrets.ts";

/**
 * Mailboxes that have had their free key, in Grants. While the account exists: `pk` "mailbox#" and the normalized
 * address, and for its account which mailbox that was, `sk` "mailbox". After a deletion: `pk` "left#" and a keyed hash
 * of the address, for a year (docs/decisions/second-free-key.md); `unproven` where no account had confirmed it, so that
 * one that confirms it may claim it once more.
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

/** For a transaction: one free key a mailbox, whatever accounts it signs up with and deletes. */
export async function claimMailbox({
  userId,
  normalisedEmail,
  emailConfirmed,
  now,
}: Claim): Promise<Write[]> {
  return [
    {
      Put: {
        TableName: TABLE(),
        Item: { ...mailboxKey(normalisedEmail), userId, createdAt: now.toISOString() },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    { Put: { TableName: TABLE(), Item: { ...ownKey(userId), normalisedEmail } } },
    {
      ConditionCheck: {
        TableName: TABLE(),
        Key: await leftKey(normalisedEmail),
        // DynamoDB takes days to remove what has expired.
        ConditionExpression: `attribute_not_exists(pk) OR expiresAtEpoch <= :now${emailConfirmed ? " OR unproven = :yes" : ""}`,
        ExpressionAttributeValues: {
          ":now": Math.floor(now.getTime() / SECOND),
          ...(emailConfirmed ? { ":yes": true } : {}),
        },
      },
    },
  ];
}

/**
 * Whether some account has this mailbox's free key, or had it in the last year. "own": it is this account's claim.
 * "untilConfirmed": only an account that never confirmed the address had it.
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
  if (claimed !== undefined) return claimed.userId === userId ? "own" : "claimed";
  if (left === undefined || Number(left.expiresAtEpoch) * SECOND <= now.getTime()) return "free";
  if (left.unproven !== true) return "claimed";
  return emailConfirmed ? "free" : "untilConfirmed";
}

/** The account is deleted: its address goes, and a hash of it keeps the mailbox from a second free key for a year. */
export async function leaveMailbox(user: Leaving, now: Date): Promise<void> {
  const expiresAtEpoch = Math.floor((now.getTime() + FREE_KEY_REMEMBERED) / SECOND);
  const mark = { expiresAtEpoch, ...(user.emailConfirmed ? {} : { unproven: true }) };
  await endClaim(user.userId, user.normalisedEmail, async (mailbox) => [
    { Put: { TableName: TABLE(), Item: { ...(await leftKey(mailbox)), ...mark } } },
  ]);
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
  instead: (mailbox: string) => Promise<Write[]>,
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
      ...(await instead(mailbox)),
      { Delete: { TableName: TABLE(), Key, ...condition } },
      { Delete: { TableName: TABLE(), Key: ownKey(userId) } },
    ]);
  });
}
