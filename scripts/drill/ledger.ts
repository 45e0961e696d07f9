import * as z from "zod/mini";
import { post } from "../../local/seed/api.ts";
import type { StackFile } from "../../local/stackFile.ts";

/** The report of a run of affiliates/checkLedger. */
const LedgerReport = z.object({ compared: z.int(), differing: z.int(), finished: z.boolean() });
type LedgerReport = z.output<typeof LedgerReport>;
const Answer = z.object({ ok: z.literal(true), payload: LedgerReport });

/** Runs the product's own comparison of balances with entries, commissions, debts, payouts and Stripe's transfers. */
export async function checkLedger({ controlUrl }: StackFile): Promise<LedgerReport> {
  return Answer.parse(await post(`${controlUrl}/schedules/affiliates/checkLedger/run`, {})).payload;
}

/** @param balances how many affiliates have one @returns why the ledger is not proven, as sentences */
export function ledgerProblems({ compared, differing, finished }: LedgerReport, balances: number): string[] {
  const problems: string[] = [];
  if (balances === 0) problems.push("There is no balance to compare.");
  if (!finished) problems.push("The ledger's comparison did not come to its end.");
  if (compared !== balances)
    problems.push(`The ledger's comparison saw ${compared} of ${balances} balances.`);
  if (differing > 0) problems.push(`The ledger differs for ${differing} affiliates.`);
  return problems;
}
