import { expect, test } from "vitest";
import { ledgerDifferences } from "../../scripts/drill/ledger.ts";
import { digestOf } from "../../scripts/drill/tables.ts";

const entry = (affiliate: string, id: string, amountCents: number) => ({
  pk: `affiliate#${affiliate}`,
  sk: `entry#${id}`,
  amountCents,
});
const balance = (affiliate: string, balanceCents: number) => ({
  pk: `affiliate#${affiliate}`,
  sk: "balance",
  balanceCents,
});

test("a ledger whose entries sum up to its balances has no difference", () => {
  expect(ledgerDifferences([entry("a", "1", 500), entry("a", "2", -200), balance("a", 300)])).toEqual([]);
});

test.each([
  ["a lost entry", [entry("a", "1", 500), balance("a", 300)]],
  ["a lost balance", [entry("a", "1", 500)]],
  ["a balance out of nothing", [balance("a", 1)]],
  ["somebody else's entry", [entry("b", "1", 300), balance("a", 300)]],
])("%s is noticed", (_what, rows) => {
  expect(ledgerDifferences(rows).length).toBeGreaterThan(0);
});

test("rows are the same in any order, and not with another value, one more or one less", () => {
  const rows = [entry("a", "1", 500), balance("a", 500)];
  expect(digestOf(rows.toReversed())).toBe(digestOf(rows));
  expect(digestOf([{ amountCents: 500, sk: "entry#1", pk: "affiliate#a" }, balance("a", 500)])).toBe(
    digestOf(rows),
  );
  for (const other of [
    [rows[0] ?? {}],
    [...rows, balance("b", 0)],
    [entry("a", "1", 501), balance("a", 500)],
  ])
    expect(digestOf(other)).not.toBe(digestOf(rows));
});
