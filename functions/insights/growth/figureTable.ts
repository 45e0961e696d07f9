import * as z from "zod/mini";
import { allItems, type Item } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { type BroughtRow, dayOf } from "./broughtRules.ts";
import type { CohortRow } from "./cohortRules.ts";
import type { Figures } from "./periodRules.ts";

const TABLE = () => env("TABLE_INSIGHTS");
const Row = z.catchall(z.object({ pk: z.string(), sk: z.string() }), z.number());
const DAY_PREFIX = "day#";
const TOTALS = "totals";

const queryAll = ({ pk, from, to }: { pk: string; from: string; to: string }): Promise<Item[]> =>
  allItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
    ExpressionAttributeValues: { ":pk": pk, ":from": from, ":to": to },
  });

/** The days from `sinceDay` and the totals. One query reads a megabyte, about four years of days. */
export async function readGrowth(sinceDay: string): Promise<{ on: Figures; lastDay: string }> {
  const rows = await readSince("growth", sinceDay);
  const figures = new Map(rows.map((row) => [row.place, row.figures]));
  return {
    on: (day, figure) => figures.get(day ?? TOTALS)?.[figure] ?? 0,
    lastDay: rows.findLast(({ place }) => place !== TOTALS)?.place ?? "",
  };
}

export async function readBrought(sinceDay: string): Promise<BroughtRow[]> {
  const rows = await readSince("brought", sinceDay);
  return rows.map(({ place, figures }) => ({ day: dayOf(place), figures }));
}

/** A row's place is its day, a part of its day, or the totals. */
async function readSince(pk: string, day: string) {
  const items = await queryAll({ pk, from: `${DAY_PREFIX}${day}`, to: TOTALS });
  return items.map((item) => {
    const { pk: _pk, sk, ...figures } = Row.parse(item);
    return { place: sk === TOTALS ? TOTALS : sk.slice(DAY_PREFIX.length), figures };
  });
}

/** Oldest first. */
export async function readCohorts(): Promise<CohortRow[]> {
  const items = await queryAll({ pk: "cohorts", from: DAY_PREFIX, to: TOTALS });
  return items.map((item) => {
    const { pk: _pk, sk, ...figures } = Row.parse(item);
    return { month: sk.slice(DAY_PREFIX.length), on: (figure) => Number(figures[figure] ?? 0) };
  });
}
