import * as z from "zod/mini";
import { getItem, putNext, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/** One row in Events (`pk` "lifetime-credit", `sk` "effect"): whether unused days are credited. */
const TABLE = () => env("TABLE_EVENTS");
const KEY = { pk: "lifetime-credit", sk: "effect" };

const Saved = z.object({ given: z.boolean(), version: z.number() });

export async function readCreditSettings(): Promise<z.output<typeof Saved>> {
  const item = await getItem({ TableName: TABLE(), Key: KEY });
  return item === undefined ? { given: false, version: 0 } : Saved.parse(item);
}

export const replaceCreditSettings = (given: boolean, version: number): Write =>
  putNext(TABLE(), { ...KEY, given }, version);
