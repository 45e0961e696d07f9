import { type Cited, citedIn } from "./titles.ts";

/** For the words of each row of a page, the test files with their titles. */
export type Tests = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const FILES = /`((?:packages\/[\w-]+\/)?test\/[\w/.-]+\.tsx?)`/g;

/** The tests that a row's cell cites. `tests` has the titles if the cell has none. */
export function heldBy(row: string, cell: string, tests: Tests): Cited[] {
  const cited = citedIn(cell);
  if (cited.every(({ title }) => title !== undefined)) return cited;
  const files = [...cell.matchAll(FILES)].map(([, file = ""]) => file);
  return files.flatMap((file) => (tests[row]?.[file] ?? [undefined]).map((title) => ({ file, title })));
}

/** Entries of `tests` that no row or no file of a row uses. */
export const unusedIn = (tests: Tests, cells: ReadonlyMap<string, string>): string[] =>
  Object.entries(tests).flatMap(([row, files]) =>
    Object.keys(files).flatMap((file) =>
      cells.get(row)?.includes(`\`${file}\``) ? [] : [`${row}: ${file}`],
    ),
  );
