import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { SECOND } from "#shared/instant.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import {
  attributeByCode,
  getAttribution,
  keepAttribution,
  removeAttribution,
} from "../../../functions/referrals/attributionTable.ts";
import { affiliateKey, createAffiliate } from "../../../functions/referrals/table.ts";
import { totalKey } from "../../../functions/referrals/traffic/table.ts";
import { memoryLedger, START } from "../../support/memory/ledger.ts";
import { affiliateOf } from "../../support/payouts.ts";

const ledger = memoryLedger();
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const CODES = { ann: "ANNSCODE", bob: "BOBSCODE" } as const;
beforeEach(async () => {
  ledger.reset([]);
  for (const [who, referralCode] of Object.entries(CODES))
    await transact(createAffiliate({ ...affiliateOf(who, `${who}@example.com`), referralCode }));
});

const types = (code: string) => attributeByCode("buyer", code, START);
const referralsOf = (affiliateId: string) =>
  ledger.rows.of("traffic").find(({ pk }) => pk === totalKey(affiliateId).pk)?.referrals;

const listedOf = (affiliateId: string) =>
  ledger.rows.of("affiliates").find(({ pk }) => pk === affiliateKey(affiliateId).pk)?.listReferrals;

test("a customer who types several codes counts for one affiliate at a time", async () => {
  for (const code of [CODES.ann, CODES.ann, CODES.bob, CODES.ann, CODES.bob])
    expect(await types(code)).toBe(true);
  expect([referralsOf("ann"), referralsOf("bob")]).toEqual([0, 1]);
  expect([listedOf("ann"), listedOf("bob")]).toEqual([0, 1]);
});

test("a customer who types the code of the affiliate whose link they followed keeps the link's rate and time", async () => {
  const link = {
    affiliateId: "ann",
    rateBasisPoints: 3000,
    via: "link",
    at: "2026-01-01T00:00:00.000Z",
  } as const;
  await transact([keepAttribution("buyer", undefined, link)]);
  await types(CODES.ann);
  expect(await getAttribution("buyer")).toEqual({ ...link, via: "code" });
  await types(CODES.bob);
  const { rateBasisPoints } = affiliateOf("bob", "bob@example.com");
  expect(await getAttribution("buyer")).toMatchObject({ affiliateId: "bob", rateBasisPoints });
});

test("a customer can leave an affiliate whose record was deleted, and the record is not created again", async () => {
  await types(CODES.ann);
  await transact([{ Delete: { TableName: "affiliates", Key: affiliateKey("ann") } }]);
  await types(CODES.bob);
  expect([referralsOf("ann"), referralsOf("bob")]).toEqual([0, 1]);
  expect([listedOf("ann"), listedOf("bob")]).toEqual([undefined, 1]);
  expect(ledger.rows.of("affiliates").filter(({ pk }) => pk === affiliateKey("ann").pk)).toEqual([]);
});

test("an account that is taken over loses the attribution, unless the owner was attributed afterwards", async () => {
  await types(CODES.ann);
  const later = new Date(START.getTime() + SECOND).toISOString();
  await removeAttribution("buyer", START.toISOString());
  expect(await getAttribution("buyer")).toMatchObject({ affiliateId: "ann" });
  for (let again = 0; again < 2; again += 1) {
    await removeAttribution("buyer", later);
    expect(await getAttribution("buyer")).toBeUndefined();
    expect([referralsOf("ann"), listedOf("ann")]).toEqual([0, 0]);
  }
});
