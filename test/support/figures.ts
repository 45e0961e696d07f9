import { expect } from "vitest";
import { Balance, Commission, Debt, Entry } from "#shared/affiliates/commission.ts";
import type { Output } from "#shared/endpoint.ts";
import type { getGrowth, listMoves, MoveRow } from "#shared/insights/growth.ts";
import { DAY, utcDay } from "#shared/instant.ts";
import { sums } from "./memory/ledger.ts";
import type { callsOf } from "./operatorCalls.ts";

import { rowsOf } from "./rows.ts";

// How a sale changed the ledger and the operator's figures.

type Ask = ReturnType<typeof callsOf>;
type Person = { userId: string };

/** An affiliate's ledger. Checks that the balance is the sum of the rows. */
export async function ledgerOf({ userId }: Person) {
  const rows = (await rowsOf("Payouts")).filter(({ pk }) => pk === `affiliate#${userId}`);
  const of = (prefix: string) => rows.filter(({ sk }) => String(sk).startsWith(prefix));
  const commissions = of("commission#").map((row) => Commission.parse(row));
  const debts = of("debt#").map((row) => Debt.parse(row));
  const entries = of("entry#").map((row) => Entry.parse(row));
  expect(Balance.parse(of("balance")[0])).toEqual(sums(commissions, debts, entries));
  return { commissions, debts, entries };
}

/** Yesterday and today, because midnight may have passed since the sale. */
const lately = () => ({ from: utcDay(new Date(Date.now() - DAY)), to: utcDay(new Date()) });

/** The rows behind the figures of a customer, newest first. */
export async function rowsOfMoves(ask: Ask, group: string, { userId }: Person): Promise<MoveRow[]> {
  const found: MoveRow[] = [];
  let cursor: string | undefined;
  do {
    const asked = await ask("insights/listMoves", { ...lately(), group, cursor });
    const page = asked.body as unknown as Output<typeof listMoves>;
    found.push(...page.rows.filter(({ user_id }) => user_id === userId));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return found;
}

/** The same rows as texts such as "payment 3000", sorted. */
export const movesOf = async (ask: Ask, group: string, who: Person): Promise<string[]> =>
  (await rowsOfMoves(ask, group, who)).map(({ kind, cents }) => `${kind} ${cents}`).sort();

export const growthOf = async (ask: Ask, input: object = lately()) =>
  (await ask("insights/getGrowth", { ...input })).body as unknown as Output<typeof getGrowth>;

/** What an affiliate's customers paid and what the affiliate earned, both after refunds, in cents. */
export async function broughtBy(ask: Ask, { userId }: Person): Promise<number[] | undefined> {
  const { affiliates } = await growthOf(ask);
  const row = affiliates.find(({ affiliate_id }) => affiliate_id === userId);
  return row && [row.revenue_cents, row.commission_cents];
}
