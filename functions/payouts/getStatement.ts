import { AppError } from "#shared/errors.ts";
import { getStatement } from "#shared/payouts/statement.ts";
import { listOfPayout } from "../affiliates/index.ts";
import { http } from "../http/index.ts";
import { statementCsv, statementText } from "./statementRules.ts";
import { findPayout } from "./table.ts";

/** Gives the same answer for another affiliate's payout and for a missing one. */
export const handler = http(getStatement)(async ({ input: { id }, caller }) => {
  const payout = await findPayout(id);
  if (payout?.affiliateId !== caller.userId) throw new AppError("NOT_FOUND", "There is no such payout.");
  if (payout.status !== "paid")
    throw new AppError("CONFLICT", "Statements are available for paid payouts only.");
  const rows = await listOfPayout(payout.affiliateId, payout.id);
  return {
    name: `payout-${payout.id.slice(-6)}-${(payout.transferredAt ?? payout.requestedAt).slice(0, 10)}`,
    csv: statementCsv(payout, rows),
    text: statementText(payout, rows),
  };
});
