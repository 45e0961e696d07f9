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
 * Mailboxes that have had their free key, in Grants. While the account exists, `pk` is "mailbox#" and the normalized
 * address, and the account has a row `sk` "mailbox" with that address. After its deletion, `pk` is "left#" and a keyed
 * hash of the address, for a year (docs/decisions/what-is-free-and-how-often.md). `unproven` marks claims by accounts
 * that never confirmed the address. An account with a confirmed address can replace such a claim.
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

/** For a transaction: one free key per mailbox, even if accounts are deleted and created again. */
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
        // DynamoDB takes days to delete expired rows.
        ConditionExpression: `attribute_not_exists(pk) OR expiresAtEpoch <= :now${orUnproven}`,
        ExpressionAttributeValues: { ":now": Math.floor(now.getTime() / SECOND), ...yes },
      },
    },
  ];
}

/**
 * Whether an account has this mailbox's free key, or had it in the last year. "own": this account claimed it.
 * "untilConfirmed": only accounts that never confirmed the address claimed it.
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

/** Protects the account's claim once it has confirmed the address. */
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

/** Replaces a deleted account's address with a hash, which blocks a second free key for a year. */
export async function leaveMailbox(user: Leaving, now: Date): Promise<void> {
  const expiresAtEpoch = Math.floor((now.getTime() + FREE_KEY_REMEMBERED) / SECOND);
  await endClaim(user.userId, async (mailbox, claim) => {
    // The claim's mark may be outdated if the account confirmed its current address a moment ago.
    const isUnproven = mailbox === user.normalisedEmail ? !user.emailConfirmed : claim.unproven === true;
    const mark = { expiresAtEpoch, ...(isUnproven ? { unproven: true } : {}) };
    return [{ Put: { TableName: TABLE(), Item: { ...(await leftKey(mailbox)), ...mark } } }];
  });
  await deleteItem({ TableName: TABLE(), Key: ownKey(user.userId) });
}

/**
 * Frees a mailbox that an impostor claimed before the mailbox's owner proved the address.
 * @param since when the owner proved it: later claims stay
 */
export async function freeMailbox(userId: string, since: Instant): Promise<void> {
  await endClaim(userId, async () => [], since);
}

/** Skips a mailbox that another account has, or that was claimed at or after `since`. */
async function endClaim(
  userId: string,
  instead: (mailbox: string, claim: Item) => Promise<Write[]>,
  since?: Instant,
): Promise<void> {
  const own = await getItem({ TableName: TABLE(), Key: ownKey(userId) });
  if (own === undefined) return;
  const mailbox = String(own.normalisedEmail);
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
