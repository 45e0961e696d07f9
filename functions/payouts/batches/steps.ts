import { retryOnConflict, transact, WriteConflict } from "../../platform/dynamo.ts";
import { findLine, type LineChange, lineWrites, MAX_LINES_A_WRITE, writeLine } from "./lineTable.ts";
import type { Place, Run } from "./table.ts";

/** Processes one page of a part. @returns where the next page starts; null after the last */
export type Step = (run: Run, start: Place["start"], now: Date) => Promise<Place["start"]>;

/** A page takes about a second, and its lines fit into one transaction. */
export const PAGE = MAX_LINES_A_WRITE;

const AT_ONCE = 8;

/** @throws one of the failures, after all work has ended; the page is then repeated */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  const failed = ended.find((lane) => lane.status === "rejected");
  if (failed) throw failed.reason;
}

/**
 * Writes lines in one transaction. After a conflict it writes each line separately and skips those that changed. So
 * repeating a page changes nothing.
 */
export async function writeLines(run: Run, changes: readonly LineChange[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  try {
    await transact(lineWrites(run.id, changes, now));
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    await inParallel(changes, ({ before, after }) =>
      retryOnConflict(async () => {
        const found = await findLine(run.id, after.payout_id);
        if (found?.outcome === before?.outcome) await writeLine(run.id, found, after, now);
      }),
    );
  }
}
