import * as z from "zod/mini";
import { Balance, Entry } from "#shared/affiliates/commission.ts";
import { Listed } from "#shared/affiliates/listed.ts";
import { Instant } from "#shared/instant.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { getItem, type Item, putItem, queryItems } from "../../../platform/dynamo.ts";
import { AFFILIATES, affiliateKey } from "../../../referrals/index.ts";
import { BALANCES, balanceKey, COMMISSION, DEBT, PAYOUTS, pagesOf, toRow } from "../table.ts";
import { addEntry, addRow, newTally, type Tally } from "./rules.ts";

/** A row in Payouts (`pk` "ledgerCheck", `sk` "place"): the check's progress and its findings since the last report. */
const KEY = { pk: "ledgerCheck", sk: "place" };

export const CheckPlace = z.object({
  /** The position of the next page; null: the first page. */
  start: z.nullable(z.record(z.string(), z.unknown())),
  /** The start of the last run that did not fail, or of the first run. Part of the next report's mail id. */
  since: Instant,
  compared: z.int(),
  /** The number of affiliates with differences. */
  count: z.int(),
  /** The differences in words, for up to 50 of these affiliates. */
  found: z.array(z.string()),
});
export type CheckPlace = z.output<typeof CheckPlace>;

export async function readPlace(): Promise<CheckPlace | undefined> {
  const item = await getItem({ TableName: PAYOUTS(), Key: KEY });
  return item && CheckPlace.parse(item);
}

export async function writePlace(place: CheckPlace): Promise<void> {
  await putItem({ TableName: PAYOUTS(), Item: { ...KEY, ...place } });
}

const Owner = z.object({ affiliateId: z.string() });

/** The affiliates of a page are compared concurrently, so that waiting for Stripe does not add up. */
const PAGE_SIZE = 100;

export async function listBalances(
  start: Item | null,
): Promise<{ affiliateIds: string[]; next: Item | null }> {
  const { items, lastKey } = await queryItems({
    TableName: PAYOUTS(),
    IndexName: "byQueue",
    KeyConditionExpression: "queue = :queue",
    ExpressionAttributeValues: { ":queue": BALANCES },
    Limit: PAGE_SIZE,
    ...(start === null ? {} : { ExclusiveStartKey: start }),
  });
  return { affiliateIds: items.map((item) => Owner.parse(item).affiliateId), next: lastKey ?? null };
}

const Version = z.object({ version: z.int() });

export async function versionOf(affiliateId: string): Promise<number> {
  const item = await getItem({ TableName: PAYOUTS(), Key: balanceKey(affiliateId) });
  return item ? Version.parse(item).version : 0;
}

export async function readListed(affiliateId: string): Promise<Listed | undefined> {
  const item = await getItem({ TableName: AFFILIATES(), Key: affiliateKey(affiliateId) });
  return item && Listed.parse(item);
}

export async function readTally(affiliateId: string): Promise<Tally> {
  const tally = newTally();
  for await (const page of pagesOf(affiliateId)) for (const item of page) add(tally, item);
  return tally;
}

function add(tally: Tally, item: Item): void {
  const sk = String(item.sk);
  if (sk === "balance") {
    tally.balance = Balance.parse(item);
    tally.version = Version.parse(item).version;
  } else if (sk.startsWith(COMMISSION) || sk.startsWith(DEBT)) addRow(tally, toRow(item));
  else if (sk.startsWith("entry#")) addEntry(tally, Entry.parse(item));
  else if (sk.startsWith("payout#")) tally.payouts.push(Payout.parse(item));
}
