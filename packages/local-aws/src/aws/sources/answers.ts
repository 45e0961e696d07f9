import * as z from "zod/mini";
import type { MappingModel } from "../../template/model.ts";
import type { InvokeResult } from "../types.ts";

const FAILURES = z.object({
  batchItemFailures: z.nullish(z.array(z.object({ itemIdentifier: z.nullish(z.string()) }))),
});

/** What became of a batch: the positions in it that failed; all of them where it failed as a whole. */
export function failedOnes(mapping: MappingModel, result: InvokeResult, identifiers: string[]): number[] {
  const all = identifiers.map((_, index) => index);
  if (!result.ok) return all;
  if (!mapping.partialResponses || result.payload === null || result.payload === undefined) return [];
  const parsed = FAILURES.safeParse(result.payload);
  if (!parsed.success) return typeof result.payload === "object" ? all : [];
  const failed = parsed.data.batchItemFailures ?? [];
  const positions = failed.map(({ itemIdentifier }) => identifiers.indexOf(itemIdentifier ?? ""));
  // As at Lambda: an identifier that is empty or not in the batch makes all of it fail.
  return positions.includes(-1) ? all : [...new Set(positions)].sort((a, b) => a - b);
}
