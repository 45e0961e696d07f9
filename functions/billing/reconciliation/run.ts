import { MINUTE, SECOND } from "#shared/instant.ts";
import { once } from "#shared/once.ts";
import { env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { enqueue } from "../../platform/queue.ts";
import { listOpenInvoices } from "../facts/stripeFacts.ts";
import {
  compareInvoices,
  compareSessions,
  compareSubscriptions,
  type Difference,
  type Page,
  type Read,
} from "./compare.ts";
import { compareAccounts, compareTransfers } from "./connect.ts";
import { compareCustomers, listCustomers } from "./customers.ts";
import { compareEvents } from "./events.ts";
import { advance, type Part, type Place, writePlace } from "./table.ts";

const STOP_BEFORE_END = MINUTE;

const COMPARE: Readonly<Record<Part, Page>> = {
  events: compareEvents,
  subscriptions: compareSubscriptions,
  sessions: compareSessions,
  invoices: compareInvoices,
  transfers: compareTransfers,
  accounts: compareAccounts,
  customers: compareCustomers,
};

export type Report = {
  compared: number;
  mended: string[];
  /** What a person has to decide, in words. */
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
 * Compares page by page until all is compared or the time is over, and tells the operator what differed. Keeps its place
 * from the start, so that a run that dies on its first page is resumed, and then only where a part has another page: to
 * compare a single page again costs as little as keeping the place.
 */
export async function runFrom(start: Place, now: Date, remainingMs: () => number): Promise<Report> {
  const report: Report = { ...nothingDone(), finished: false };
  let place = start;
  let kept = start;
  const keep = async () => {
    kept = place;
    await writePlace(place, now);
  };
  const read: Read = { openInvoices: once(listOpenInvoices), customers: once(listCustomers) };
  try {
    await keep();
    while (!place.finished && remainingMs() > STOP_BEFORE_END) {
      const next = await COMPARE[place.part](place, now, compare, read);
      place = { ...advance(place, next), failed: place.failed || report.failed.length > 0 };
      if (place.after !== null || place.finished) await keep();
    }
    if (place !== kept) await keep();
    report.finished = place.finished;
  } finally {
    // Also by a run that fails midway: the next one no longer finds what this one repaired.
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

  /** Reports what it cannot repair, and continues with the others. */
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
      `Webhooks for these were lost or failed. Their work has now been started: ${list(mended)}.`,
    failed.length > 0 &&
      `These could not be compared or fixed. The next run retries them, and the function's log says why: ${list(failed)}.`,
  ];
  const others = [
    ...(needsPerson.length > 0 ? [`found ${needsPerson.length} for you to decide`] : []),
    ...(failed.length > 0 ? [`failed for ${failed.length}`] : []),
  ];
  await enqueue(env("MAIL_QUEUE_URL"), [
    {
      id: `reconcile:${Math.floor(now.getTime() / SECOND)}`,
      to: "operator",
      template: "needsAttention",
      data: {
        what: [`Reconciliation repaired ${mended.length} of ${compared}`, ...others].join(", and "),
        details: details.filter((part) => part !== false).join(" "),
      },
    },
  ]);
}
