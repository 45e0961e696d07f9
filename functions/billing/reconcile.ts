import { MINUTE, SECOND } from "#shared/instant.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { enqueue } from "../platform/queue.ts";
import { scheduled } from "../platform/schedule.ts";
import { compareInvoices, compareSessions, compareSubscriptions } from "./reconciliation/compare.ts";
import { readPlace, writePlace } from "./reconciliation/table.ts";

const STOP_BEFORE_END = MINUTE;

const COMPARE = {
  subscriptions: compareSubscriptions,
  sessions: compareSessions,
  invoices: compareInvoices,
};

export type Report = { compared: number; mended: string[]; failed: string[]; finished: boolean };

/**
 * Nightly: compares every subscription, and every session and invoice that was paid of late, at Stripe with what
 * is granted and known as paid here, mends what differs as its webhook would have, and tells the operator what
 * that was. It goes page by page and keeps its place: a run that ends half way is gone on with by the next.
 */
export const handler = scheduled(async (now, remainingMs): Promise<Report> => {
  const report: Report = { compared: 0, mended: [], failed: [], finished: false };
  let place = await readPlace();
  try {
    while (!place.finished && remainingMs() > STOP_BEFORE_END) {
      place = await COMPARE[place.part](place.after, now, compare);
      await writePlace(place, now);
    }
    report.finished = place.finished;
  } finally {
    // Also by a run that fails on its way: the next one finds nothing any more of what this one mended.
    if (report.mended.length + report.failed.length > 0) await tell(report, now);
  }
  const { compared, mended, failed } = report;
  log.info("reconcile.done", { compared, mended: mended.length, failed: failed.length });
  return report;

  /** What cannot be mended is reported, and stands in nobody else's way. */
  async function compare(what: string, mend: () => Promise<boolean>): Promise<void> {
    report.compared += 1;
    try {
      if (await mend()) report.mended.push(what);
    } catch (error) {
      log.error("reconcile.notMended", error, { what });
      report.failed.push(what);
    }
  }
});

async function tell({ compared, mended, failed }: Report, now: Date): Promise<void> {
  const list = (ids: string[]) => `${ids.slice(0, 50).join(", ")}${ids.length > 50 ? " and more" : ""}`;
  const details = [
    mended.length > 0 &&
      `Webhooks for these were lost or failed; what they would have done has been done now: ${list(mended)}.`,
    failed.length > 0 &&
      `These could not be compared or mended, and are tried again by the next run; the function's log says why: ${list(failed)}.`,
  ];
  await enqueue(env("MAIL_QUEUE_URL"), [
    {
      id: `reconcile:${Math.floor(now.getTime() / SECOND)}`,
      to: "operator",
      template: "needsAttention",
      data: {
        what: `Reconciliation mended ${mended.length} of ${compared}${failed.length > 0 ? `, and failed for ${failed.length}` : ""}`,
        details: details.filter((part) => part !== false).join(" "),
      },
    },
  ]);
}
