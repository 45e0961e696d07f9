import * as z from "zod/mini";
import {
  type AFFILIATE_NEXT,
  Affiliate,
  type AffiliateStatus,
  Attribution,
} from "#shared/affiliates/affiliate.ts";
import type { Instant } from "#shared/instant.ts";
import { foldCode } from "#shared/referrals/foldCode.ts";
import {
  getItem,
  getItems,
  type Keys,
  type Rows,
  updateItem,
  type Write,
  WriteConflict,
} from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/**
 * Affiliates: an affiliate (`pk` "affiliate#<account>", `sk` "affiliate"), the owner of each code
 * (`pk` "code#<folded code>", `sk` "code"), who brought a customer (`pk` "user#<account>", `sk` "attribution"),
 * how many there are (`pk` "counts", `sk` "affiliates"), and the destinations, in their own folder. The indexes
 * have affiliates alone: by when they joined (all, or of one status), by address and by code.
 */
export const AFFILIATES = () => env("TABLE_AFFILIATES");
const TABLE = AFFILIATES;
export const LIST = "affiliates";

export const affiliateKey = (affiliateId: string) => ({ pk: `affiliate#${affiliateId}`, sk: "affiliate" });
export const codeKey = (folded: string) => ({ pk: `code#${folded}`, sk: "code" });
const attributionKey = (buyerUserId: string) => ({ pk: `user#${buyerUserId}`, sk: "attribution" });
export const COUNTS_KEY = { pk: "counts", sk: "affiliates" };

/** Beside whom it belongs to, what a click needs to know of them: one read. */
export const CodeOwner = z.object({ affiliateId: z.string(), status: z.enum(["active", "suspended"]) });
export type CodeOwner = z.output<typeof CodeOwner>;

export async function getAffiliate(affiliateId: string): Promise<Affiliate | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: affiliateKey(affiliateId) });
  return item && Affiliate.parse(item);
}

/** Of a page's rows, in one call. @param affiliateIds 100 at most; one may be named twice */
export async function getAffiliates(affiliateIds: readonly string[]): Promise<Map<string, Affiliate>> {
  const found = await getItems({ [TABLE()]: [...new Set(affiliateIds)].map(affiliateKey) });
  const affiliates = (found[TABLE()] ?? []).map((item) => Affiliate.parse(item));
  return new Map(affiliates.map((affiliate) => [affiliate.affiliateId, affiliate]));
}

/** @param typed a code as typed */
export async function findByCode(typed: string): Promise<CodeOwner | undefined> {
  const folded = foldCode(typed);
  if (folded === undefined) return undefined;
  const item = await getItem({ TableName: TABLE(), Key: codeKey(folded) });
  return item && CodeOwner.parse(item);
}

/** Who brought this customer, at the rate of that moment. */
export async function getAttribution(buyerUserId: string): Promise<Attribution | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: attributionKey(buyerUserId) });
  return item && Attribution.parse(item);
}

/**
 * For a transaction: a user joins. Its conditions: they have not joined yet, and no one has a code that reads like
 * it.
 */
