import { beforeAll, expect, test, vi } from "vitest";
import { auditOfKeys, deletedAffiliates } from "../../../../functions/migrations/steps/persons.ts";
import { memoryDynamo, type Rows } from "../../../support/memory/dynamo.ts";
import { network } from "../../../support/memory/network.ts";

// What outlives an account and once named its person: docs/privacy.md.

let rows: Rows;
beforeAll(() => {
  for (const table of ["audit", "affiliates"]) vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.stubEnv("FUNCTION_ID", "migrations/run");
  rows = memoryDynamo(network());
});

test("entries of before name neither a computer nor what the metadata says, and others stay as they are", async () => {
  const key = { key: "…MVAVJ", active: true };
  const extras = { features: ["export"], coveredVersion: null, coveredUntil: null };
  const entries = [
    { id: "a", before: { ...key, computer: "Ada's laptop" }, after: { ...key, computer: null } },
    {
      id: "b",
      before: { ...key, computer: null, extras: null },
      after: { ...key, computer: "Ada's laptop", extras: { ...extras, metadata: { invoiceTo: "Ada" } } },
    },
    { id: "c", before: { suspended: false }, after: { suspended: true } },
    { id: "d", before: null, after: "text" },
  ];
  for (const entry of entries) rows.put("audit", { pk: "audit", sk: entry.id, ...entry });
  const migrated = [
    { id: "a", before: { ...key, inUse: true }, after: { ...key, inUse: false } },
    {
      id: "b",
      before: { ...key, inUse: false, extras: null },
      after: { ...key, inUse: true, extras: { ...extras, metadata: ["invoiceTo"] } },
    },
    entries[2],
    entries[3],
  ];
  for (const _repeated of [1, 2]) {
    expect(await auditOfKeys(null)).toBeNull();
    expect(rows.of("audit")).toMatchObject(migrated);
    expect(JSON.stringify(rows.of("audit"))).not.toContain("Ada");
  }
});

test("page after page of the log, from its beginning", async () => {
  rows.clear();
  const sks = Array.from({ length: 101 }, (_, at) => String(at).padStart(3, "0"));
  for (const sk of sks) rows.put("audit", { pk: "audit", sk, before: null, after: { computer: "Ada's" } });
  expect(await auditOfKeys(null)).toBe("049");
  expect(await auditOfKeys("049")).toBe("099");
  expect(await auditOfKeys("099")).toBeNull();
  expect(rows.of("audit").map(({ after }) => after)).toEqual(sks.map(() => ({ inUse: true })));
});

test("an affiliate whose account was deleted loses the country and the account at Stripe, and others keep theirs", async () => {
  const affiliate = (id: string, email: string) => ({
    pk: `affiliate#${id}`,
    sk: "affiliate",
    list: "affiliates",
    affiliateId: id,
    status: "suspended",
    rateBasisPoints: 2000,
    email,
    normalisedEmail: email,
    termsAcceptedAt: "2026-01-05T08:00:00.000Z",
    termsVersion: "2026-11",
    joinedAt: "2026-01-05T08:00:00.000Z",
    country: "AT",
    stripeAccountId: `acct_${id}`,
    payoutsEnabled: true,
  });
  rows.put("affiliates", affiliate("gone", "deleted@invalid"));
  rows.put("affiliates", affiliate("here", "here@example.com"));
  expect(await deletedAffiliates(null)).toBeNull();
  const gone = rows.partition("affiliates", "affiliate#gone")[0];
  expect(gone).toMatchObject({ payoutsEnabled: false });
  expect(gone).not.toHaveProperty("country");
  expect(gone).not.toHaveProperty("stripeAccountId");
  expect(rows.partition("affiliates", "affiliate#here")[0]).toEqual(affiliate("here", "here@example.com"));
});
