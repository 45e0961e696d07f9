import type { Journal } from "./journal.ts";
import type { Row, Tables } from "./tables.ts";

/**
 * Compares the tables with the requests that the bench sent, and derived tables with their sources. The caller waits
 * until all messages are delivered and all applications have their answers.
 * @returns a sentence for each difference
 */
export const differences = (tables: Tables, journal: Journal): string[] => [
  ...customersIn(journal, tables.Users, tables.Seats),
  ...reportsIn(journal, tables.Activity),
  ...clicksIn(journal, tables.Traffic),
  ...purchasesIn(journal, tables.Events, tables.Grants),
  ...listsIn(tables.Directory, tables.Users, tables.Seats),
  ...lastUsesIn(tables.Directory, tables.Seats),
  ...figuresIn(tables.Insights, tables.Users),
];

/** Kinds of rows. The check removes one row of each kind, and the comparison must notice its absence. */
const PLANTED: readonly { table: keyof Tables; isOne: (row: Row) => boolean }[] = [
  { table: "Users", isOne: ({ sk }) => sk === "account" },
  { table: "Seats", isOne: ({ sk }) => sk === "license" },
  { table: "Activity", isOne: ({ sk }) => sk.startsWith("entry#") },
  { table: "Traffic", isOne: ({ sk }) => sk === "click" },
  { table: "Traffic", isOne: ({ sk }) => sk === "counted" },
  { table: "Directory", isOne: ({ pk, sk }) => sk === "entry" && pk.startsWith("key#") },
  { table: "Directory", isOne: ({ sk }) => sk === "used" },
];

/** @throws if the comparison does not notice a missing row */
export function checkComparison(tables: Tables, journal: Journal): void {
  for (const { table, isOne } of PLANTED) {
    const lost = tables[table].findLast(isOne);
    if (lost === undefined) throw new Error(`${table} has no row that the check could remove`);
    const without = { ...tables, [table]: tables[table].filter((row) => row !== lost) };
    if (differences(without, journal).length === 0)
      throw new Error(`The comparison does not notice that ${lost.pk} ${lost.sk} is missing`);
  }
}

const withSort = (rows: readonly Row[], sk: string) => rows.filter((row) => row.sk === sk);
const startingWith = (rows: readonly Row[], sk: string) => rows.filter((row) => row.sk.startsWith(sk));
const numberIn = (row: Row | undefined, name: string): number => Number(row?.[name] ?? 0);

/** Every person who signed up has one account and one license, the free key. */
function customersIn(journal: Journal, users: readonly Row[], seats: readonly Row[]): string[] {
  const accounts = new Set(withSort(users, "account").map(({ pk }) => pk));
  const keys = Map.groupBy(withSort(seats, "license"), ({ userId }) => String(userId));
  return [...journal.customers].flatMap(([userId, licenseKey]) => {
    const free = (keys.get(userId) ?? []).filter(({ pk }) => pk === licenseKey);
    return [
      ...(accounts.has(userId) ? [] : [`${userId} signed up and has no account`]),
      ...(free.length === 1
        ? []
        : [`the free key ${licenseKey} of ${userId} is stored ${free.length} times`]),
    ];
  });
}

/** Every answered report is stored, every stored report was sent, and the counts match the stored videos. */
function reportsIn({ reported: { sent, answered } }: Journal, activity: readonly Row[]): string[] {
  const entries = startingWith(activity, "entry#").map(({ pk, sk }) => `${pk}/${sk.slice("entry#".length)}`);
  const there = new Set(entries);
  const own = new Set([...sent].map((name) => name.split("/")[0]));
  const counted = withSort(activity, "counts").filter(({ pk }) => own.has(pk));
  const videos = counted.reduce((sum, row) => sum + numberIn(row, "videos"), 0);
  const ours = entries.filter((name) => own.has(name.split("/")[0]));
  return [
    ...[...answered].filter((name) => !there.has(name)).map((name) => `the report ${name} is lost`),
    ...ours.filter((name) => !sent.has(name)).map((name) => `the report ${name} was never sent`),
    ...(videos === ours.length ? [] : [`${ours.length} videos were reported, and ${videos} are counted`]),
  ];
}

