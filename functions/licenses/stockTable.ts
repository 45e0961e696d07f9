import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { KeyExtras } from "#shared/licenses/entitlements.ts";
import { RunningLease } from "#shared/licenses/lease.ts";
import { Entitlement } from "#shared/licenses/standing.ts";
import { getItem, type Item, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/** In Seats: one row per unassigned license key, `pk` the key, `sk` "stock". */
const TABLE = () => env("TABLE_SEATS");
const key = (licenseKey: string) => ({ pk: licenseKey, sk: "stock" });

export const StockKey = z.object({
  licenseKey: z.string(),
  entitlement: Entitlement,
  maxDailySwaps: z.number(),
  totalSwaps: z.number(),
  activationCount: z.number(),
  createdAt: Instant,
  /** Running leases of the previous owner's computers. They count toward the next owner's three leases. */
  leases: z._default(z.array(RunningLease), []),
  extras: z._default(z.nullable(KeyExtras), null),
});
type StockKey = z.output<typeof StockKey>;

const toItem = (stock: StockKey): Item => ({ ...key(stock.licenseKey), ...stock });

export async function findStock(licenseKey: string): Promise<StockKey | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(licenseKey) });
  return item && StockKey.parse(item);
}

export function putStock(stock: StockKey): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: toItem(stock),
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Fails if the key was switched, extended or assigned since it was read. Nothing else changes an unassigned key. */
const ifStock = ({ createdAt, entitlement: { active, expiresAt } }: StockKey) => ({
  ConditionExpression:
    "createdAt = :createdAt AND entitlement.active = :active AND entitlement.expiresAt = :expiresAt",
  ExpressionAttributeValues: { ":createdAt": createdAt, ":active": active, ":expiresAt": expiresAt },
});

export function replacedStock(before: StockKey, after: StockKey): Write {
  return { Put: { TableName: TABLE(), Item: toItem(after), ...ifStock(before) } };
}

export function takeStock(stock: StockKey): Write {
  return { Delete: { TableName: TABLE(), Key: key(stock.licenseKey), ...ifStock(stock) } };
}
