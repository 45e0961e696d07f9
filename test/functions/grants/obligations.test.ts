import { execFile } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { OBLIGATIONS_FILE, obligationsPage } from "../../../scripts/docs/obligations.ts";
import { SETTLED_BY } from "../../../scripts/docs/rightEvents.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const Told = z.object({ name: z.string(), failed: z.nullable(z.string()) });

/** The output of the stories. They run in a separate process, because they control that process's clock. */
const told = await new Promise<string>((resolve) => {
  const program = ["test/simulation/stories/main.ts"];
  execFile(process.execPath, program, { cwd: root, maxBuffer: 2 ** 26 }, (_error, said) => resolve(said));
});
const stories = told
  .split("\n")
  .filter((line) => line.startsWith("{"))
  .map((line) => Told.parse(JSON.parse(line)));

test("docs/obligations.md matches the table (`npm run docs` writes the file)", async () => {
  expect(await readFile(OBLIGATIONS_FILE, "utf8")).toBe(obligationsPage());
});

test.each(Object.values(SETTLED_BY))(
  "%s, which settles obligations according to the table, exists",
  async (file) => {
    await access(path.join(root, file));
  },
);

test("more than five stories about obligations run", () => {
  expect(stories.length, told).toBeGreaterThan(5);
});

test.each(stories)("$name", ({ failed }) => {
  expect(failed).toBeNull();
});
