import { expect, test } from "vitest";
import { ledgerProblems } from "../../scripts/drill/ledger.ts";
import { digestOf } from "../../scripts/drill/tables.ts";

const PROVEN = { compared: 6, differing: 0, finished: true };

test("a ledger is proven when every balance was compared and none differs", () => {
  expect(ledgerProblems(PROVEN, 6)).toEqual([]);
});

test.each([
  ["one that differs", { ...PROVEN, differing: 1 }, 6],
  ["a comparison that broke off", { ...PROVEN, finished: false }, 6],
  ["a balance that it never saw", PROVEN, 7],
  ["nothing to compare at all", { ...PROVEN, compared: 0 }, 0],
])("it is not with %s", (_what, report, balances) => {
  expect(ledgerProblems(report, balances)).toHaveLength(1);
});

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

test("names may come in any order at every depth, and what JSON would lose is a difference", () => {
  const row = (sums: unknown) => [{ pk: "user#a", sk: "entry", sums }];
  expect(digestOf(row([{ figure: "users", amount: 1 }]))).toBe(
    digestOf(row([{ amount: 1, figure: "users" }])),
  );
  expect(digestOf(row([{ figure: "users", amount: 1 }]))).not.toBe(
    digestOf(row([{ figure: "users", amount: 2 }])),
  );
  expect(digestOf(row(new Set(["b", "a"])))).toBe(digestOf(row(new Set(["a", "b"]))));
  expect(digestOf(row(new Set(["a"])))).not.toBe(digestOf(row({})));
});
