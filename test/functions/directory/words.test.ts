import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { formatLicenseKey, KEY_ALPHABET } from "#shared/licenses/key.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import { type Entry, foldEmail, goneEntry } from "../../../functions/directory/rules.ts";
import { refreshEntries } from "../../../functions/directory/table.ts";
import {
  COMPUTERS,
  typedEarlier,
  typedKey,
  wordsOfKey,
  wordsOfUser,
} from "../../../functions/directory/wordRules.ts";
import { type Search, search } from "../../../functions/directory/wordTable.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { runs } from "../../support/runs.ts";

let rows: Rows;
const wire = network();
beforeAll(() => {
  vi.stubEnv("TABLE_DIRECTORY", "Directory");
  vi.stubEnv("TABLE_INSIGHTS", "Insights");
  vi.stubEnv("FUNCTION_ID", "customers/searchUsers");
  rows = memoryDynamo(wire);
});
afterEach(() => rows.clear());
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const userOf = (email: string, name = "", shelf = "users/active"): Entry => ({
  id: `user#${email}`,
  list: "users",
  shelf,
  createdAt: "2026-11-01T00:00:00.000Z",
  name: email,
  words: wordsOfUser(email, foldEmail(name)),
  seenAt: "-",
  row: { email },
  sums: [],
});
const keyOf = (licenseKey: string): Entry => ({
  id: `key#${licenseKey}`,
  list: "keys",
  shelf: "keys/active",
  createdAt: "2026-11-01T00:00:00.000Z",
  name: licenseKey,
  words: wordsOfKey(licenseKey),
  seenAt: "-",
  row: { licenseKey },
  sums: [],
});
async function keep(...entries: Entry[]): Promise<void> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  await refreshEntries([...byId.keys()], async (id) => byId.get(id) ?? goneEntry(id));
}

