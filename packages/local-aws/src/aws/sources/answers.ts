import * as z from "zod/mini";
import type { MappingModel } from "../../template/model.ts";
import type { InvokeResult } from "../types.ts";

const FAILURES = z.object({
  batchItemFailures: z.nullish(z.array(z.object({ itemIdentifier: z.nullish(z.string()) }))),
});

/** The positions of the failed records in a batch; all positions if the whole batch failed. */
export function failedOnes(mapping: MappingModel, result: InvokeResult, identifiers: string[]): number[] {
  const all = identifiers.map((_, index) => index);
  if (!result.ok) return all;
  if (!mapping.partialResponses || result.payload === null || result.payload === undefined) return [];
  const parsed = FAILURES.safeParse(result.payload);
  if (!parsed.success) return typeof result.payload === "object" ? all : [];
  const failed = parsed.data.batchItemFailures ?? [];
  const positions = failed.map(({ itemIdentifier }) => identifiers.indexOf(itemIdentifier ?? ""));
  // As at Lambda, an empty or unknown identifier fails the whole batch.
  return positions.includes(-1) ? all : [...new Set(positions)].sort((a, b) => a - b);
}
