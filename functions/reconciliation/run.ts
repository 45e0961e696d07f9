import { MINUTE, SECOND } from "#shared/instant.ts";
import { needsAttention } from "#shared/mail/mail.ts";
import { advance, type Lane, type Part, type Place, writePlace } from "../payments/index.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { enqueue } from "../platform/queue.ts";
import { keepStripePace } from "../platform/stripePace.ts";
import {
  compareInvoices,
  compareSessions,
  compareSubscriptions,
  type Difference,
  invoiceLanes,
  type Lanes,
  type Page,
  sessionLanes,
  subscriptionLanes,
} from "./compare.ts";
import { accountLanes, compareAccounts, compareTransfers, transferLanes } from "./connect.ts";
import { compareEvents, eventLanes } from "./events.ts";
import { compareFees, feeLanes } from "./fees.ts";
import { AT_ONCE, restOf } from "./lanes.ts";

const STOP_BEFORE_END = MINUTE;

const COMPARE: Readonly<Record<Part, { lanes: Lanes; page: Page }>> = {
  events: { lanes: eventLanes, page: compareEvents },
  subscriptions: { lanes: subscriptionLanes, page: compareSubscriptions },
  sessions: { lanes: sessionLanes, page: compareSessions },
  invoices: { lanes: invoiceLanes, page: compareInvoices },
  transfers: { lanes: transferLanes, page: compareTransfers },
  accounts: { lanes: accountLanes, page: compareAccounts },
  fees: { lanes: feeLanes, page: compareFees },
};

export type Report = {
  compared: number;
  mended: string[];
  needsPerson: string[];
  failed: string[];
  finished: boolean;
};

export const nothingDone = (): Report => ({
  compared: 0,
  mended: [],
  needsPerson: [],
  failed: [],
  finished: true,
});

/**
 * Compares several pages concurrently until all are done or time is short, and reports differences to the operator. It
 * stores its position at the start, so that a run which fails on its first page is resumed. Later it stores the
 * position after every step except a part's last one, because repeating one step costs little.
 */
export async function runFrom(start: Place, now: Date, remainingMs: () => number): Promise<Report> {
  const report: Report = { ...nothingDone(), finished: false };
  let place = start;
  let kept = start;
  const keep = async () => {
    kept = place;
    await writePlace(place, now);
  };
  keepStripePace();
  try {
    await keep();
    while (!place.finished && remainingMs() > STOP_BEFORE_END) {
      const left = await comparePages(place);
      place = { ...advance(place, left), failed: place.failed || report.failed.length > 0 };
      if (place.lanes !== null || place.finished) await keep();
    }
    if (place !== kept) await keep();
    report.finished = place.finished;
  } finally {
    // Reports even if this run fails, because the next run no longer finds what this one repaired.
    if (report.mended.length + report.needsPerson.length + report.failed.length > 0) await tell(report, now);
  }
  const { compared, mended, needsPerson, failed } = report;
  log.info("reconcile.done", {
    compared,
    mended: mended.length,
    needsPerson: needsPerson.length,
    failed: failed.length,
  });
  return report;

  async function comparePages({ part }: Place): Promise<Lane[]> {
    const { lanes, page } = COMPARE[part];
    const all = place.lanes ?? lanes(place, now);
    const isToSplit = all.length < AT_ONCE;
    const left = all
      .slice(0, AT_ONCE)
      .map(async (lane) => restOf(lane, await page(lane, now, compare), isToSplit));
    return [...(await Promise.all(left)).flat(), ...all.slice(AT_ONCE)];
  }

  /** A failure does not stop the other comparisons. */
  async function compare(what: string, mend: () => Promise<Difference>): Promise<void> {
    report.compared += 1;
    try {
      const difference = await mend();
      if (difference === true) {
        report.mended.push(what);
        log.warn("webhook.missed", { what });
      } else if (difference !== false) report.needsPerson.push(difference.needsPerson);
    } catch (error) {
      log.error("reconcile.notMended", error, { what });
      report.failed.push(what);
    }
  }
}

async function tell({ compared, mended, needsPerson, failed }: Report, now: Date): Promise<void> {
  const list = (ids: string[]) => `${ids.slice(0, 50).join(", ")}${ids.length > 50 ? " and more" : ""}`;
  const details = [
    needsPerson.length > 0 && `These need you: ${needsPerson.slice(0, 50).join("; ")}.`,
    mended.length > 0 &&
      `The webhooks for these objects were lost or failed. The shop has now started the work that they should have triggered: ${list(mended)}.`,
    failed.length > 0 &&
      `These could not be compared or fixed: ${list(failed)}. The next run retries them. The function's log has the reasons.`,
  ];
  const outcomes = [
    ...(mended.length > 0 ? [`work started for ${mended.length}`] : []),
    ...(needsPerson.length > 0 ? [`${needsPerson.length} for you to decide`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ];
  await enqueue(env("MAIL_QUEUE_URL"), [
    needsAttention(
      `reconcile:${Math.floor(now.getTime() / SECOND)}`,
      `Reconciliation of ${compared} objects: ${outcomes.join(", ")}`,
      details.filter((part) => part !== false).join(" "),
    ),
  ]);
}
