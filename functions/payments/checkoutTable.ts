import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { Refusal } from "#shared/stripeEvents/refusal.ts";
import { getItem, getItems, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { type Reading, Told } from "../platform/reading.ts";

/**
 * Permanent rows in Events. `pk` is "checkout#<session>" for a handled checkout session, and "refusal#<payment intent>"
 * for a payment that gets no license. `sk` is "effect".
 */
const TABLE = () => env("TABLE_EVENTS");
const checkoutKey = (sessionId: string) => ({ pk: `checkout#${sessionId}`, sk: "effect" });
const refusalKey = (paymentIntentId: string) => ({ pk: `refusal#${paymentIntentId}`, sk: "effect" });

export const CheckoutEffect = z.object({
  sessionId: z.string(),
  userId: z.string(),
  mode: z.enum(["payment", "subscription"]),
  /** Null if nothing was granted: see `refusal`. */
  licenseKey: z.nullable(z.string()),
  /** Absent in older rows. */
  refusal: z.optional(Refusal),
  at: Instant,
});
export type CheckoutEffect = z.output<typeof CheckoutEffect>;

export async function findCheckout(sessionId: string): Promise<CheckoutEffect | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: checkoutKey(sessionId) });
  return item && CheckoutEffect.parse(item);
}

/** @param sessionIds up to 100 */
export async function knownCheckouts(sessionIds: readonly string[]): Promise<Set<string>> {
  const table = TABLE();
  const { [table]: found = [] } = await getItems({ [table]: sessionIds.map(checkoutKey) });
  return new Set(found.map(({ sessionId }) => String(sessionId)));
}

/** Idempotent, because a session leads to at most one grant. */
export function recordCheckout(reading: Reading, effect: CheckoutEffect): Told {
  const Item = { ...checkoutKey(effect.sessionId), ...effect };
  return new Told(reading, { Put: { TableName: TABLE(), Item } });
}

export function refusePayment(paymentIntentId: string, now: Date): Write {
  return { Put: { TableName: TABLE(), Item: { ...refusalKey(paymentIntentId), at: now.toISOString() } } };
}

export function unlessRefused(paymentIntentId: string): Write {
  return {
    ConditionCheck: {
      TableName: TABLE(),
      Key: refusalKey(paymentIntentId),
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

export async function isRefused(paymentIntentId: string): Promise<boolean> {
  return (await getItem({ TableName: TABLE(), Key: refusalKey(paymentIntentId) })) !== undefined;
}
