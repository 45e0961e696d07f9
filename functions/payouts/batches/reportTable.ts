import * as z from "zod/mini";
import type { BatchLine, LineOutcome } from "#shared/payouts/batch.ts";
import { readCursor, writeCursor } from "../../platform/cursor.ts";
import type { Item } from "../../platform/dynamo.ts";
import { lineIn, lineKey, queryLines } from "./lineTable.ts";

/** The order of a report: lines that may need a person come first. */
const REPORTED: readonly (readonly LineOutcome[])[] = [
  ["failed"],
  ["skipped", "queued"],
  ["planned", "calculated", "paid"],
];
const LinePosition = z.object({ pk: z.string(), sk: z.string(), part: z.enum(["0", "1", "2"]) });
const LINES_SHOWN = 25;
const LINES_READ = 1_000;

/** @throws NOT_FOUND for a cursor of another run */
export async function listLines(id: string, cursor: string | undefined) {
  const { part: first, ...after } =
    cursor === undefined
      ? { part: "0" }
      : readCursor(cursor, LinePosition, ({ pk, sk }) => pk === `batch#${id}` && sk.startsWith("line#"));
  const lines: BatchLine[] = [];
  let start: Item | undefined = "pk" in after ? after : undefined;
  for (const outcomes of REPORTED.slice(Number(first))) {
    do {
      const { items, lastKey } = await queryLines(id, start, LINES_READ, outcomes);
      lines.push(...items.map(lineIn));
      const last = lines[LINES_SHOWN - 1];
      if (last && lines.length > LINES_SHOWN)
        return { lines: lines.slice(0, LINES_SHOWN), next: writeCursor(positionOf(id, last)) };
      start = lastKey;
    } while (start !== undefined);
  }
  return { lines, next: null };
}

const positionOf = (id: string, { payout_id, outcome }: BatchLine) => ({
  ...lineKey(id, payout_id),
  part: String(REPORTED.findIndex((outcomes) => outcomes.includes(outcome))),
});
