import { AppError } from "#shared/errors.ts";
import { getBatch } from "#shared/payouts/operator.ts";
import { http } from "../http/index.ts";
import { readTotals } from "./batches/lineTable.ts";
import { listLines } from "./batches/reportTable.ts";
import { toBatch, toLine } from "./batches/rules.ts";
import { findRun } from "./batches/table.ts";

export const handler = http(getBatch)(async ({ input, now }) => {
  const [run, totals, { lines, next }] = await Promise.all([
    findRun(input.batchId),
    readTotals(input.batchId),
    listLines(input.batchId, input.cursor),
  ]);
  if (!run) throw new AppError("NOT_FOUND", "There is no such run.");
  return { batch: toBatch(run, totals, now), lines: lines.map((line) => toLine(line, run, now)), next };
});
