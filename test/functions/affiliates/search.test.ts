import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { search } from "../../../functions/affiliates/listing/table.ts";
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

const found = async (text: string) =>
  (await search(text, undefined, { limit: 25, offset: 0 })).affiliates.map(({ affiliateId }) => affiliateId);

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
