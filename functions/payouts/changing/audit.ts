import { auditEntry } from "../../audit/index.ts";
import type { Write } from "../../platform/dynamo.ts";

type Audited = { id: string; affiliateId: string; email: string };

/** The audit log is permanent, so it names affiliates by id only. */
const withoutAddress = ({ email: _address, ...rest }: Audited) => rest;

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
