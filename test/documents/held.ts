import { type Cited, citedIn } from "./titles.ts";

/** Maps the first cell of each row of a page to test files and the titles that the row cites from them. */
export type Tests = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const FILES = /`((?:packages\/[\w-]+\/)?test\/[\w/.-]+\.tsx?)`/g;

/** The tests that a row's cell cites. If the cell names only files, `tests` has the titles. */
export function heldBy(row: string, cell: string, tests: Tests): Cited[] {
  const cited = citedIn(cell);
  if (cited.every(({ title }) => title !== undefined)) return cited;
  const files = [...cell.matchAll(FILES)].map(([, file = ""]) => file);
  return files.flatMap((file) => (tests[row]?.[file] ?? [undefined]).map((title) => ({ file, title })));
}

/** Entries of `tests` whose file no longer appears in their row. */
export const unusedIn = (tests: Tests, cells: ReadonlyMap<string, string>): string[] =>
  Object.entries(tests).flatMap(([row, files]) =>
    Object.keys(files).flatMap((file) =>
      cells.get(row)?.includes(`\`${file}\``) ? [] : [`${row}: ${file}`],
    ),
  );
