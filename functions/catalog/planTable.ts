import * as z from "zod/mini";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { getItem, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/** In Events: one row, `pk` "plans", `sk` "effect": what is sold beside the catalog's plans, as the operator chose. */
const TABLE = () => env("TABLE_EVENTS");
const KEY = { pk: "plans", sk: "effect" };

/** A price at Stripe, with its amount when the operator switched the plan on. */
const Price = z.object({ id: z.string(), cents: z.int() });
const SavedPlans = z.object({
  yearly: z.nullable(Price),
  /** Of a new free key; missing on rows from before 2026-11-25. */
  trialDays: z._default(z.int(), 0),
  /** Whether a subscription can have several seats. Missing on rows from before 2026-11-25. */
  teams: z._default(z.boolean(), false),
  version: z.number(),
});
export type SavedPlans = z.output<typeof SavedPlans>;

export async function readPlans(): Promise<SavedPlans> {
  const item = await getItem({ TableName: TABLE(), Key: KEY });
  return item === undefined
    ? { yearly: null, trialDays: 0, teams: false, version: 0 }
    : SavedPlans.parse(item);
}

/**
 * The yearly plan's price at Stripe; null while it is not sold. A catalog with another price stops the sale until the
 * operator switches it on again: the page must not show another amount than Stripe charges.
 */
export const yearlyPrice = async (): Promise<string | null> => yearlyPriceOf(await readPlans());

export const yearlyPriceOf = ({ yearly }: SavedPlans): string | null =>
  yearly?.cents === CATALOG.yearly.price ? yearly.id : null;

/** For a transaction: unless another save has followed `version`. */
export function replacePlans({ version, ...plans }: Omit<SavedPlans, "teams"> & Partial<SavedPlans>): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...KEY, ...plans, version: version + 1 },
      ...(version === 0
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "version = :version",
            ExpressionAttributeValues: { ":version": version },
          }),
    },
  };
}
