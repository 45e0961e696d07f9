import { csvLine } from "#shared/csv.ts";
import { listMovements, type Movement } from "#shared/insights/balance.ts";
import { recordExport } from "#shared/insights/operator.ts";
import { DAY, utcDay } from "#shared/instant.ts";
import { call } from "../../api/call.ts";
import { pagesOf } from "../../api/firstPages.ts";
import { callFresh } from "../../api/useAction.ts";
import type { Cell } from "../kit/DataTable.tsx";

const usd = (cents: number | null): Cell => (cents === null ? null : (cents / 100).toFixed(2));

const COLUMNS: Readonly<Record<string, (line: Movement) => Cell>> = {
  at_utc: ({ at }) => at,
  kind: ({ kind }) => kind,
  amount: ({ amount_cents }) => usd(amount_cents),
  tax: ({ tax_cents }) => usd(tax_cents),
  fee: ({ fee_cents }) => usd(fee_cents),
  net: ({ net_cents }) => usd(net_cents),
  currency: ({ currency }) => currency,
  country: ({ country }) => country,
  invoice: ({ invoice }) => invoice,
  payment: ({ payment_id }) => payment_id,
  affiliate: ({ email }) => email,
  payout: ({ payout_id }) => payout_id,
  transfer: ({ transfer_id }) => transfer_id,
  description: ({ description }) => description,
  line: ({ id }) => id,
};

/** How many days to request at the same time. Each day takes several calls. */
const AT_ONCE = 8;

/** Exports a month's days until `now`, oldest first. @param month in UTC, such as `2026-10` */
export async function* monthAsCsv(month: string, now: Date): AsyncGenerator<string> {
  await callFresh(recordExport, { list: "month" });
  yield csvLine(Object.keys(COLUMNS));
  const days = daysOf(month, utcDay(now));
  for (let at = 0; at < days.length; at += AT_ONCE)
    yield (await Promise.all(days.slice(at, at + AT_ONCE).map(dayAsCsv))).join("");
}

async function dayAsCsv(day: string): Promise<string> {
  const lines: Movement[] = [];
  for await (const { rows } of pagesOf((cursor) => call(listMovements, { day, cursor }))) lines.push(...rows);
  return lines
    .reverse()
    .map((line) => csvLine(Object.values(COLUMNS).map((cell) => cell(line))))
    .join("");
}

const daysOf = (month: string, today: string): string[] =>
  Array.from({ length: 31 }, (_, at) => utcDay(new Date(Date.parse(`${month}-01`) + at * DAY))).filter(
    (day) => day.startsWith(month) && day <= today,
  );

/** This month and the twelve before it, newest first. */
export const monthsUntil = (now: Date): string[] =>
  Array.from({ length: 13 }, (_, back) =>
    utcDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))).slice(0, 7),
  );
