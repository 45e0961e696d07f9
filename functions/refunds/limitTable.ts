import * as z from "zod/mini";
import { DEFAULT_LIMITS, RefundLimits } from "#shared/refunds/refunds.ts";
import { getItem, putNext, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/** One row in Events (`pk` "refundLimits", `sk` "effect"): the limits of self-service refunds. */
const TABLE = () => env("TABLE_EVENTS");
const KEY = { pk: "refundLimits", sk: "effect" };

const SavedLimits = z.object({ ...RefundLimits.shape, version: z.number() });
export type SavedLimits = z.output<typeof SavedLimits>;

export async function readLimits(): Promise<SavedLimits> {
  const item = await getItem({ TableName: TABLE(), Key: KEY });
  return item === undefined ? { ...DEFAULT_LIMITS, version: 0 } : SavedLimits.parse(item);
}

export const replaceLimits = (limits: RefundLimits, version: number): Write =>
  putNext(TABLE(), { ...KEY, ...limits }, version);
