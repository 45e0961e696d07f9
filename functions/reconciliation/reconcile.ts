import { readPlace, resumeFrom } from "../payments/index.ts";
import { scheduled } from "../platform/schedule.ts";
import { type Report, runFrom } from "./run.ts";

/**
 * Every night: compares our rows with Stripe's events, recently paid sessions and invoices, affiliates' transfers and
 * accounts, the fees of payments, and a part of all subscriptions. It repairs a difference as the lost webhook would
 * have, and reports to the operator. An interrupted run is resumed by `reconciliation/resumeReconciliation`, or by the
 * next night's run.
 */
export const handler = scheduled(
  async (now, remainingMs): Promise<Report> => runFrom(resumeFrom(await readPlace(), now), now, remainingMs),
);
