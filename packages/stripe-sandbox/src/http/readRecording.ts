import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import type { RawObject } from "./form.ts";
import { type Exchange, makeIsNew, shapeOf } from "./recording.ts";

const Params: z.ZodMiniType<RawObject> = z.record(
  z.string(),
  z.union([z.string(), z.lazy((): z.ZodMiniType<RawObject> => Params)]),
);
const Line = z.object({
  method: z.string(),
  route: z.string(),
  version: z.nullable(z.string()),
  params: Params,
  status: z.number(),
  answer: z.unknown(),
});

/** All exchanges that processes recorded into a folder, without duplicates. */
export function readRecording(folder: string): Exchange[] {
  const isNew = makeIsNew();
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => readFileSync(path.join(folder, name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => Line.parse(JSON.parse(line)))
    .filter(isNew);
}

const NOT_LOOKED_AT = [400, 401, 403, 409, 429, 500];

/** One exchange per shape of request, without requests that were malformed or not examined. */
export function distinctRequests(exchanges: readonly Exchange[]): Exchange[] {
  const accepted = exchanges.filter(({ status }) => !NOT_LOOKED_AT.includes(status));
  return [...new Map(accepted.map((exchange) => [shapeOf(exchange), exchange])).values()];
}
