import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { KEY_ALPHABET } from "#shared/licenses/key.ts";
import { readLastUses } from "../../../functions/directory/lastUseTable.ts";
import { type Entry, goneEntry, NEVER_SEEN } from "../../../functions/directory/rules.ts";
import { type Listing, listEntries, refreshEntries } from "../../../functions/directory/table.ts";
import { wordsOfKey } from "../../../functions/directory/wordRules.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { runs } from "../../support/runs.ts";

let rows: Rows;
const wire = network();
beforeAll(() => {
  vi.stubEnv("TABLE_DIRECTORY", "Directory");
  vi.stubEnv("TABLE_INSIGHTS", "Insights");
  vi.stubEnv("FUNCTION_ID", "licenses/listKeys");
  rows = memoryDynamo(wire);
});
afterEach(() => rows.clear());
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

type Key = { licenseKey: string; createdAt: string; usedAt: string | null; shelf: string };
const entryOf = ({ licenseKey, createdAt, usedAt, shelf }: Key): Entry => ({
  id: `key#${licenseKey}`,
  list: "keys",
  shelf: `keys/${shelf}`,
  createdAt,
  name: licenseKey,
  words: wordsOfKey(licenseKey),
  seenAt: usedAt ?? NEVER_SEEN,
  row: { id: licenseKey, created_at: createdAt, last_used_at: usedAt },
  sums: [],
});
const keep = (keys: readonly Key[]) => {
  const entries = new Map(keys.map((key) => [`key#${key.licenseKey}`, entryOf(key)]));
  return refreshEntries([...entries.keys()], async (id) => entries.get(id) ?? { id, sums: [] });
};
/** Stores an entry as an earlier release did, with the last use inside. */
function keepOlder(key: Key): void {
  const { id, ...entry } = entryOf(key);
  rows.put("Directory", { pk: id, sk: "entry", ...entry, version: 1 });
}

type Shown = Record<"id" | "created_at" | "last_used_at", string | null>;
async function all(
  listing: Pick<Listing, "order" | "direction" | "part">,
  limit: number,
): Promise<Shown[][]> {
  const pages: Shown[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listEntries({ list: "keys", ...listing, limit, cursor });
    pages.push((await readLastUses(page.rows)) as Shown[]);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

const instant = fc.integer({ min: 1, max: 5 }).map((day) => `2026-11-0${day}T00:00:00.000Z`);
const keyArbitrary: fc.Arbitrary<Key> = fc.record({
  licenseKey: fc.string({ unit: fc.constantFrom(...KEY_ALPHABET), minLength: 5, maxLength: 5 }),
  createdAt: instant,
  usedAt: fc.option(instant),
  shelf: fc.constantFrom("active", "inactive"),
});
const FIELDS = { createdAt: "created_at", name: "id", seenAt: "last_used_at" } as const;

test("the pages list each key once, in order, with its last use, even if an earlier release stored the use in the entry", async () => {
  await fc.assert(
    fc
      .asyncProperty(
        fc.uniqueArray(keyArbitrary, { selector: ({ licenseKey }) => licenseKey, maxLength: 40 }),
        fc.nat(40),
        fc.constantFrom("createdAt", "name", "seenAt"),
        fc.constantFrom("asc", "desc"),
        fc.constantFrom(undefined, "active"),
        fc.integer({ min: 1, max: 7 }),
        async (keys, older, order, direction, part, limit) => {
          keys.slice(0, older).forEach(keepOlder);
          await keep(keys.slice(older));
          const pages = await all({ order, direction, part }, limit);
          const listed = pages.flat();
          const wanted = keys.filter(({ shelf }) => part === undefined || shelf === part);
          expect(new Set(listed.map(({ id, last_used_at }) => `${id} ${last_used_at}`))).toEqual(
            new Set(wanted.map(({ licenseKey, usedAt }) => `${licenseKey} ${usedAt}`)),
          );
          const values = listed.map((row) => row[FIELDS[order]] ?? NEVER_SEEN);
          const sorted = values.toSorted();
          expect(values).toEqual(direction === "asc" ? sorted : sorted.reverse());
          expect(pages.map(({ length }) => length)).toEqual([
            ...Array.from({ length: Math.ceil(wanted.length / limit) - 1 }, () => limit),
            wanted.length === 0 ? 0 : ((wanted.length - 1) % limit) + 1,
          ]);
        },
      )
      .beforeEach(() => rows.clear()),
    { numRuns: runs(200) },
  );
});

const KEY: Key = {
  licenseKey: "Z0000",
  createdAt: "2026-11-01T00:00:00.000Z",
  usedAt: null,
  shelf: "active",
};
const USED_AT = "2026-11-02T00:00:00.000Z";
const of = (kind: string) => rows.of("Directory").filter(({ sk }) => sk === kind);

test("the last uses are spread over sixteen parts, and a new use changes only the row of the key's last use", async () => {
  await keep([...KEY_ALPHABET].map((first) => ({ ...KEY, licenseKey: `${first}0000` })));
  const perPart = Map.groupBy(of("used"), ({ list, shelf }) => `${list} ${shelf}`);
  expect([...perPart.keys()].slice(0, 3)).toEqual([
    "keys keys/active",
    "keys#1 keys/active#1",
    "keys#2 keys/active#2",
  ]);
  expect([...perPart.values()].map(({ length }) => length)).toEqual(Array(16).fill(2));
  const before = structuredClone(of("entry"));
  await keep([{ ...KEY, usedAt: USED_AT }]);
  expect(of("entry")).toEqual(before);
  expect(of("used").at(-1)).toMatchObject({
    list: "keys#15",
    shelf: "keys/active#15",
    seenAt: `${USED_AT} 15`,
  });
});

test("an earlier reading of a last use never replaces a later reading", async () => {
  await keep([KEY]);
  const entry = entryOf({ ...KEY, usedAt: USED_AT });
  let isFirst = true;
  await refreshEntries([entry.id], async () => {
    if (!isFirst) return entry;
    isFirst = false;
    await keep([{ ...KEY, usedAt: USED_AT }]);
    return entryOf({ ...KEY, usedAt: "2026-11-01T12:00:00.000Z" });
  });
  expect(of("used")).toMatchObject([{ at: USED_AT, version: 2 }]);
});

test("a last use that an earlier release stored in the entry moves to a separate row, and a deleted key leaves no such row", async () => {
  const older = [
    { ...KEY, usedAt: USED_AT },
    { ...KEY, licenseKey: "00000" },
  ];
  older.forEach(keepOlder);
  await keep(older);
  expect(of("entry").filter((entry) => "seenAt" in entry)).toEqual([]);
  expect(of("entry")).toMatchObject(Array(2).fill({ list: "keys", row: { last_used_at: null } }));
  expect(of("used")).toMatchObject([{ at: USED_AT }, { at: null }]);
  await refreshEntries(["key#Z0000", "key#00000"], async (id) => goneEntry(id));
  expect(of("used")).toEqual([]);
});
