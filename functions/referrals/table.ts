import * as z from "zod/mini";
import {
  type AFFILIATE_NEXT,
  Affiliate,
  type AffiliateStatus,
  NO_ADDRESS,
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
 * Affiliates: an affiliate (`pk` "affiliate#<account>", `sk` "affiliate"), a code's owner (`pk` "code#<folded code>",
 * `sk` "code"), and the counts (`pk` "counts", `sk` "affiliates"). The indexes list affiliates by joining date (all, or
 * by status), by address and by code.
 */
export const AFFILIATES = () => env("TABLE_AFFILIATES");
const TABLE = AFFILIATES;
export const LIST = "affiliates";

export const affiliateKey = (affiliateId: string) => ({ pk: `affiliate#${affiliateId}`, sk: "affiliate" });
export const codeKey = (folded: string) => ({ pk: `code#${folded}`, sk: "code" });
export const COUNTS_KEY = { pk: "counts", sk: "affiliates" };

/** Includes the owner's status, so that a click needs one read. */
export const CodeOwner = z.object({ affiliateId: z.string(), status: z.enum(["active", "suspended"]) });
export type CodeOwner = z.output<typeof CodeOwner>;

export async function getAffiliate(affiliateId: string): Promise<Affiliate | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: affiliateKey(affiliateId) });
  return item && Affiliate.parse(item);
}

/** @param affiliateIds up to 100 */
export async function getAffiliates(affiliateIds: readonly string[]): Promise<Map<string, Affiliate>> {
  const found = await getItems({ [TABLE()]: affiliateIds.map(affiliateKey) });
  const affiliates = (found[TABLE()] ?? []).map((item) => Affiliate.parse(item));
  return new Map(affiliates.map((affiliate) => [affiliate.affiliateId, affiliate]));
}

export async function findByCode(typed: string): Promise<CodeOwner | undefined> {
  const folded = foldCode(typed);
  if (folded === undefined) return undefined;
  const item = await getItem({ TableName: TABLE(), Key: codeKey(folded) });
  return item && CodeOwner.parse(item);
}

/** For a transaction: fails if the user has joined, or if a similar code exists. */
export function createAffiliate(affiliate: Affiliate): Write[] {
  const folded = foldCode(affiliate.referralCode) ?? affiliate.referralCode;
  const { affiliateId, status } = affiliate;
  return [
    {
      Put: {
        TableName: TABLE(),
        Item: { ...affiliateKey(affiliateId), list: LIST, ...affiliate },
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

/** @param decidedAt when we decided; triggers a mail. Undefined when the account is deleted */
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
 * For a transaction that may also change the affiliate's own row. DynamoDB allows one operation per row, so this
 * function adds the condition to a write of that row, if there is one.
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

const AffiliateCounts = z.object({
  active: z._default(z.number(), 0),
  suspended: z._default(z.number(), 0),
});

export const countKeys = (): Keys => ({ [TABLE()]: [COUNTS_KEY] });

/** @param rows read with `countKeys` */
export function countIn(rows: Rows, status: AffiliateStatus | undefined): number {
  const { active, suspended } = AffiliateCounts.parse(rows[TABLE()]?.[0] ?? {});
  if (status === undefined) return active + suspended;
  return status === "active" ? active : suspended;
}

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

/** Erases the person's data and the id of their Stripe account. The affiliate's row stays for the ledger. */
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

/** Ignores users who never joined. */
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
