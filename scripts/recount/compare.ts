import { Click, Conversion } from "#shared/affiliates/activity.ts";
import { Affiliate, Attribution } from "#shared/affiliates/affiliate.ts";
import { Commission } from "#shared/affiliates/commission.ts";
import { Grant } from "#shared/grants/grant.ts";
import { License } from "#shared/licenses/license.ts";
import type { PaymentFacts } from "#shared/payments/paymentFacts.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { Alert } from "#shared/security/alert.ts";
import { userEntry } from "../../functions/customers/userRowRules.ts";
import { type Entry, onDay, type Sum } from "../../functions/directory/rules.ts";
import { movesOf } from "../../functions/insights/growth/rules.ts";
import { growthEntry } from "../../functions/insights/growth/sumRules.ts";
import { firstOf } from "../../functions/insights/growth/table.ts";
import {
  affiliateEntry,
  commissionEntry,
  paymentEntry,
  payoutEntry,
} from "../../functions/insights/moneyRules.ts";
import { keyEntry, keyRow, stockRow } from "../../functions/licenses/desk/keyRowRules.ts";
import { StockKey } from "../../functions/licenses/stockTable.ts";
import { factsIn } from "../../functions/payments/table.ts";
import { alertEntry } from "../../functions/security/alertRowRules.ts";
import { User } from "../../functions/users/table.ts";
import type { StreamedTable } from "../../infra/tables.ts";

type Row = Record<string, unknown>;
/** Whole tables by their names in infra/tables.ts: the figures and their sources. */
export type Tables = Readonly<
  Record<
    "Users" | "Grants" | "Seats" | "Alerts" | "Affiliates" | "Traffic" | "Payouts" | "Events" | "Insights",
    readonly Row[]
  >
>;
export type WithLists = Tables & { readonly Directory: readonly Row[] };

/** `day` is null for an all-time figure. */
export type Difference = { part: string; figure: string; day: string | null; kept: number; counted: number };

/** Figures that change up to an hour after a license ends. */
const BY_THE_CLOCK = /^(users\/(active|trial|expired)|keys\/(active|inactive)|activeSeats|usersRemoved)$/;
export const isByTheClock = ({ figure }: Difference): boolean => BY_THE_CLOCK.test(figure);

/**
 * Figures of Traffic. Clicks expire after 400 days but stay in the all-time count, which may therefore be higher than
 * the recount.
 */
const IN_TRAFFIC = new Set(["clicks", "conversions"]);

export function compare(tables: Tables, now: Date): Difference[] {
  const counted = new Map<string, number>();
  for (const { part, figure, day, amount } of sumsOf(tables, now)) {
    const name = nameOf(part ?? OVERVIEW, day, figure);
    counted.set(name, (counted.get(name) ?? 0) + amount);
  }
  const kept = keptIn(tables);
  return [...new Set([...kept.keys(), ...counted.keys()])].sort().flatMap((name) => {
    const [part = "", day = "", figure = ""] = name.split("|");
    const difference = { part, figure, kept: kept.get(name) ?? 0, counted: counted.get(name) ?? 0 };
    if (difference.kept === difference.counted) return [];
    if (day === "" && IN_TRAFFIC.has(figure) && difference.kept > difference.counted) return [];
    return [{ ...difference, day: day === "" ? null : day }];
  });
}

const OVERVIEW = "figures";
const PARTS = [OVERVIEW, "growth", "cohorts", "brought"];
const nameOf = (part: string, day: string | null, figure: string) => `${part}|${day ?? ""}|${figure}`;

