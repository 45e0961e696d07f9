import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { search } from "../../../functions/affiliates/listing/table.ts";
import { writeCursor } from "../../../functions/platform/cursor.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { createAffiliate } from "../../../functions/referrals/table.ts";
import { memoryLedger } from "../../support/memory/ledger.ts";
import { affiliateOf } from "../../support/payouts.ts";

const ledger = memoryLedger();
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
beforeEach(async () => {
  ledger.rows.clear();
  await transact(createAffiliate({ ...affiliateOf("ann", "ann@example.com"), referralCode: "BEE" }));
});

const PAGE = { limit: 25, offset: 0 };
const found = async (text: string) =>
  (await search(text, undefined, PAGE)).affiliates.map(({ affiliateId }) => affiliateId);

test.each(["ann@ex", "ANN", "bee"])("a search for %s finds an address or code by its start", async (text) => {
  expect(await found(text)).toEqual(["ann"]);
});

test.each([
  ["that is too long for a key", "x".repeat(1025)],
  ["that is too long in capitals", "\u0390".repeat(200)],
  ["that is too long when folded", `${"\ufdfa".repeat(100)}@example.com`],
])("a search %s finds nothing and does not fail", async (_what, text) => {
  expect(await found(text)).toEqual([]);
});

test("a search continues after its first page, and ends", async () => {
  await transact(createAffiliate({ ...affiliateOf("anna", "anna@example.com"), referralCode: "CEE" }));
  const first = await search("ann", undefined, { ...PAGE, limit: 1 });
  const cursor = first.next ?? undefined;
  const second = await search("ann", undefined, { ...PAGE, limit: 1, cursor });
  expect([first.found, second.found, second.next]).toEqual([2, 2, null]);
  expect([...first.affiliates, ...second.affiliates].map(({ email }) => email).sort()).toEqual([
    "ann@example.com",
    "anna@example.com",
  ]);
});

test.each(["-1", "1.5", "next"])("a search refuses a cursor that continues at %s", async (end) => {
  const cursor = writeCursor({ end }) ?? "";
  await expect(search("ann", undefined, { ...PAGE, cursor })).rejects.toMatchObject({ field: "cursor" });
});
