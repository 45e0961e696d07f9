import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { getItem, putItem } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/** In Insights: `pk` "migration#<id>", `sk` "state". */
const TABLE = () => env("TABLE_INSIGHTS");
const key = (id: string) => ({ pk: `migration#${id}`, sk: "state" });

const State = z.object({
  after: z.nullable(z.string()),
  finishedAt: z.nullable(Instant),
});
export type State = z.output<typeof State>;

export async function readState(id: string): Promise<State> {
  const item = await getItem({ TableName: TABLE(), Key: key(id) });
  return item === undefined ? { after: null, finishedAt: null } : State.parse(item);
}

export async function writeState(id: string, state: State): Promise<void> {
  await putItem({ TableName: TABLE(), Item: { ...key(id), ...state } });
}
