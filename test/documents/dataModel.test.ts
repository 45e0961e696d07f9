import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { TABLES } from "../../infra/tables.ts";
import { isOfKind, ROW_KINDS } from "../support/rowKinds.ts";

test("every table lists its kinds of rows, and every kind names an existing file", () => {
  expect([...ROW_KINDS.keys()]).toEqual(Object.keys(TABLES));
  for (const [table, kinds] of ROW_KINDS) expect(kinds.length, table).toBeGreaterThan(0);
  const missing = [...ROW_KINDS.values()].flat().filter(({ module }) => !existsSync(module));
  expect(missing).toEqual([]);
});

test.each([
  [{ pk: "payment#pi_1", sk: "refund#re_1" }, true],
  [{ pk: "payment#pi_1", sk: "refund#" }, false],
  [{ pk: "payment#", sk: "refund#re_1" }, false],
  [{ pk: "other#pi_1", sk: "refund#re_1" }, false],
])("the check of a refund's keys, given %o, answers %s", (row, expected) => {
  const refund = ROW_KINDS.get("Events")?.find(({ sk }) => sk.startsWith("refund#"));
  expect(refund && isOfKind(row, refund)).toBe(expected);
});
