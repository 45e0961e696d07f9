import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { isOfKind, ROW_KINDS } from "../../scripts/docs/rowKinds.ts";

test("every row kind names an existing file", () => {
  const missing = Object.values(ROW_KINDS)
    .flat()
    .filter(({ module }) => !existsSync(module));
  expect(missing).toEqual([]);
});

test.each([
  [{ pk: "payment#pi_1", sk: "refund#re_1" }, true],
  [{ pk: "payment#pi_1", sk: "refund#" }, false],
  [{ pk: "payment#", sk: "refund#re_1" }, false],
  [{ pk: "other#pi_1", sk: "refund#re_1" }, false],
])("%o has the keys of a refund: %s", (row, expected) => {
  const [refund] = ROW_KINDS.Events.filter(({ sk }) => sk.startsWith("refund#"));
  expect(refund && isOfKind(row, refund)).toBe(expected);
});
