import { expect, test } from "vitest";
import { isOfKind, ROW_KINDS } from "../support/rowKinds.ts";
import { rowsOf } from "../support/rows.ts";

test.each([...ROW_KINDS])("docs/data-model.md lists every kind of row in %s", async (table, kinds) => {
  const rows = (await rowsOf(table)).map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
  const unknown = rows.filter((row) => !kinds.some((kind) => isOfKind(row, kind)));
  expect(unknown, "add the kind to docs/data-model.md").toEqual([]);
});
