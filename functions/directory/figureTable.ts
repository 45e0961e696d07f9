import * as z from "zod/mini";
import { DAY, utcDay } from "#shared/instant.ts";
import { queryItems, type Rows, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import type { Sum } from "./rules.ts";

/**
 * Insights, partition "figures": `sk` is "day#<day>" or "totals", which sorts after the days. Each figure is an
 * attribute. The partitions "growth", "cohorts" and "brought" have the same form, but `sk` names a month in "cohorts"
 * and a part of a day in "brought" (functions/insights/growth/broughtRules.ts).
 */
const TABLE = () => env("TABLE_INSIGHTS");
const PARTITION = "figures";
const TOTALS = "totals";

const Figures = z.catchall(z.object({ pk: z.string(), sk: z.string() }), z.number());
export type Figures = { totals: (figure: string) => number; on: (day: string, figure: string) => number };

export function countWrites(sums: readonly Sum[]): Write[] {
  const rows = Map.groupBy(
    sums,
    ({ part, day }) => `${part ?? PARTITION} ${day === null ? TOTALS : `day#${day}`}`,
  );
  return [...rows].map(([row, of]) => ({
    Update: {
      TableName: TABLE(),
      Key: { pk: row.slice(0, row.indexOf(" ")), sk: row.slice(row.indexOf(" ") + 1) },
      UpdateExpression: `ADD ${of.map((_, index) => `#f${index} :f${index}`).join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(of.map(({ figure }, index) => [`#f${index}`, figure])),
      ExpressionAttributeValues: Object.fromEntries(of.map(({ amount }, index) => [`:f${index}`, amount])),
    },
  }));
}

export function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) =>
    utcDay(new Date(now.getTime() - (count - 1 - index) * DAY)),
  );
}

export async function readFigures(sinceDay: string): Promise<Figures> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :figures AND sk BETWEEN :since AND :totals",
    ExpressionAttributeValues: { ":figures": PARTITION, ":since": `day#${sinceDay}`, ":totals": TOTALS },
    ConsistentRead: true,
  });
  const rows = new Map(items.map((item) => Figures.parse(item)).map((row) => [row.sk, row]));
  const of = (sk: string, figure: string) => Number(rows.get(sk)?.[figure] ?? 0);
  return {
    totals: (figure) => of(TOTALS, figure),
    on: (day, figure) => of(`day#${day}`, figure),
  };
}

export const totalsKey = () => ({ [TABLE()]: [{ pk: PARTITION, sk: TOTALS }] });

/** The size of a list or of one of its shelves. @param rows read with `totalsKey` */
export const totalIn = (rows: Rows, name: string): number => Number(rows[TABLE()]?.[0]?.[name] ?? 0);