/** @returns all rows of a search, and the number of rows on its longest page */
async function all(wanted: Omit<Search, "limit">, limit = 25) {
  const pages: Record<string, unknown>[][] = [];
  let cursor: string | undefined;
  do {
    const page = await search({ ...wanted, limit, cursor });
    pages.push(page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return { found: pages.flat(), longest: Math.max(...pages.map(({ length }) => length)) };
}
const users = async (text: string, part?: string) => {
  const folded = foldEmail(text);
  return (await all({ list: "users", part, name: folded, word: folded })).found.map(({ email }) => email);
};
const keys = async (text: string) =>
  (await all({ list: "keys", ...typedKey(text) })).found.map(({ licenseKey }) => licenseKey);

test("a key is found by its computer's name, by a network address and by the key that it replaced", async () => {
  const [now = "", before = ""] = ["7K3MQ-9X2VD-4H8TN-R6WBC-PJ5ZE", "9QT4A-11111-22222-33333-C8D7F"];
  const words = wordsOfKey(now, [before], foldEmail("Ada's Studio Mac"), "203.0.113.24");
  await keep({ ...keyOf(now), words });
  const found = async (wanted: Omit<Search, "limit" | "list">) =>
    (await all({ list: "keys", ...wanted })).found.map(({ licenseKey }) => licenseKey);
  for (const word of ["ada's", "studio m", "mac", "203.0.113.", "203.0.113.24", "9QT4A-1"])
    expect(await found({ name: "", word }), word).toEqual([now]);
  for (const typed of ["c8d7f", "9QT4A…C8D7F", maskKey(now)])
    expect(await found(typedKey(typed)), typed).toEqual([now]);
  expect(await found(typedKey("7K3MR…C8D7F"))).toEqual([]);
  const earlier = [{ licenseKey: before }];
  expect(typedEarlier(typedKey("9qt4a1"), earlier)).toBe(earlier[0]);
  expect(typedEarlier(typedKey("d7f"), earlier)).toBe(earlier[0]);
  expect(typedEarlier(typedKey("…"), earlier)).toBeUndefined();
  expect(typedEarlier(typedKey("7K3MQ"), earlier)).toBeUndefined();
});

test("a computer's name cannot pose as the word that sorts keys by their number of computers", () => {
  const words = wordsOfKey("7K3MQ", [], foldEmail(`x -${COMPUTERS}99`), null, 2);
  expect(words.filter((word) => word.startsWith(COMPUTERS))).toEqual([`${COMPUTERS}02`]);
});

describe("an account is found by the start of any word", () => {
  const ada = "ada.king-noel+films_2@mail.example.com";
  test.each([
    "ada",
    "king",
    "noe",
    "films_2",
    "2@mail",
    "mail.ex",
    "example",
    "com",
    "Lovelace",
    "countess lo",
    "KING-NOEL",
  ])("%s", async (text) => {
    await keep(userOf(ada, "Countess Lovelace"), userOf("bob@elsewhere.org"));
    expect(await users(text)).toEqual([ada]);
  });

  test.each(["da", "ing", "ample", "ada.noel", "+films", ""])("but not by %j", async (text) => {
    await keep(userOf(ada, "Countess Lovelace"));
    expect(await users(text)).toEqual([]);
  });
});

test("an account that matches by address and words is found once, and address matches come first", async () => {
  await keep(
    userOf("zoe@anna.org"),
    userOf("anna.annason@annapolis.org", "Anna Annason"),
    userOf("bo@annex.org"),
  );
  expect(await users("ann")).toEqual(["anna.annason@annapolis.org", "zoe@anna.org", "bo@annex.org"]);
  expect(await users("annas")).toEqual(["anna.annason@annapolis.org"]);
});

test("a search in a part of the list finds only the accounts that are in that part now", async () => {
  await keep(userOf("ada@films.org"), userOf("bob@films.org", "", "users/suspended"));
  expect(await users("films", "suspended")).toEqual(["bob@films.org"]);
  await keep(userOf("ada@films.org", "", "users/suspended"));
  expect(await users("films", "suspended")).toEqual(["ada@films.org", "bob@films.org"]);
  expect(await users("films", "active")).toEqual([]);
});

test("an account is not found by its former name, and an erased account is not found at all", async () => {
  const email = "ada@films.org";
  await keep(userOf(email, "Byron"));
  await keep(userOf(email, "Lovelace"));
  expect([await users("byron"), await users("lovelace")]).toEqual([[], [email]]);
  await keep(goneEntry(`user#${email}`));
  expect(rows.of("Directory").filter(({ sk }) => sk !== "entry")).toEqual([]);
  expect(JSON.stringify(rows.of("Directory").map(({ pk: _, ...row }) => row))).not.toMatch(
    /ada|films|lovelace/i,
  );
});

test("an account with a simple address is stored as one entry and two rows of words", async () => {
  await keep(userOf("ada@example.com"));
  expect(rows.of("Directory").map(({ sk }) => sk)).toEqual(["entry", "word#example.com", "word#com"]);
});

test("a key is found by its beginning, by its end and by its masked form", async () => {
  const key = formatLicenseKey(Uint8Array.from({ length: 24 }, (_, at) => at * 7 + 3));
  const other = formatLicenseKey(Uint8Array.from({ length: 24 }, (_, at) => at * 5 + 1));
  await keep(keyOf(key), keyOf(other));
  for (const text of [key, key.slice(0, 8), key.slice(-5), key.slice(-9).toLowerCase(), maskKey(key)])
    expect(await keys(text), text).toEqual([key]);
  expect(await keys(maskKey(key).replace(/^../, "zz"))).toEqual([]);
  expect(await keys(key.slice(2, 9))).toEqual([]);
});

test("a search reveals nothing about the part of a key that lists mask", async () => {
  const key = formatLicenseKey(Uint8Array.from({ length: 24 }, (_, at) => at * 7 + 3));
  await keep(keyOf(key));
  const [begin, end] = [key.slice(0, 6), key.slice(-6)];
  for (const next of KEY_ALPHABET)
    for (const guess of [begin + next, next + end, `${begin}${next}…${end}`, `${begin}…${next}${end}`])
      expect(await keys(guess), guess).toEqual([key]);
});

const word = fc.constantFrom("ann", "anna", "annex", "bob", "films", "org");
const address = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), word, word)
  .map(([local, host, end]) => `${local.join(".")}@${host}.${end}`);

test("each match is found exactly once for any page size", async () => {
  await fc.assert(
    fc
      .asyncProperty(
        fc.uniqueArray(address, { minLength: 1, maxLength: 20 }),
        fc.constantFrom("a", "ann", "anna.", "films", "org", "bob@"),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(4),
        async (addresses, text, limit, offset) => {
          await keep(...addresses.map((email) => userOf(email)));
          const wanted = { list: "users" as const, name: text, word: text };
          const { found, longest } = await all(wanted, limit);
          const matching = addresses.filter((one) =>
            [one, ...wordsOfUser(one, "")].some((w) => w.startsWith(text)),
          );
          expect(found.map(({ email }) => String(email)).sort()).toEqual(matching.sort());
          expect(longest).toBeLessThanOrEqual(limit);
          const { found: rest } = await all({ ...wanted, offset }, 40);
          expect(rest.length).toBeGreaterThanOrEqual(Math.max(0, matching.length - offset));
        },
      )
      .beforeEach(() => rows.clear()),
    { numRuns: runs(200) },
  );
});

test("a page of results costs two parallel Queries, and at most one call for the entries that match by a word", async () => {
  await keep(...Array.from({ length: 30 }, (_, at) => userOf(`person${at}@films.org`)));
  const operations: string[] = [];
  wire.turn = async ({ operation }) => void operations.push(operation);
  await search({ list: "users", name: "films", word: "films", limit: 25 });
  wire.turn = undefined;
  expect(operations).toEqual(["Query", "Query", "BatchGetItem"]);
});
