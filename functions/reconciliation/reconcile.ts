import { goOnFrom, readPlace } from "../payments/index.ts";
import { scheduled } from "../platform/schedule.ts";
import { type Report, runFrom } from "./run.ts";

/**
 * Compares, each night, what can have moved at Stripe with our rows: events, recently paid sessions and invoices,
 * transfers to affiliates and their accounts, and a part of all subscriptions in turns. Repairs a difference as
 * its webhook would have, and tells the operator what it repaired and what needs a decision. An interrupted run is
 * resumed by `reconciliation/resumeReconciliation`, or the next night.
 */
export const handler = scheduled(
  async (now, remainingMs): Promise<Report> => runFrom(goOnFrom(await readPlace(), now), now, remainingMs),
);
