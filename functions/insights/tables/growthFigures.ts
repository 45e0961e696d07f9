import * as z from "zod/mini";
import { type Item, queryItems } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import type { BroughtRow } from "../rules/brought.ts";
import type { CohortRow } from "../rules/cohorts.ts";
import type { Figures } from "../rules/period.ts";

const TABLE = () => env("TABLE_INSIGHTS");
const Row = z.catchall(z.object({ pk: z.string(), sk: z.string() }), z.number());
const DAY_PREFIX = "day#";
const TOTALS = "totals";

async function queryAll(values: { pk: string; from: string; to: string }): Promise<Item[]> {
  const found: Item[] = [];
  let start: Item | undefined;
  do {
    const { items, lastKey } = await queryItems({
      TableName: TABLE(),
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
      ExpressionAttributeValues: { ":pk": values.pk, ":from": values.from, ":to": values.to },
      ...(start === undefined ? {} : { ExclusiveStartKey: start }),
    });
    found.push(...items);
    start = lastKey;
  } while (start !== undefined);
  return found;
}

/** A part of the figures since then, with its totals: one Query up to a megabyte, which is about four years of days. */
export async function readPart(
  part: "growth" | "brought",
  sinceDay: string,
): Promise<{ on: Figures; rows: BroughtRow[]; lastDay: string }> {
  const items = await queryAll({ pk: part, from: `${DAY_PREFIX}${sinceDay}`, to: TOTALS });
  const rows = items.map((item) => {
    const { pk: _pk, sk, ...figures } = Row.parse(item);
    return { day: sk === TOTALS ? TOTALS : sk.slice(DAY_PREFIX.length), figures };
  });
  const byDay = new Map(rows.map((row) => [row.day, row.figures]));
  const days = rows.filter(({ day }) => day !== TOTALS);
  return {
    on: (day, figure) => byDay.get(day ?? TOTALS)?.[figure] ?? 0,
    rows: days,
    lastDay: days.at(-1)?.day ?? "",
  };
}

/** Oldest first. */
export async function readCohorts(): Promise<CohortRow[]> {
  const items = await queryAll({ pk: "cohorts", from: DAY_PREFIX, to: TOTALS });
  return items.map((item) => {
    const { pk: _pk, sk, ...figures } = Row.parse(item);
    return { month: sk.slice(DAY_PREFIX.length), on: (figure) => Number(figures[figure] ?? 0) };
  });
}
