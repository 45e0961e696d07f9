import { scheduled } from "../platform/schedule.ts";
import { type Report, runFrom } from "./reconciliation/run.ts";
import { goOnFrom, readPlace } from "./reconciliation/table.ts";

/**
 * Nightly: compares everything that can move at Stripe with what is known here: what its events tell, every
 * subscription, the sessions and invoices that were paid of late, the transfers to affiliates and their accounts, the
 * customers of our accounts. It mends what differs as its webhook would have, and tells the operator what that was and
 * what needs them. A run that was interrupted is resumed, by `billing/resumeReconciliation` or by the next night's.
 */
export const handler = scheduled(
  async (now, remainingMs): Promise<Report> => runFrom(goOnFrom(await readPlace(), now), now, remainingMs),
);
