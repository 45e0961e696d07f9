import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import type { RawObject } from "../../local/stripe/http/form.ts";
import { type Exchange, makeIsNew, shapeOf } from "../../local/stripe/http/recording.ts";
import { ROOT } from "./tools.ts";

/** Where `npm test` records what its tests ask of Stripe's sandbox. */
export const RECORDING = path.join(ROOT, ".local/test-stripe");

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

export const lacksRecording = (): string | undefined =>
  existsSync(RECORDING) && globSync("*.jsonl", { cwd: RECORDING }).length > 0
    ? undefined
    : "no recording of requests to Stripe: run npm test first";

/** Everything recorded by all processes of the last test run, without what they recorded in common. */
export function readRecording(folder = RECORDING): Exchange[] {
  const isNew = makeIsNew();
  return globSync("*.jsonl", { cwd: folder })
    .sort()
    .flatMap((file) => readFileSync(path.join(folder, file), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => Line.parse(JSON.parse(line)))
    .filter(isNew);
}

/** What the sandbox refused as malformed, or answered without looking at it, says nothing of the request. */
const NOT_LOOKED_AT = [400, 401, 403, 409, 429, 500];

/** One exchange for each shape of request that the sandbox accepted. */
export function distinctRequests(exchanges: readonly Exchange[]): Exchange[] {
  const accepted = exchanges.filter(({ status }) => !NOT_LOOKED_AT.includes(status));
  return [...new Map(accepted.map((exchange) => [shapeOf(exchange), exchange])).values()];
}
