import { isDeepStrictEqual } from "node:util";
import { Click } from "#shared/affiliates/activity.ts";
import { Commission } from "#shared/affiliates/commission.ts";
import { DAY } from "#shared/instant.ts";
import { conversionOf } from "../../functions/affiliates/feed/entryRules.ts";
import type { Entry } from "../../functions/directory/rules.ts";
import { COMPUTERS } from "../../functions/directory/wordRules.ts";
import { entriesOf, paymentsIn, type WithLists } from "./compare.ts";
import { type Deployed, type Derivation, derive, type Key } from "./replay.ts";

type Row = Record<string, unknown>;
const keyOf = ({ pk, sk }: Row): Key => ({ pk: String(pk), sk: String(sk) });

/** A click's receipt is kept for 16 days. A click of the last 15 days without a receipt was not counted. */
const RECEIPTS_TELL = 15 * DAY;

/** Rows that the streams' consumers have not derived, or have derived from older rows. */
export const missing = (tables: WithLists, now: Date): Derivation[] => [
  ...commissionsIn(tables),
  ...conversionsIn(tables),
  ...clicksIn(tables, now),
  ...entriesIn(tables, now),
];

/** One derivation for each payment whose commission may be missing or too high. The consumer decides. */
function commissionsIn({ Affiliates, Payouts, Events }: WithLists): Derivation[] {
  const isReferred = new Set(
    Affiliates.filter(({ sk }) => sk === "attribution").map(({ pk }) => String(pk).replace(/^user#/, "")),
  );
  const isKept = new Set(Payouts.filter(({ sk }) => sk === "commission").map(({ pk }) => String(pk)));
  return paymentsIn(Events)
    .filter(([pk, { paid, refunds, disputes }]) => {
      if (paid === undefined) return false;
      return isKept.has(pk) ? refunds.length + disputes.length > 0 : isReferred.has(paid.userId);
    })
    .map(([pk]) => ({ consumer: "affiliates/followPayments", table: "Events", key: { pk, sk: "paid" } }));
}

/** One derivation for each commission without a conversion in the feed. */
function conversionsIn({ Payouts, Traffic }: WithLists): Derivation[] {
  const isListed = new Set(Traffic.filter(({ sk }) => sk === "conversion").map(({ id }) => id));
  return Payouts.filter(({ sk }) => String(sk).startsWith("commission#"))
    .filter((row) => !isListed.has(conversionOf(Commission.parse(row)).id))
    .map((row) => ({ consumer: "affiliates/countTraffic", table: "Payouts", key: keyOf(row) }));
}

function clicksIn({ Traffic }: WithLists, now: Date): Derivation[] {
  const isCounted = new Set(Traffic.filter(({ sk }) => sk === "counted").map(({ pk }) => pk));
  return Traffic.filter(({ sk }) => sk === "click")
    .filter((row) => !isCounted.has(row.pk))
    .filter((row) => now.getTime() - Date.parse(Click.parse(row).at) < RECEIPTS_TELL)
    .map((row) => ({ consumer: "affiliates/countTraffic", table: "Traffic", key: keyOf(row) }));
}

/** One derivation for each missing or wrong line of the back office's lists, and for each line whose row is deleted. */
function entriesIn(tables: WithLists, now: Date): Derivation[] {
  const kept = new Map(
    tables.Directory.filter(({ sk }) => sk === "entry").map((row) => [String(row.pk), row]),
  );
  const expected = entriesOf(tables, now);
  const wrong = expected.filter(({ entry }) => {
    const row = kept.get(entry.id);
    kept.delete(entry.id);
    const { list, sums } = entry;
    if (row === undefined) return list !== undefined || sums.length > 0;
    return !isDeepStrictEqual(stored(row), stored(entry));
  });
  // The entry of a deleted row stays, but is in no list and adds nothing to the figures.
  const gone = [...kept].flatMap(([id, row]) =>
    isDeepStrictEqual(stored(row), stored({ sums: [] })) ? [] : goneIn(id),
  );
  return [...wrong, ...gone].map(({ table, key }) => ({
    consumer: "insights/project",
    table,
    key,
  }));
}

/** The parts of an entry that are compared, without undefined values. */
function stored({ list, shelf, sums, name, words }: Row | Entry): unknown {
  const place = {
    // The name of an alert is an address that `entriesOf` does not know.
    name: list === "alerts" ? undefined : name,
    computers: Array.isArray(words) ? words.find((word) => word.startsWith(COMPUTERS)) : undefined,
  };
  return JSON.parse(JSON.stringify({ list, shelf, sums, ...place }));
}

/**
 * The key of an entry's deleted row. Other kinds of entries have ids without this key, so their deleted rows are
 * skipped.
 */
function goneIn(id: string): Pick<Derivation, "table" | "key">[] {
  const [kind, name = ""] = id.split("#");
  if (kind === "user") return [{ table: "Users", key: { pk: name, sk: "account" } }];
  if (kind === "key") return [{ table: "Seats", key: { pk: name, sk: "license" } }];
  if (kind === "affiliate") return [{ table: "Affiliates", key: { pk: id, sk: "affiliate" } }];
  return [];
}

/** Derives the rows, one after the other. @returns how many were derived, and how many failed */
export async function repair(
  shop: Deployed,
  tables: WithLists,
  now: Date,
  say: (line: string) => void,
): Promise<{ derived: number; left: number }> {
  const count = { derived: 0, left: 0 };
  for (const one of missing(tables, now)) {
    const isDerived = await derive(shop, one);
    if (!isDerived)
      say(`${one.consumer} failed for ${one.table} ${one.key.pk} ${one.key.sk}; its log says why`);
    count[isDerived ? "derived" : "left"] += 1;
  }
  return count;
}