/** Every answered click is stored. Every stored click was sent, and each sum counts it once. */
function clicksIn({ clicks }: Journal, traffic: readonly Row[]): string[] {
  const there = Map.groupBy(withSort(traffic, "click"), ({ affiliateId }) => String(affiliateId));
  const receipts = new Set(withSort(traffic, "counted").map(({ pk }) => pk));
  const found: string[] = [];
  const compare = (what: string, is: number, should: number) => {
    if (is !== should) found.push(`${what}: ${is}, and should be ${should}`);
  };
  /** A random user agent may look like a bot. A bot's click counts only in the total of failed clicks. */
  const compareSums = (whose: string, partition: string, clicks: readonly Row[]) => {
    const rows = traffic.filter(({ pk }) => pk === partition);
    const failed = clicks.filter(({ status }) => status === "fail").length;
    compare(`the total ${whose}`, sumOf("clicks", withSort(rows, "total")), clicks.length - failed);
    compare(`the failed ${whose}`, sumOf("failedClicks", withSort(rows, "total")), failed);
    compare(`the days ${whose}`, sumOf("clicks", startingWith(rows, "day#")), clicks.length - failed);
  };
  for (const [affiliateId, { sent, answered }] of clicks) {
    const own = there.get(affiliateId) ?? [];
    if (own.length < answered || own.length > sent)
      found.push(`${affiliateId} has ${own.length} clicks: ${sent} were sent and ${answered} answered`);
    compare(`counted clicks of ${affiliateId}`, own.filter(({ pk }) => receipts.has(pk)).length, own.length);
    compareSums(`of ${affiliateId}`, `affiliate#${affiliateId}`, own);
  }
  compareSums("of all", "totals", withSort(traffic, "click"));
  return found;
}

const sumOf = (name: string, rows: readonly Row[]) => rows.reduce((sum, row) => sum + numberIn(row, name), 0);

/** Every paid checkout gave one subscription, and no Stripe event is unfinished. */
function purchasesIn({ purchases }: Journal, events: readonly Row[], grants: readonly Row[]): string[] {
  const open = withSort(events, "event").filter(({ status }) => status !== "done");
  const given = Map.groupBy(startingWith(grants, "grant#"), ({ pk }) => pk);
  return [
    ...open.map(({ pk, status }) => `${pk} is ${status}`),
    ...[...purchases].flatMap(([sessionId, userId]) => {
      const paid = (given.get(userId) ?? []).filter(({ sk }) => !sk.includes("free"));
      return paid.length === 1 ? [] : [`${userId} paid ${sessionId} and has ${paid.length} grants`];
    }),
  ];
}

/** The back office lists every account and key, and no others. */
function listsIn(directory: readonly Row[], users: readonly Row[], seats: readonly Row[]): string[] {
  const listed = withSort(directory, "entry").map(({ pk }) => pk);
  const wanted = new Set([
    ...withSort(users, "account").map(({ pk }) => `user#${pk}`),
    ...withSort(seats, "license").map(({ pk }) => `key#${pk}`),
  ]);
  const there = new Set(listed);
  const isOurs = (pk: string) => /^(user|key)#/.test(pk);
  return [
    ...[...wanted].filter((pk) => !there.has(pk)).map((pk) => `the list lacks ${pk}`),
    ...listed
      .filter((pk) => isOurs(pk) && !wanted.has(pk))
      .map((pk) => `the list has ${pk}, which does not exist`),
  ];
}

function lastUsesIn(directory: readonly Row[], seats: readonly Row[]): string[] {
  const shown = new Map(withSort(directory, "used").map(({ pk, at }) => [pk, String(at ?? "never")]));
  return withSort(seats, "license").flatMap(({ pk, lastUsedAt }) => {
    const [is, should] = [shown.get(`key#${pk}`), String(lastUsedAt ?? "never")];
    return is === should ? [] : [`the list shows ${pk}'s last use as ${is}, and should show ${should}`];
  });
}

function figuresIn(insights: readonly Row[], users: readonly Row[]): string[] {
  const is = numberIn(
    insights.find(({ pk, sk }) => pk === "figures" && sk === "totals"),
    "users",
  );
  const should = withSort(users, "account").length;
  return is === should ? [] : [`the figure users is ${is}, and should be ${should}`];
}
