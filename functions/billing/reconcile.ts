import { log } from "../platform/log.ts";
import { scheduled } from "../platform/schedule.ts";
import { type Report, runFrom } from "./reconciliation/run.ts";
import { goOnFrom, readPlace } from "./reconciliation/table.ts";
import { announceRenewals } from "./subscriptions/renewalMail.ts";

/**
 * Compares, each night, what can have moved at Stripe with our rows: events, recently paid sessions and invoices,
 * transfers to affiliates and their accounts, and a part of all subscriptions in turns. Repairs a difference as
 * its webhook would have, and tells the operator what it repaired and what needs a decision. An interrupted run is
 * resumed by `billing/resumeReconciliation`, or the next night.
 * Announces yearly renewals first.
 */
export const handler = scheduled(async (now, remainingMs): Promise<Report> => {
  try {
    await announceRenewals(now);
  } catch (error) {
    log.error("renewals.notAnnounced", error);
  }
  return runFrom(goOnFrom(await readPlace(), now), now, remainingMs);
});
