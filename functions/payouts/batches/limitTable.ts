import * as z from "zod/mini";
import { DEFAULT_RUN_LIMIT, RunLimit } from "#shared/payouts/batch.ts";
import { getItem, putNext, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/** One row in Payouts (`pk` "runLimit", `sk` "setting"): the maximum that a scheduled distribution may pay. */
const TABLE = () => env("TABLE_PAYOUTS");
const KEY = { pk: "runLimit", sk: "setting" };

const Saved = z.extend(RunLimit, { version: z.number() });

export async function readRunLimit(): Promise<z.output<typeof Saved>> {
  const item = await getItem({ TableName: TABLE(), Key: KEY });
  return item === undefined ? { ...DEFAULT_RUN_LIMIT, version: 0 } : Saved.parse(item);
}

export const replaceRunLimit = (limit: RunLimit, version: number): Write =>
  putNext(TABLE(), { ...KEY, ...limit }, version);
