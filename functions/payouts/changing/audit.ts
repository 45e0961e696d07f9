import { auditEntry } from "../../audit/index.ts";
import type { Write } from "../../platform/dynamo.ts";

type Audited = { id: string; affiliateId: string; email: string };

/** What is kept for good says whose it is by their id alone: who leaves is forgotten. */
const withoutAddress = ({ email: _address, ...rest }: Audited) => rest;

/** What an operator did to a payout or a request: with its state before and after. */
export function audited<T extends Audited>(
  operator: string,
  action: string,
  before: T,
  after: T,
  now: Date,
  note?: string,
): Write {
  return auditEntry({
    operator,
    action,
    subject: `payout#${after.id}`,
    userId: after.affiliateId,
    before: withoutAddress(before),
    after: withoutAddress(after),
    at: now.toISOString(),
    note,
  });
}
