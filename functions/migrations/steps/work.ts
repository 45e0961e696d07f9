import { MINUTE, utcDay } from "#shared/instant.ts";
import { log } from "../../platform/log.ts";
import { readState, type State, writeState } from "../table.ts";
import type { Migration } from "./migrations.ts";

const STOP_BEFORE_END = MINUTE;

export type Report = { finished: string[]; left: string[] };

/** Runs unfinished migrations in order, page by page, until time is short. A failed page stops the run. */
export async function migrate(
  migrations: readonly Migration[],
  now: Date,
  remainingMs: () => number,
): Promise<Report> {
  const report: Report = { finished: [], left: [] };
  for (const { id, page, isDaily = false } of migrations) {
    let state = await readState(id);
    if (isDaily && isFromEarlierDay(state, now)) state = { after: null, finishedAt: null };
    if (state.finishedAt !== null) continue;
    while (state.finishedAt === null && remainingMs() > STOP_BEFORE_END) {
      const after = await page(state.after);
      state = { after, finishedAt: after === null ? now.toISOString() : null };
      await writeState(id, state);
    }
    (state.finishedAt === null ? report.left : report.finished).push(id);
  }
  log.info("migrations.ran", { finished: report.finished.join(", "), left: report.left.join(", ") });
  return report;
}

const isFromEarlierDay = ({ finishedAt }: State, now: Date): boolean =>
  finishedAt !== null && utcDay(new Date(finishedAt)) !== utcDay(now);
