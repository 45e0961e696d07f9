import * as z from "zod/mini";
import { queryItems } from "../../platform/dynamo.ts";
import { ALL, TRAFFIC, totalKey } from "../../referrals/index.ts";

const Counted = z.object({
  sk: z.string(),
  clicks: z._default(z.number(), 0),
  failedClicks: z._default(z.number(), 0),
  conversions: z._default(z.number(), 0),
  failedConversions: z._default(z.number(), 0),
  referrals: z._default(z.number(), 0),
});
type Counted = z.output<typeof Counted>;

export type Figures = {
  total: Counted;
  days: ReadonlyMap<string, Counted>;
  destinations: ReadonlyMap<string, Counted>;
};

const NOTHING = Counted.parse({ sk: "total" });
export const readCounted = (item: unknown): Counted => (item === undefined ? NOTHING : Counted.parse(item));

export const readFigures = (affiliateId: string, sinceDay: string): Promise<Figures> =>
  readSince(totalKey(affiliateId).pk, sinceDay);

export const readAllFigures = (sinceDay: string): Promise<Figures> => readSince(ALL, sinceDay);

/** The sort keys "day#…", "to#…" and "total" are in this order, so one query reads them all. */
async function readSince(pk: string, sinceDay: string): Promise<Figures> {
  const { items } = await queryItems({
    TableName: TRAFFIC(),
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": pk,
      ":first": `day#${sinceDay}`,
      ":last": "total",
    },
  });
  const rows = items.map((item) => Counted.parse(item));
  const below = (prefix: string) =>
    new Map(
      rows
        .filter(({ sk }) => sk.startsWith(prefix))
        .map((row) => [row.sk.slice(prefix.length), row] as const),
    );
  return {
    total: rows.find(({ sk }) => sk === "total") ?? NOTHING,
    days: below("day#"),
    destinations: below("to#"),
  };
}
