import { expect, test } from "vitest";
import type { TableName } from "../../infra/tables.ts";
import { isOfKind, ROW_KINDS } from "../../scripts/docs/rowKinds.ts";
import { rowsOf } from "../support/rows.ts";

test.each(Object.keys(ROW_KINDS) as TableName[])(
  "docs/data-model.md lists every kind of row in %s",
  async (table) => {
    const rows = (await rowsOf(table)).map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
    const unknown = rows.filter((row) => !ROW_KINDS[table].some((kind) => isOfKind(row, kind)));
    expect(unknown, "add the kind to scripts/docs/rowKinds.ts and run npm run docs").toEqual([]);
  },
);
