import * as z from "zod/mini";
import { normaliseEmail } from "#shared/accounts/email.ts";
import { Affiliate, type AffiliateStatus } from "#shared/affiliates/affiliate.ts";
import { Listed } from "#shared/affiliates/listed.ts";
import { listEntries } from "../../directory/index.ts";
import { readCursor, writeCursor } from "../../platform/cursor.ts";
import { getItem, getItems, type Item, isPrefix, queryItems } from "../../platform/dynamo.ts";
import { AFFILIATES, affiliateKey, LIST } from "../../referrals/index.ts";
import { found } from "./rules.ts";

export type ListedAffiliate = Affiliate & Listed;
const toListed = (item: Item): ListedAffiliate => ({ ...Affiliate.parse(item), ...Listed.parse(item) });

export type AffiliatesPage = {
  affiliates: ListedAffiliate[];
  next: string | null;
  /** The total; null if the caller has to read it from the stored counts. */
  found: number | null;
};
type Direction = "asc" | "desc";
type Paging = { limit: number; offset: number; cursor?: string | undefined };

const place = { pk: z.string(), sk: z.string(), joinedAt: z.string() };
const ListPosition = z.object({ ...place, list: z.string() });
const SearchPosition = z.object({ end: z.string().check(z.regex(/^\d{1,9}$/)) });
const StatusPosition = z.object({ ...place, status: z.string() });

export async function listNewest(
  status: AffiliateStatus | undefined,
  { limit, offset, cursor }: Paging,
  direction: Direction = "desc",
): Promise<AffiliatesPage> {
  const index =
    status === undefined
      ? { name: "list", value: LIST, Position: ListPosition }
      : { name: "status", value: status, Position: StatusPosition };
  const isInList = (position: Item) => position[index.name] === index.value;
  const skipped = cursor === undefined ? offset : 0;
  const { items, lastKey } = await queryItems({
    TableName: AFFILIATES(),
    IndexName: status === undefined ? "byJoined" : "byStatus",
    KeyConditionExpression: "#part = :part",
    ExpressionAttributeNames: { "#part": index.name },
    ExpressionAttributeValues: { ":part": index.value },
    ScanIndexForward: direction === "asc",
    Limit: skipped + limit,
    ...(cursor === undefined
      ? {}
      : { ExclusiveStartKey: readCursor<Item>(cursor, index.Position, isInList) }),
  });
  return {
    affiliates: items.slice(skipped).map(toListed),
    next: writeCursor(lastKey),
    found: null,
  };
}

export async function listByBalance(
  status: AffiliateStatus | undefined,
  paging: Paging,
  direction: Direction,
): Promise<AffiliatesPage> {
  const listing = { list: "affiliates", part: status, order: "name", direction } as const;
  const { rows, next } = await listEntries({ ...paging, ...listing });
  const ids = rows.map(({ id }) => String(id));
  const { [AFFILIATES()]: items = [] } = await getItems({ [AFFILIATES()]: ids.map(affiliateKey) });
  const byId = new Map(items.map(toListed).map((affiliate) => [affiliate.affiliateId, affiliate]));
  return { affiliates: ids.flatMap((id) => byId.get(id) ?? []), next, found: null };
}

export async function listOne(affiliateId: string): Promise<AffiliatesPage> {
  const item = await getItem({ TableName: AFFILIATES(), Key: affiliateKey(affiliateId) });
  const affiliates = item ? [toListed(item)] : [];
  return { affiliates, next: null, found: affiliates.length };
}

const MAX_FOUND = 1000;

export async function search(
  text: string,
  status: AffiliateStatus | undefined,
  { limit, offset, cursor }: Paging,
): Promise<AffiliatesPage & { found: number }> {
  if (text === "") return { affiliates: [], next: null, found: 0 };
  const [byEmail, byCode] = await Promise.all([
    startingWith(
      "byEmail",
      "normalisedEmail",
      text.includes("@") ? normaliseEmail(text) : text.toLowerCase(),
    ),
    findByCode(text),
  ]);
  const affiliates = found([...byEmail, ...byCode], status);
  const from = cursor === undefined ? offset : Number(readCursor(cursor, SearchPosition, () => true).end);
  const end = from + limit;
  return {
    affiliates: affiliates.slice(from, end),
    next: writeCursor(affiliates.length > end ? { end: String(end) } : undefined),
    found: affiliates.length,
  };
}

export const findByCode = (text: string, limit = MAX_FOUND): Promise<ListedAffiliate[]> =>
  text === "" ? Promise.resolve([]) : startingWith("byCode", "referralCode", text.toUpperCase(), limit);

async function startingWith(
  index: "byEmail" | "byCode",
  sort: string,
  prefix: string,
  limit = MAX_FOUND,
): Promise<ListedAffiliate[]> {
  if (!isPrefix(prefix)) return [];
  const { items } = await queryItems({
    TableName: AFFILIATES(),
    IndexName: index,
    KeyConditionExpression: "#list = :list AND begins_with(#sort, :prefix)",
    ExpressionAttributeNames: { "#list": "list", "#sort": sort },
    ExpressionAttributeValues: { ":list": LIST, ":prefix": prefix },
    Limit: limit,
  });
  return items.map(toListed);
}