export function createAffiliate(affiliate: Affiliate): Write[] {
  const folded = foldCode(affiliate.referralCode) ?? affiliate.referralCode;
  const { affiliateId, status } = affiliate;
  return [
    {
      Put: {
        TableName: TABLE(),
        Item: { ...affiliateKey(affiliateId), list: LIST, listKept: true, ...affiliate },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    {
      Put: {
        TableName: TABLE(),
        Item: { ...codeKey(folded), affiliateId, status },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    count({ [status]: 1 }),
  ];
}

/**
 * For a transaction. Only a move that the state table allows compiles.
 * @param decidedAt when an operator decided it: the affiliate gets a mail. Undefined where an account ends.
 */
export function changeStatus<From extends AffiliateStatus>(
  affiliate: Affiliate & { status: From },
  to: (typeof AFFILIATE_NEXT)[From][number],
  decidedAt?: Instant,
): Write[] {
  const { affiliateId, status: from, referralCode } = affiliate;
  return [
    {
      Update: {
        TableName: TABLE(),
        Key: affiliateKey(affiliateId),
        UpdateExpression: `SET #status = :to${decidedAt === undefined ? "" : ", decidedAt = :at"}`,
        ConditionExpression: "#status = :from",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":from": from,
          ":to": to,
          ...(decidedAt === undefined ? {} : { ":at": decidedAt }),
        },
      },
    },
    ...(referralCode === "" ? [] : [changeOwnerStatus(referralCode, to)]),
    count({ [from]: -1, [to]: 1 }),
  ];
}

function changeOwnerStatus(referralCode: string, to: AffiliateStatus): Write {
  return {
    Update: {
      TableName: TABLE(),
      Key: codeKey(foldCode(referralCode) ?? referralCode),
      UpdateExpression: "SET #status = :to",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":to": to },
    },
  };
}

/** For a transaction: only while the affiliate is what it was read as. */
function whileStatusIs(affiliateId: string, status: AffiliateStatus): Write {
  return {
    ConditionCheck: {
      TableName: TABLE(),
      Key: affiliateKey(affiliateId),
      ConditionExpression: "#status = :status",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":status": status },
    },
  };
}

/**
 * For a transaction that may move the affiliate's own row as well: DynamoDB takes one operation per row, so the
 * condition joins it.
 */
export function onlyWhileStatusIs(affiliateId: string, status: AffiliateStatus, writes: Write[]): Write[] {
  const { pk } = affiliateKey(affiliateId);
  const isOwn = ({ Update }: Write) => Update?.TableName === TABLE() && Update.Key?.pk === pk;
  if (!writes.some(isOwn)) return [...writes, whileStatusIs(affiliateId, status)];
  return writes.map((write) =>
    write.Update && isOwn(write)
      ? {
          Update: {
            ...write.Update,
            ConditionExpression: "#status = :status",
            ExpressionAttributeNames: { "#status": "status" },
            ExpressionAttributeValues: { ...write.Update.ExpressionAttributeValues, ":status": status },
          },
        }
      : write,
  );
}

/** For a transaction. */
export function changeRate(affiliate: Affiliate, rateBasisPoints: number): Write {
  return {
    Update: {
      TableName: TABLE(),
      Key: affiliateKey(affiliate.affiliateId),
      UpdateExpression: "SET rateBasisPoints = :to",
      ConditionExpression: "rateBasisPoints = :from",
      ExpressionAttributeValues: { ":from": affiliate.rateBasisPoints, ":to": rateBasisPoints },
    },
  };
}

/** For a transaction: takes the place of the attribution that was read. */
export function keepAttribution(
  buyerUserId: string,
  before: Attribution | undefined,
  after: Attribution,
): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...attributionKey(buyerUserId), ...after },
      ...(before === undefined
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "affiliateId = :affiliate AND #at = :at",
            ExpressionAttributeNames: { "#at": "at" },
            ExpressionAttributeValues: { ":affiliate": before.affiliateId, ":at": before.at },
          }),
    },
  };
}

const AffiliateCounts = z.object({
  active: z._default(z.number(), 0),
  suspended: z._default(z.number(), 0),
});

/** The key of the affiliates' counter, for reading it together with other rows. */
export const countKeys = (): Keys => ({ [TABLE()]: [COUNTS_KEY] });

/** How many there are, of a status or of all. @param rows what was read by `countKeys` */
export function countIn(rows: Rows, status: AffiliateStatus | undefined): number {
  const { active, suspended } = AffiliateCounts.parse(rows[TABLE()]?.[0] ?? {});
  if (status === undefined) return active + suspended;
  return status === "active" ? active : suspended;
}

/** For a transaction. */
export function count(by: Partial<Record<AffiliateStatus, number>>): Write {
  const entries = Object.entries(by);
  return {
    Update: {
      TableName: TABLE(),
      Key: COUNTS_KEY,
      UpdateExpression: `ADD ${entries.map((_, index) => `#status${index} :by${index}`).join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(
        entries.map(([status], index) => [`#status${index}`, status]),
      ),
      ExpressionAttributeValues: Object.fromEntries(entries.map(([, by], index) => [`:by${index}`, by])),
    },
  };
}

/** An index takes no empty text. */
export const NO_ADDRESS = "deleted@invalid";

/** The person and their account at Stripe are forgotten; the affiliate stays, for what was earned and paid is kept by it. */
export async function forgetPerson(affiliateId: string): Promise<void> {
  await updateItem({
    TableName: TABLE(),
    Key: affiliateKey(affiliateId),
    UpdateExpression:
      "SET email = :none, normalisedEmail = :none, payoutsEnabled = :no REMOVE stripeAccountId, country",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":none": NO_ADDRESS, ":no": false },
  });
}

/** The affiliate's record follows the account's address. Nobody who never joined has one. */
export async function followEmail(
  affiliateId: string,
  email: string,
  normalisedEmail: string,
): Promise<void> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: affiliateKey(affiliateId),
      UpdateExpression: "SET email = :email, normalisedEmail = :normalized",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":email": email, ":normalized": normalisedEmail },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

/** For a transaction: nobody brought this customer, where it still is what was read. */
export function dropAttribution(buyerUserId: string, before: Attribution): Write {
  return {
    Delete: {
      TableName: TABLE(),
      Key: attributionKey(buyerUserId),
      ConditionExpression: "affiliateId = :affiliate AND #at = :at",
      ExpressionAttributeNames: { "#at": "at" },
      ExpressionAttributeValues: { ":affiliate": before.affiliateId, ":at": before.at },
    },
  };
}
