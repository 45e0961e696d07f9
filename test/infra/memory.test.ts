import { expect, it } from "vitest";
import { TABLES } from "../../infra/tables.ts";
import { SORTED_BY } from "../support/memory/query.ts";

it("the tests' tables in memory sort each index as the template does", () => {
  const sorted = Object.entries(TABLES).flatMap(([table, definition]) =>
    "indexes" in definition
      ? [[table.toLowerCase(), Object.fromEntries(Object.entries(definition.indexes).map(sortKeyOf))]]
      : [],
  );
  expect(SORTED_BY).toEqual(Object.fromEntries(sorted));
});

const sortKeyOf = ([name, { sort }]: [string, { sort: string }]): [string, string] => [name, sort];