function keptIn({ Insights, Traffic }: Tables): Map<string, number> {
  const kept = new Map<string, number>();
  const keep = (part: string, sk: unknown, figure: string, amount: unknown) => {
    const name = nameOf(part, /^totals?$/.test(String(sk)) ? null : String(sk).replace(/^day#/, ""), figure);
    kept.set(name, (kept.get(name) ?? 0) + Number(amount));
  };
  // Traffic has the all-time counts of clicks and conversions. Insights may still have older ones, which are ignored.
  for (const { pk, sk, ...figures } of Insights.filter((row) => PARTS.includes(String(row.pk))))
    for (const [figure, amount] of Object.entries(figures))
      if (sk !== "totals" || !IN_TRAFFIC.has(figure)) keep(String(pk), sk, figure, amount);
  for (const row of Traffic.filter(({ pk }) => pk === "totals"))
    for (const figure of IN_TRAFFIC) keep(OVERVIEW, row.sk, figure, row[figure] ?? 0);
  return kept;
}

const sumsOf = (tables: Tables, now: Date): Sum[] =>
  entriesOf(tables, now)
    .flatMap(({ entry }) => entry.sums)
    .concat(trafficIn(tables.Traffic));

/** An expected entry, and the row that insights/project derives it from. */
export type Expected = { entry: Entry; table: StreamedTable; key: { pk: string; sk: string } };

const from = (table: StreamedTable, { pk, sk }: Row, entry: Entry): Expected => ({
  entry,
  table,
  key: { pk: String(pk), sk: String(sk) },
});

export function entriesOf(tables: Tables, now: Date): Expected[] {
  const grants = groupBy(
    tables.Grants.filter((row) => String(row.sk).startsWith("grant#")),
    (row) => String(row.pk),
  );
  return [
    ...tables.Users.filter(({ sk }) => sk === "account").flatMap((row) => {
      const user = User.parse(row);
      const theirs = (grants.get(user.userId) ?? []).map((grant) => Grant.parse(grant));
      return user.deletedAt === null ? [from("Users", row, userEntry(user, theirs, now))] : [];
    }),
    ...tables.Seats.flatMap((row) => {
      // Lists omit replaced keys.
      if ("successor" in row) return [];
      if (row.sk === "license") {
        const license = License.parse(row);
        return [from("Seats", row, keyEntry(keyRow(license, null, now), license.entitlement, null, now))];
      }
      if (row.sk !== "stock") return [];
      const stock = StockKey.parse(row);
      return [from("Seats", row, keyEntry(stockRow(stock, now), stock.entitlement, null, now))];
    }),
    ...tables.Alerts.filter(({ sk }) => /^(open|closed)#/.test(String(sk))).map((row) =>
      from("Alerts", row, alertEntry(Alert.parse(row), null)),
    ),
    ...tables.Affiliates.filter(({ sk }) => sk === "affiliate").map((row) =>
      from("Affiliates", row, affiliateEntry(Affiliate.parse(row))),
    ),
    ...tables.Payouts.filter(({ sk }) => String(sk).startsWith("commission#")).map((row) =>
      from("Payouts", row, commissionEntry(Commission.parse(row))),
    ),
    ...tables.Payouts.filter(({ sk }) => String(sk).startsWith("payout#")).map((row) =>
      from("Payouts", row, payoutEntry(Payout.parse(row))),
    ),
    ...paymentsIn(tables.Events).map(([pk, facts]) =>
      from("Events", { pk, sk: "paid" }, paymentEntry(pk.replace(/^payment#/, ""), facts)),
    ),
    ...growthIn(tables, grants),
  ];
}

function trafficIn(traffic: readonly Row[]): Sum[] {
  return traffic.flatMap((row) => {
    if (row.sk !== "click" && row.sk !== "conversion") return [];
    const { at, status } = row.sk === "click" ? Click.parse(row) : Conversion.parse(row);
    return status === "success" ? onDay(`${row.sk}s`, at) : [];
  });
}

export function paymentsIn(events: readonly Row[]) {
  const payments = groupBy(
    events.filter(({ pk }) => String(pk).startsWith("payment#")),
    ({ pk }) => String(pk),
  );
  return [...payments].map(([pk, rows]): [string, PaymentFacts] => [pk, factsIn(rows)]);
}

function growthIn(tables: Tables, grants: ReadonlyMap<string, Row[]>): Expected[] {
  const users = new Map(
    tables.Users.filter(({ sk }) => sk === "account").map((row) => [String(row.pk), User.parse(row)]),
  );
  const payments = Map.groupBy(
    paymentsIn(tables.Events).map(([, facts]) => facts),
    ({ paid }) => paid?.userId,
  );
  const licenses = new Map(
    tables.Seats.filter((row) => row.sk === "license" && !("successor" in row)).map((row) => [
      String(row.pk),
      License.parse(row),
    ]),
  );
  const attributions = new Map(
    tables.Affiliates.filter(({ sk }) => sk === "attribution").map((row) => [
      String(row.pk).replace(/^user#/, ""),
      Attribution.parse(row),
    ]),
  );
  return [...new Set([...users.keys(), ...grants.keys(), ...payments.keys()])].flatMap((userId) => {
    if (userId === undefined) return [];
    const user = users.get(userId);
    const theirs = (grants.get(userId) ?? []).map((grant) => Grant.parse(grant));
    const moves = movesOf({
      signedUpAt: user?.deletedAt === null ? user.createdAt : null,
      affiliateId: attributions.get(userId)?.affiliateId ?? null,
      grants: theirs,
      payments: payments.get(userId) ?? [],
      activatedAt: firstOf(theirs.flatMap(({ licenseKey }) => licenses.get(licenseKey) ?? [])),
    });
    return [from("Users", { pk: userId, sk: "account" }, growthEntry(userId, moves))];
  });
}

function groupBy(rows: readonly Row[], nameOfGroup: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = nameOfGroup(row);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}
